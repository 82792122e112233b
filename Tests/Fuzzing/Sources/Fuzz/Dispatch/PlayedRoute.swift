import Switchyard

/// What a handler does when it is called.
enum Deed: CaseIterable {
  /// Allows, passes or completes.
  case goesOn
  case goesOnTwice
  /// Denies, or fails.
  case refuses
  /// Redirects or commits to a target.
  case leads
  case drops
  /// Answers when the program says so.
  case waits
  /// Goes on after it has opened something.
  case opens
  /// Goes on after it has disposed of itself.
  case leaves
  case goesOnAsync, leadsAsync, throwsAsync
}

/// A pattern, with what it matches said in another way.
enum Shape: CaseIterable {
  case all, belowA, oneInA, firstOfA, anyFirst, oneInB, tail

  var pattern: RoutePattern {
    switch self {
    case .all: "/*"
    case .belowA: "/a/*"
    case .oneInA: "/a/:x"
    case .firstOfA: "/a/1"
    case .anyFirst: "/:x/1"
    case .oneInB: "/b/:x(\\d+)"
    case .tail: "/..."
    }
  }

  /// Whether a canonical path is matched.
  func matches(_ path: String) -> Bool {
    let segments = path.split(separator: "/").map(String.init)
    return switch self {
    case .all: true
    case .belowA: segments.first == "a"
    case .oneInA: segments.count == 2 && segments[0] == "a"
    case .firstOfA: segments == ["a", "1"]
    case .anyFirst: segments.count == 2 && segments[1] == "1"
    case .oneInB:
      segments.count == 2 && segments[0] == "b" && segments[1].allSatisfy { "0"..."9" ~= $0 }
    case .tail: !segments.isEmpty
    }
  }
}

/// A route as the model knows it.
struct PlayedRoute {
  let kind: RouteKind
  let shape: Shape
  let deed: Deed
  /// Where it leads, if it does.
  let goal: String
  let tag: RouteTag?
  let owner: Int?
  var id: RouteID?
  /// Whether it has neither been disposed of nor lost its owner.
  var isLive = true

  /// Whether a lookup through tags finds it.
  func fits(_ tags: [RouteTag]) -> Bool {
    guard !tags.isEmpty else { return true }
    return tag.map { tags.contains($0) } ?? (kind == .proxy || kind == .guard)
  }
}

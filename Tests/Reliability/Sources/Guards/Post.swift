import RoutePatterns

/// What slashes and letters mean in a router.
struct Policies: Sendable, Hashable, CaseIterable, CustomStringConvertible {
  let slashes: RouteTarget.SlashPolicy
  let letters: RoutePattern.Options.LetterCase

  static let allCases = [RouteTarget.SlashPolicy.lenient, .strict].flatMap { slashes in
    [RoutePattern.Options.LetterCase.sensitive, .insensitive].map {
      Policies(slashes: slashes, letters: $0)
    }
  }

  var description: String { "\(slashes) slashes, letters \(letters)" }
}

/// A place that a guard stands at: its pattern, and what that means in plain words.
enum Post: Int, Sendable, CaseIterable {
  case admin, area, checked, everySecret, treasure, tail, group, host, link, everything

  /// The pattern as it would stand outside of a group.
  var pattern: RoutePattern {
    switch self {
    case .admin: "/admin/*"
    case .area: "/:area(admin|root)/*"
    case .checked: RoutePattern("/:area/*", where: ["area": .check { $0 == "admin" }])
    case .everySecret: "/*/secret"
    case .treasure: "/tr%C3%A9sor/*"
    case .tail: "/admin/..."
    case .group: "/admin{/*}?"
    case .host: "https://admin.example/*"
    case .link: "app://admin/*"
    case .everything: "/*"
    }
  }

  /// The pattern under the policies of a router.
  func pattern(_ policies: Policies) -> RoutePattern {
    guard let pattern = Self.patterns[policies]?[rawValue] else { preconditionFailure() }
    return pattern
  }

  /// Patterns are made once, as compiling one takes longer than many dispatches.
  private static let patterns = Dictionary(
    uniqueKeysWithValues: Policies.allCases.map { policies in
      let options = RoutePattern.Options(slashes: policies.slashes, letterCase: policies.letters)
      return (
        policies,
        allCases.map { post in
          do {
            return try post.pattern.with(options)
          } catch {
            fatalError("\(error)")
          }
        }
      )
    }
  )

  /// Whether the guard has to stand before a path, read by letters and without any pattern.
  func standsBefore(_ plain: PlainPath, _ policies: Policies) -> Bool {
    switch self {
    case .admin: plain.isBelow(["admin"], policies)
    case .area: plain.isBelow(["admin", "root"], policies)
    // A closure is asked for the letters as they stand.
    case .checked:
      plain.isBelow(["admin"], Policies(slashes: policies.slashes, letters: .sensitive))
    case .everySecret:
      plain.segments.count > 1 && plain.has("secret", at: plain.segments.count - 1, policies)
    case .treasure: plain.isBelow(["tr\u{E9}sor"], policies)
    case .tail:
      plain.has("admin", at: 0, policies) && plain.segments.count > 1
        && !plain.segments.contains([])
    case .group: plain.has("admin", at: 0, policies)
    case .host: plain.scheme == "https" && plain.host == "admin.example"
    case .link: plain.scheme == "app" && plain.isBelow(["admin"], policies)
    case .everything: true
    }
  }
}

extension PlainPath {
  /// Whether a segment has a name.
  func has(_ name: String, at index: Int, _ policies: Policies) -> Bool {
    guard segments.indices.contains(index) else { return false }
    let segment = policies.letters == .sensitive ? segments[index] : Self.folded(segments[index])
    return segment.elementsEqual(name.utf8)
  }

  /// Whether the path lies below one of some names, or under lenient slashes at it.
  fileprivate func isBelow(_ names: [String], _ policies: Policies) -> Bool {
    (segments.count > 1 || policies.slashes == .lenient)
      && names.contains { has($0, at: 0, policies) }
  }
}

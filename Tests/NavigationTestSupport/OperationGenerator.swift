import NavigationTree
import RoutePatterns
import TestSupport

/// A URL that the generator made, with what it knows of it.
struct SketchedRequest {
  let text: String
  /// The endpoint it leads to; none where it leads nowhere.
  var endpoint: Int?
  var values: [String: String] = [:]
  var query: [String: [String]] = [:]
  var fragment: String?
}

extension Sketch {
  /// A URL of one of the endpoints.
  func request(_ generator: inout SeededGenerator) -> SketchedRequest {
    request(for: generator.pick(endpoints), &generator)
  }

  func request(for endpoint: Int, _ generator: inout SeededGenerator) -> SketchedRequest {
    guard let route = nodes[endpoint].route else { return SketchedRequest(text: "") }
    let (path, values) = route.path(&generator)
    var request = SketchedRequest(text: path, endpoint: endpoint, values: values)
    var text = path
    switch generator.below(12) {
    case 0: text = String(path.dropFirst())
    case 1: text = "app:/" + path
    case 2: text = "https://example.com" + path
    default: break
    }
    if generator.below(5) == 0 {
      let (query, values) = generator.pick(Self.queries)
      text += "?" + query
      request.query = values
    }
    if generator.below(12) == 0 {
      text += "#t%20p"
      request.fragment = "t p"
    }
    return SketchedRequest(
      text: text.isEmpty ? "/" : text,
      endpoint: endpoint,
      values: values,
      query: request.query,
      fragment: request.fragment
    )
  }

  private static let queries: [(String, [String: [String]])] = [
    ("q=1", ["q": ["1"]]), ("q=1&q=2", ["q": ["1", "2"]]), ("w=a+b%26", ["w": ["a b&"]]),
    ("flag", ["flag": [""]]), ("p1=9", ["p1": ["9"]]),
  ]

  /// What no endpoint of any tree takes.
  static func unknown(_ generator: inout SeededGenerator) -> String {
    generator.pick(["/nowhere", "/s1x/", "/%20/s1", "app://else/where?s1", "s0?q=1#s1"])
  }

  /// What is no URL.
  static func invalid(_ generator: inout SeededGenerator) -> String {
    generator.pick([
      "/s1/%zz", "/s1/%00", "mailto:s1", "/s1/\u{1}", "/%ff", "https://a@b/s1", "/s1/%",
    ])
  }
}

// MARK: - Gestures

/// A gesture with the request that tells a store of it.
struct SketchedGesture {
  let gesture: Gesture
  let request: String
  let options: DispatchOptions
}

extension Stand {
  /// Something that a finger could do now, with what the app would tell its store then.
  func gesture(_ generator: inout SeededGenerator) -> SketchedGesture? {
    let state = store.state
    guard let active = sketch.ways(of: state).first else { return nil }
    let gestures = gestures(active)
    guard !gestures.isEmpty else { return nil }
    let gesture = generator.pick(gestures)
    switch gesture {
    case .pop(_, let top): return told(gesture, state, endsAt: top)
    case .dismiss(let owner): return told(gesture, state, endsAt: owner)
    case .select(let option, let fork):
      guard let tab = tab(option, of: fork, &generator) else { return nil }
      return told(gesture, tab, [.junctionsOnly])
    }
  }

  private func gestures(_ way: Way) -> [Gesture] {
    var gestures: [Gesture] = []
    for (index, node) in way.path.enumerated() {
      if sketch.nodes[node].role == .modal, let owner = sketch.nodes[node].parent {
        gestures.append(.dismiss(owner))
      }
      // A modal may leave free what lies beneath it.
      switch sketch.nodes[node].kind {
      case .fork:
        let others = sketch.nodes[node].children.filter { $0 != way.path[index + 1] }
        gestures += others.map { .select($0, in: node) }
      case .stack:
        let list = sketch.list(of: node, on: way.path)
        gestures += list.dropLast().map { .pop(stack: node, to: $0) }
      case .endpoint, .switcher: break
      }
    }
    return gestures
  }

  /// A URL that leads to an option of a fork: to its first endpoint as it was left, or to any.
  func tab(_ option: Int, of fork: Int, _ generator: inout SeededGenerator) -> String? {
    let state = store.state
    let above = sketch.endpoints(to: fork).count
    for chain in [state.active] + state.kept {
      guard let end = chain.last.flatMap({ sketch.endpoint[$0.route] }),
        sketch.paths[end].contains(option), chain.count > above
      else { continue }
      return try? tree.url(of: RouterState(active: Array(chain[...above])))
    }
    let within = sketch.endpoints.filter { sketch.paths[$0].contains(option) }
    let first = within.filter { sketch.endpoints(to: $0).count == above + 1 }
    return first.isEmpty ? nil : sketch.request(for: generator.pick(first), &generator).text
  }

  private func told(_ gesture: Gesture, _ state: RouterState, endsAt end: Int) -> SketchedGesture? {
    let chain = Array(state.active.prefix(sketch.endpoints(to: end).count))
    guard let url = try? tree.url(of: RouterState(active: chain)) else { return nil }
    return told(gesture, url, [])
  }

  /// Only where the request leads to what the finger has made, and to nothing more above it.
  private func told(
    _ gesture: Gesture,
    _ url: String,
    _ options: DispatchOptions
  ) -> SketchedGesture? {
    let old = store.state
    guard
      let new = try? routerReducer(request: url, tree: tree, state: old, options: options),
      let (from, to) = ways(old, new)
    else { return nil }
    let isAsMade: Bool =
      switch gesture {
      case .pop(let stack, let top):
        to.path.last == top && sketch.list(of: stack, on: to.path).last == top
      case .dismiss(let owner): to.path.last == owner
      case .select(let option, _): to.path.contains(option)
      }
    let shared = zip(from.path, to.path).prefix { $0 == $1 }.map(\.0)
    let isSame = shared.allSatisfy { from.parameters[$0] == to.parameters[$0] }
    guard isAsMade, isSame else { return nil }
    return SketchedGesture(gesture: gesture, request: url, options: options)
  }

  private func ways(_ old: RouterState, _ new: RouterState) -> (Way, Way)? {
    guard let from = sketch.ways(of: old).first, let to = sketch.ways(of: new).first else {
      return nil
    }
    return (from, to)
  }
}

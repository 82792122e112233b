import RoutePatterns
import TestSupport

/// A route as the tests draw it, which knows the URLs that lead to it.
struct RouteSketch: Sendable {
  enum Part: Sendable {
    case literal(String)
    /// A parameter, which may stand behind a prefix in its segment.
    case parameter(String, prefix: String)
    case digits(String)
    case optional(String)
    /// One segment without a name.
    case nameless
    /// All that is left, as parameter 0.
    case wildcard
    /// One segment or more without a name.
    case rest
  }

  let parts: [Part]
  /// Whether closures decide on it instead of a pattern.
  var isClosure = false

  /// The pattern, by which the endpoint is known.
  var text: String {
    if parts.isEmpty { return "/" }
    return parts.map { part in
      switch part {
      case .literal(let text): "/\(text)"
      case .parameter(let name, let prefix): "/\(prefix):\(name)"
      case .digits(let name): "/:\(name)(\\d+)"
      case .optional(let name): "/:\(name)?"
      case .nameless: "/:_"
      case .wildcard: "/*"
      case .rest: "/..."
      }
    }.joined()
  }

  var names: [String] {
    parts.compactMap { part in
      switch part {
      case .parameter(let name, _), .digits(let name), .optional(let name): name
      default: nil
      }
    }
  }

  /// Whether further segments can be added.
  var isOpen: Bool {
    switch parts.last {
    case .optional, .wildcard, .rest, nil: false
    default: !isClosure
    }
  }

  /// A path that leads there, and the values that have to be read from it.
  func path(_ generator: inout SeededGenerator) -> (text: String, values: [String: String]) {
    var text = ""
    var values: [String: String] = [:]
    for part in parts {
      switch part {
      case .literal(let literal): text += "/" + literal
      case .parameter(let name, let prefix):
        let value = generator.pick(Self.values)
        values[name] = value.decoded
        text += "/" + prefix + value.encoded
      case .digits(let name):
        values[name] = "\(generator.below(3))"
        text += "/" + (values[name] ?? "")
      case .optional(let name):
        guard generator.below(2) == 0 else { continue }
        values[name] = "\(generator.below(3))"
        text += "/" + (values[name] ?? "")
      case .nameless: text += "/" + generator.pick(Self.values).encoded
      case .wildcard:
        let tail = generator.pick(["", "/v", "/v/w", "/v%20w/x"])
        values["0"] = tail.dropFirst().replacing("%20", with: " ").description
        text += tail
      case .rest: text += generator.pick(["/v", "/v/w", "/v%20w/x"])
      }
    }
    return (text.isEmpty ? "/" : text, values)
  }

  /// Few, so that the same one is often asked for again.
  private static let values: [(encoded: String, decoded: String)] = [
    ("1", "1"), ("1", "1"), ("2", "2"), ("a%20b", "a b"), ("x%2Fy", "x/y"), ("%c3%bc", "ü"),
    ("%41;b", "A;b"), ("a.b", "a.b"), ("100%25", "100%"),
  ]
}

/// Gives out routes none of which hides another, in whatever order they stand.
///
/// A literal is used once in a tree, but for the beginnings that routes share. Behind a beginning stand either
/// literals or one parameter.
struct RouteSource {
  private var lastLiteral: Int
  private var lastName: Int
  private var hasRoot: Bool
  /// The beginnings behind which a parameter stands, or a literal.
  private var usesParameter: [String: Bool] = [:]

  /// - Parameter first: the first number that literals and names are made of.
  init(from first: Int = 1) {
    lastLiteral = first - 1
    lastName = first - 1
    hasRoot = first > 1
  }

  /// A route of its own, or one that goes on from that of an endpoint above.
  mutating func next(
    below above: RouteSketch?,
    _ generator: inout SeededGenerator
  ) -> RouteSketch {
    if !hasRoot, generator.below(40) == 0 {
      hasRoot = true
      return RouteSketch(parts: [])
    }
    if generator.below(20) == 0 {
      let parts: [RouteSketch.Part] = [.literal(literal()), .parameter(name(), prefix: "")]
      return RouteSketch(parts: parts, isClosure: true)
    }
    var parts: [RouteSketch.Part] = []
    if let above, above.isOpen, generator.below(3) > 0 {
      parts = above.parts
      let isParameter = usesParameter[above.text] ?? (generator.below(2) == 0)
      if isParameter, usesParameter[above.text] == nil {
        usesParameter[above.text] = true
        return RouteSketch(parts: parts + [parameter(nil, &generator)])
      }
      // Where a parameter stands already, a literal at the same place could be hidden by it.
      if isParameter { parts = [] } else { usesParameter[above.text] = false }
    }
    parts.append(.literal(literal()))
    for _ in 0..<generator.below(3) { parts.append(parameter(above, &generator)) }
    // A beginning that ends in its only parameter is shared by nothing else.
    if parts.count > 1, case .literal = parts[parts.count - 1] {
    } else if generator.below(4) == 0 {
      parts.append(.literal(literal()))
    }
    switch generator.below(16) {
    case 0: parts.append(.wildcard)
    case 1: parts.append(.rest)
    case 2: parts.append(.optional(name()))
    case 3: parts.append(.nameless)
    default: break
    }
    return RouteSketch(parts: unique(parts))
  }

  /// A parameter, often named as one of an endpoint above.
  private mutating func parameter(
    _ above: RouteSketch?,
    _ generator: inout SeededGenerator
  ) -> RouteSketch.Part {
    let names = above?.names ?? []
    let name = names.isEmpty || generator.below(3) == 0 ? name() : generator.pick(names)
    return switch generator.below(4) {
    case 0: .digits(name)
    case 1: .parameter(name, prefix: "v")
    default: .parameter(name, prefix: "")
    }
  }

  /// The parts without those whose names stand before them.
  private func unique(_ parts: [RouteSketch.Part]) -> [RouteSketch.Part] {
    var names: Set<String> = []
    return parts.filter { part in
      switch part {
      case .parameter(let name, _), .digits(let name), .optional(let name):
        names.insert(name).inserted
      default: true
      }
    }
  }

  private mutating func literal() -> String {
    lastLiteral += 1
    return "s\(lastLiteral)"
  }

  private mutating func name() -> String {
    lastName += 1
    return "p\(lastName)"
  }
}

import RoutePatterns
import Trials

/// Patterns of few segments, and all targets that they tell apart.
struct PatternPool: Sendable {
  /// A pattern with what it says of each of the targets.
  struct Member: Sendable {
    let pattern: RoutePattern
    let matches: [Bool]
    let values: [[String: String]?]
  }

  private static let texts = [
    "/", "/a", "/b", "/a/b", "/a/c", "/b/a", "/a/b/c", "/:x", "/:y", "/:x(a)", "/:x(a|b)",
    "/:x(b|a)",
    "/:y([ab])", "/:x(a|b|c)", "/a/:x", "/a/:y", "/a/:x(b|c)", "/:x/b", "/:x/:y",
    "/:y/:x", "/:x(a|b)/:y", "/a/:x/c", "/:x/b/:y", "/*", "/a/*", "/:x/*", "/:y/*", "/a/:x?",
    "/:x?",
    "/a{/b}?", "/a/:x+", "/a/:y*", "/a/...", "/:_/b", "/:x(?:a|b)", "/:x((?!ab)[ab])",
    "/:x(a|b|[ab]\\x2F[ab])/:y(a|b|[ab]\\x2F[ab])", "/:x([ab]\\x2F[ab]|a|b)/:y([ab]\\x2F[ab]|a|b)",
  ]

  let targets: [RouteTarget]
  let members: [Member]

  init() throws {
    var texts = ["/"]
    var last = [""]
    for _ in 0..<4 {
      last = last.flatMap { text in ["a", "b", "c", "d"].map { "\(text)/\($0)" } }
      texts += last
    }
    let targets = try texts.map { try RouteTarget($0) }
    self.targets = targets
    members = try Self.texts.compactMap { text in
      guard let pattern = try? RoutePattern(parsing: text) else { return nil }
      let values = try targets.map { try Self.values(of: $0, pattern) }
      return Member(pattern: pattern, matches: values.map { $0 != nil }, values: values)
    }
  }

  static func values(of target: RouteTarget, _ pattern: RoutePattern) throws -> [String: String]? {
    guard let match = try pattern.match(target) else { return nil }
    var values: [String: String] = [:]
    for name in pattern.parameterNames { values[name] = match[name] }
    return values
  }
}

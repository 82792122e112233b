/// The changes between the answers of two tables.
struct ReplayComparison {
  private enum Relation {
    /// The one route is the other.
    case same
    /// It is, with other names or expressions of parameters.
    case similar
    case other
  }

  private let old: ListedRoutes
  private let new: ListedRoutes
  private let oldShapes: [String]
  private let newShapes: [String]

  init(_ old: ListedRoutes, _ new: ListedRoutes) {
    self.old = old
    self.new = new
    oldShapes = old.entries.map { Self.shape(of: $0.pattern.text) }
    newShapes = new.entries.map { Self.shape(of: $0.pattern.text) }
  }

  /// Returns what has changed about a request; `nil` for nothing.
  func change(
    from before: ReplayAnswer,
    to after: ReplayAnswer,
    at target: RouteTarget?
  ) -> ReplayReport.ChangeKind? {
    switch (before.place, after.place) {
    case (let one?, let other?):
      switch relation(one, other) {
      case .same: return nil
      case .other: return .otherRoute
      case .similar:
        return target.map { hasSameValues(one, other, at: $0) } == true ? nil : .parameters
      }
    case (nil, .some): return .found
    case (.some, nil):
      return after == .notFound
        ? .notFound : after == .methodNotAllowed ? .methodNotAllowed : .otherAnswer
    case (nil, nil): return before == after ? nil : .otherAnswer
    }
  }

  private func relation(_ one: Int, _ other: Int) -> Relation {
    let (before, after) = (old.entries[one], new.entries[other])
    guard before.route.kind == after.route.kind else { return .other }
    if before.pattern.text == after.pattern.text { return .same }
    if let name = before.route.name, name == after.route.name { return .similar }
    return oldShapes[one] == newShapes[other] ? .similar : .other
  }

  private func hasSameValues(_ one: Int, _ other: Int, at target: RouteTarget) -> Bool {
    let before = try? old.entries[one].pattern.match(target)?.parameters
    let after = try? new.entries[other].pattern.match(target)?.parameters
    return before == after
  }

  /// Returns a pattern without the names and expressions of its parameters.
  static func shape(of pattern: String) -> String {
    var shape = ""
    var depth = 0
    var isInName = false
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      if isEscaped || scalar == "\\" {
        isEscaped.toggle()
        if depth == 0 { shape.unicodeScalars.append(scalar) }
        continue
      }
      if isInName, scalar == "_" || scalar.properties.isXIDContinue { continue }
      isInName = scalar == ":" && depth == 0
      if scalar == "(" { depth += 1 }
      if depth == 0 { shape.unicodeScalars.append(scalar) }
      if scalar == ")" { depth = max(0, depth - 1) }
    }
    return shape
  }
}

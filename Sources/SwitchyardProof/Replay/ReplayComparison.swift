/// The changes between the answers of two tables.
struct ReplayComparison {
  private enum Relation {
    /// The one route is the other.
    case same
    /// It is, with other names or expressions of parameters.
    case similar
    case other
  }

  /// A table, with what its routes are known by.
  private struct Table {
    let entries: [ListedRoute]
    let shapes: [String]
    /// The names of maps and fallbacks.
    let names: Set<String>
    /// The places of the routes of each pattern.
    private let places: [String: [Int]]

    init(_ routes: ListedRoutes) {
      entries = routes.entries
      shapes = entries.map { ReplayComparison.shape(of: $0.pattern.text) }
      let ends = entries.filter { $0.route.kind == .map || $0.route.kind == .fallback }
      names = Set(ends.compactMap(\.route.name))
      places = Dictionary(grouping: entries.indices) { [entries] in entries[$0].pattern.text }
    }

    /// Whether it has a route as it stands in another table, for one of its methods.
    func hasTwin(of entry: ListedRoute) -> Bool {
      // Requests find nothing by other tags.
      let methods = Set(entry.route.tags.compactMap(\.method))
      return places[entry.pattern.text, default: []].contains { place in
        let other = entries[place].route
        guard other.kind == entry.route.kind else { return false }
        return entry.route.tags.contains(.anyMethod) || other.tags.contains(.anyMethod)
          || !methods.isDisjoint(with: other.tags.compactMap(\.method))
      }
    }
  }

  private let old: Table
  private let new: Table

  init(_ old: ListedRoutes, _ new: ListedRoutes) {
    self.old = Table(old)
    self.new = Table(new)
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
    let isAlike = before.pattern.text == after.pattern.text
    if let name = before.route.name, let newName = after.route.name {
      if name == newName { return isAlike ? .same : .similar }
      // A route that was renamed is the same one, and its names are in one table each.
      if new.names.contains(name) || old.names.contains(newName) { return .other }
    }
    if isAlike { return .same }
    let isSimilar =
      old.shapes[one] == new.shapes[other] && !new.hasTwin(of: before) && !old.hasTwin(of: after)
    return isSimilar ? .similar : .other
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

/// A route with the values that comparisons need, each made when it is first asked for and kept.
///
/// It is used by one task at a time.
final class ComparedRoute {
  let entry: RouteEntry
  let tags: Set<RouteTag>
  /// The pattern without its closures: it matches all that matches when no closure refuses.
  private(set) lazy var plain = entry.pattern.withoutChecks
  /// The language of the pattern, with the targets that surely match and those that may.
  private(set) lazy var language = PatternLanguage(entry.pattern)
  /// The language of the pattern without its closures.
  private(set) lazy var plainLanguage =
    entry.pattern.hasOpaqueValidations ? PatternLanguage(plain) : language
  /// A target that matches when no closure refuses it, if one is known.
  private(set) lazy var sample = plainLanguage.targetShared(with: plainLanguage)

  init(_ entry: RouteEntry) {
    self.entry = entry
    tags = Set(entry.tags)
  }

  var isOpaque: Bool { entry.pattern.hasOpaqueValidations }

  /// Whether a target may match, as far as that can be told without closures.
  func mayMatch(_ target: RouteTarget) -> Bool {
    do throws(MatchError) {
      return try plain.match(target) != nil
    } catch {
      return true
    }
  }
}

extension ComparedRoute {
  /// Whether this route matches all that another one matches without its closures.
  func covers(_ other: ComparedRoute) -> Certainty {
    // One target that is missed answers it faster than a comparison.
    if let sample = other.sample, !mayMatch(sample) { return .no }
    return language.covers(other.plainLanguage)
  }
}

/// The result of asking whether several routes together match all that another route matches.
struct RouteCover {
  /// Whether the route is covered, and the routes that cover it.
  private(set) var certainty = Certainty.no
  private(set) var routes: [ComparedRoute] = []
  /// A target of the route that none of the others matches, if it is not covered and one is known.
  private(set) var example: RouteTarget?

  /// The number of times that a target missed by some routes is shown to the others.
  private static let rounds = 64

  /// Finds the fewest of some routes, the first of them before others, that cover a route together.
  ///
  /// Targets that a closure of the route itself refuses still count. Most routes are told apart by
  /// one target that the route matches and none of the others does.
  static func of(_ route: ComparedRoute, by others: [ComparedRoute]) -> RouteCover {
    var search = RouteCoverSearch(route, others)
    return search.run(rounds: rounds)
  }

  fileprivate static func missing(_ example: RouteTarget?) -> RouteCover {
    var cover = RouteCover()
    cover.example = example
    return cover
  }

  fileprivate static func found(_ certainty: Certainty, _ routes: [ComparedRoute]) -> RouteCover {
    var cover = RouteCover()
    cover.certainty = certainty
    cover.routes = routes
    return cover
  }
}

private struct RouteCoverSearch {
  private let route: ComparedRoute
  private let others: [ComparedRoute]
  private var witnesses: [RouteTarget] = []

  init(_ route: ComparedRoute, _ others: [ComparedRoute]) {
    self.route = route
    self.others = others
  }

  private var language: PatternLanguage { route.plainLanguage }

  mutating func run(rounds: Int) -> RouteCover {
    guard !others.isEmpty else { return .missing(route.sample) }
    if let sample = route.sample {
      guard others.contains(where: { $0.mayMatch(sample) }) else { return .missing(sample) }
      witnesses.append(sample)
    }
    let (single, undecided) = coverBySingle()
    if let single { return single }
    if let open = witnesses.first(where: { target in !others.contains { $0.mayMatch(target) } }) {
      return .missing(open)
    }
    let cover = coverByUnion(rounds)
    // A single route that may cover it is a clearer answer than several.
    if cover.certainty == .unknown, let undecided { return .found(.unknown, [undecided]) }
    return cover
  }

  private mutating func coverBySingle() -> (RouteCover?, undecided: ComparedRoute?) {
    var undecided: ComparedRoute?
    for other in others where witnesses.allSatisfy(other.mayMatch) {
      switch other.language.covers(language) {
      case .yes: return (.found(.yes, [other]), nil)
      case .unknown: undecided = undecided ?? other
      case .no:
        if let missed = other.language.targetMissed(of: language) { witnesses.append(missed) }
      }
    }
    return (nil, undecided)
  }

  /// Joins the routes that match the targets missed so far, until no target is missed or no route
  /// helps.
  private func coverByUnion(_ rounds: Int) -> RouteCover {
    var isTaken = others.map { other in witnesses.contains(where: other.mayMatch) }
    for _ in 0..<rounds where !witnesses.isEmpty {
      let taken = others.indices.filter { isTaken[$0] }.map { others[$0] }
      let union = Self.union(taken)
      if union.covers(language) == .yes { return .found(.yes, fewest(of: taken)) }
      guard let missed = union.targetMissed(of: language) else {
        let all = coverByAll()
        return all.certainty == .unknown ? .found(.unknown, taken) : all
      }
      let helpful = others.indices.filter { !isTaken[$0] && others[$0].mayMatch(missed) }
      guard !helpful.isEmpty else { return .missing(missed) }
      for index in helpful { isTaken[index] = true }
    }
    return coverByAll()
  }

  private func coverByAll() -> RouteCover {
    let meeting = others.filter { $0.language.overlaps(language) != .no }
    let union = Self.union(meeting)
    switch union.covers(language) {
    case .yes: return .found(.yes, fewest(of: meeting))
    case .unknown: return .found(.unknown, meeting)
    case .no: return .missing(union.targetMissed(of: language))
    }
  }

  /// Returns as many of some covering routes as are needed to cover the route.
  private func fewest(of routes: [ComparedRoute]) -> [ComparedRoute] {
    var fewest = routes
    for route in routes.reversed() where fewest.count > 1 {
      let rest = fewest.filter { $0 !== route }
      if Self.union(rest).covers(language) == .yes { fewest = rest }
    }
    return fewest
  }

  private static func union(_ routes: [ComparedRoute]) -> PatternLanguage {
    if routes.count == 1 { return routes[0].language }
    // All patterns of a router have its slash policy.
    let slashes = routes.first?.entry.pattern.options.slashes ?? .lenient
    return PatternLanguage(routes.map(\.entry.pattern), slashes: slashes)
  }
}

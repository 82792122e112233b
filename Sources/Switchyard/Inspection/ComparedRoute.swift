import RouteIndex

/// A route with the values that comparisons need, each made when it is first asked for and kept.
///
/// It is used by one task at a time.
final class ComparedRoute {
  let entry: RouteEntry
  let tags: Set<RouteTag>
  /// The work that all comparisons of a run may take.
  let budget: RelationBudget
  /// The pattern without its closures: it matches all that matches when no closure refuses.
  private(set) lazy var plain = entry.pattern.withoutChecks
  /// The language of the pattern, with the targets that surely match and those that may.
  private(set) lazy var language = PatternLanguage(entry.pattern, budget: budget)
  /// The language of the pattern without its closures.
  private(set) lazy var plainLanguage =
    entry.pattern.hasOpaqueValidations ? PatternLanguage(plain, budget: budget) : language
  /// A target that matches when no closure refuses it, if one is known.
  private(set) lazy var sample = plainLanguage.sampleTarget
  private var description: RouteDescription?

  init(_ entry: RouteEntry, _ budget: RelationBudget) {
    self.entry = entry
    self.budget = budget
    tags = Set(entry.tags)
  }

  var isOpaque: Bool { entry.pattern.hasOpaqueValidations }

  /// Whether a target may match, as far as that can be told without closures.
  func mayMatch(_ target: RouteTarget) -> Bool { budget.matches(target, plain) ?? true }

  /// The exceptions of a guard, with their languages.
  private(set) lazy var exceptions = entry.exceptions.map { ComparedException($0, budget) }

  /// Whether a guard is asked alike whatever the method of a request is.
  var isForAllMethods: Bool {
    tags.isEmpty && entry.exceptions.allSatisfy(\.methods.isEmpty)
  }

  /// The methods that are named by the tags of a map; empty if it is for any, or for no requests.
  var methods: [RouteTag] {
    tags.contains(.anyMethod) ? [] : entry.tags.filter { $0.methodToken != nil }
  }

  /// Whether a map answers requests.
  var isForRequests: Bool { tags.contains { $0.methodToken != nil || $0 == .anyMethod } }

  /// Whether a guard or proxy may be asked before a map, or middleware run around it: for some
  /// methods only with those that answer one of them.
  func isAsked(for end: ComparedRoute) -> Bool {
    let own = entry.kind == .proxy ? [] : tags.filter { $0.methodToken != nil }
    guard !own.isEmpty, !end.methods.isEmpty else { return true }
    // HEAD finds the maps of GET.
    return end.methods.contains(where: own.contains)
      || end.tags.contains(RouteTag(method: "GET")) && own.contains(RouteTag(method: "HEAD"))
  }

  /// The tags of which a map has to have one, so that a proxy or middleware and the map are found
  /// together; a guard is asked whatever the tags are.
  var tiesToEnds: Set<RouteTag> {
    switch entry.kind {
    case .guard: []
    case .middleware: tags.filter { $0.name != nil }
    case .proxy, .map, .fallback: tags
    }
  }

  /// Returns the route as listings show it.
  func described(in core: RouterCore) -> RouteDescription {
    let made = description ?? RouteDescription(entry, in: core)
    description = made
    return made
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

/// Routes in an order, with an index of them: of many routes few match one target.
struct ComparedRoutes {
  let routes: [ComparedRoute]
  private let index: PatternIndex

  init(_ routes: [ComparedRoute]) {
    self.routes = routes
    index = PatternIndex(routes.map(\.plain))
  }

  /// Some of the first of them.
  struct Selection {
    let routes: ComparedRoutes
    let count: Int
    let isMember: (ComparedRoute) -> Bool

    var all: [ComparedRoute] { routes.routes[..<count].filter(isMember) }

    /// Those that may match a target, by their places in the order.
    func matching(_ target: RouteTarget) -> [Int] {
      routes.index.candidates(for: target).filter { place in
        place < count && isMember(routes.routes[place]) && routes.routes[place].mayMatch(target)
      }
    }
  }

  /// All of them before a place that are as wanted.
  func before(_ count: Int? = nil, where isMember: @escaping (ComparedRoute) -> Bool) -> Selection {
    Selection(routes: self, count: count ?? routes.count, isMember: isMember)
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
  static func of(_ route: ComparedRoute, by others: ComparedRoutes.Selection) -> RouteCover {
    var search = RouteCoverSearch(route, others)
    return search.run(rounds: rounds)
  }

  static func missing(_ example: RouteTarget?) -> RouteCover {
    var cover = RouteCover()
    cover.example = example
    return cover
  }

  static func found(_ certainty: Certainty, _ routes: [ComparedRoute]) -> RouteCover {
    var cover = RouteCover()
    cover.certainty = certainty
    cover.routes = routes
    return cover
  }
}

private struct RouteCoverSearch {
  private let route: ComparedRoute
  private let others: ComparedRoutes.Selection
  private var witnesses: [RouteTarget] = []

  init(_ route: ComparedRoute, _ others: ComparedRoutes.Selection) {
    self.route = route
    self.others = others
  }

  private var language: PatternLanguage { route.plainLanguage }
  private var isSpent: Bool { route.budget.isSpent }

  mutating func run(rounds: Int) -> RouteCover {
    let candidates: [ComparedRoute]
    if let sample = route.sample {
      candidates = routes(at: others.matching(sample))
      guard !candidates.isEmpty else { return .missing(sample) }
      witnesses.append(sample)
    } else {
      candidates = others.all
      guard !candidates.isEmpty else { return .missing(nil) }
    }
    let (single, undecided) = coverBySingle(candidates)
    if let single { return single }
    if isSpent { return .found(.unknown, candidates) }
    if let open = witnesses.first(where: { others.matching($0).isEmpty }) { return .missing(open) }
    let cover = coverByUnion(rounds)
    // A single route that may cover it is a clearer answer than several.
    if cover.certainty == .unknown, let undecided { return .found(.unknown, [undecided]) }
    return cover
  }

  private mutating func coverBySingle(
    _ candidates: [ComparedRoute]
  ) -> (RouteCover?, undecided: ComparedRoute?) {
    var undecided: ComparedRoute?
    for other in candidates where !isSpent && witnesses.allSatisfy(other.mayMatch) {
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
    var places = Set(witnesses.flatMap(others.matching))
    for _ in 0..<rounds where !witnesses.isEmpty {
      let taken = routes(at: places.sorted())
      if isSpent { return .found(.unknown, taken) }
      let union = union(taken)
      if union.covers(language) == .yes { return .found(.yes, fewest(of: taken)) }
      guard let missed = union.targetMissed(of: language) else {
        let all = coverByAll()
        return all.certainty == .unknown ? .found(.unknown, taken) : all
      }
      let helpful = others.matching(missed).filter { !places.contains($0) }
      guard !helpful.isEmpty else { return .missing(missed) }
      places.formUnion(helpful)
    }
    return coverByAll()
  }

  private func coverByAll() -> RouteCover {
    let meeting = others.all.filter { !isSpent && $0.language.overlaps(language) != .no }
    let union = union(meeting)
    if isSpent { return .found(.unknown, meeting) }
    switch union.covers(language) {
    case .yes: return .found(.yes, fewest(of: meeting))
    case .unknown: return .found(.unknown, meeting)
    case .no: return .missing(union.targetMissed(of: language))
    }
  }

  /// Returns as many of some covering routes as are needed to cover the route.
  private func fewest(of routes: [ComparedRoute]) -> [ComparedRoute] {
    var fewest = routes
    for route in routes.reversed() where fewest.count > 1 && !isSpent {
      let rest = fewest.filter { $0 !== route }
      if union(rest).covers(language) == .yes { fewest = rest }
    }
    return fewest
  }

  private func routes(at places: [Int]) -> [ComparedRoute] {
    places.map { others.routes.routes[$0] }
  }

  private func union(_ routes: [ComparedRoute]) -> PatternLanguage {
    if routes.count == 1 { return routes[0].language }
    // All patterns of a router have its slash policy.
    let slashes = routes.first?.entry.pattern.options.slashes ?? .lenient
    return PatternLanguage(routes.map(\.entry.pattern), slashes: slashes, budget: route.budget)
  }
}

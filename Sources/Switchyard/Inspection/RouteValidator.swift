/// Looks for mistakes among the routes of a router at one moment.
struct RouteValidator {
  private let core: RouterCore
  let required: [RouteTag]
  /// Whether all maps and fallbacks that are not public need guards.
  let allExceptPublic: Bool
  let guards: [ComparedRoute]
  private let proxies: [ComparedRoute]
  private let middleware: [ComparedRoute]
  /// The routes that a dispatch can end at, in the order in which they win: all maps, and then all
  /// fallbacks.
  let ends: [ComparedRoute]
  /// The same by the beginnings of what they match, as most are far from most guards.
  private lazy var beginnings: LanguageBeginnings = .init(ends.map(\.plainLanguage))
  /// The work that all comparisons together may take.
  let budget: RelationBudget
  /// The routes of which questions were left out, as the work was spent.
  private var undecided: [ComparedRoute] = []
  private var leftOut: Set<RouteID> = []

  /// Takes what is compared.
  ///
  /// The work that is allowed by default is a few seconds of it, and more where there are so many
  /// routes that each takes some.
  init(
    _ core: RouterCore,
    requiring tags: [RouteTag],
    allExceptPublic: Bool = false,
    work: Int? = nil
  ) {
    self.core = core
    let table = core.registry.table
    budget = RelationBudget(work: work ?? max(40_000_000, 8_000 * table.count))
    required = tags
    self.allExceptPublic = allExceptPublic
    let compared = { [budget] (entries: [RouteEntry]) in
      core.registry.owned(entries).map { ComparedRoute($0, budget) }
    }
    guards = compared(table.guards)
    proxies = compared(table.proxies)
    middleware = compared(table.middleware)
    ends = compared(table.maps) + compared(table.fallbacks)
  }

  mutating func report() -> RouteReport {
    // Of middleware several are nested, each with a work of its own.
    let duplicates = duplicates(among: guards + proxies + ends)
    var findings = duplicates.map { RouteFinding.duplicate(described($0)) }
    findings += namesakes() + doubtful()
    // What is required comes first, while there is work left for it.
    findings += unguarded()
    findings += undeclared(beside: findings)
    findings += shadowed(except: duplicates)
    findings += unmet()
    findings += narrowGuards()
    // The least of all: it takes the work that is left.
    findings += unmetExceptions()
    if !undecided.isEmpty { findings.append(.undecided(described(undecided))) }
    let count = guards.count + proxies.count + middleware.count + ends.count
    return RouteReport(findings: findings.worstFirst, routeCount: count)
  }

  func described(_ routes: [ComparedRoute]) -> [RouteDescription] {
    routes.map { $0.described(in: core) }
  }

  // MARK: - Duplicates

  private struct Likeness: Hashable {
    let kind: RouteKind
    let text: String
    let tags: Set<RouteTag>
    let exceptions: Set<GuardException>
    /// The pattern of a route with closures, which its text does not show: it is like itself alone.
    let opaque: RoutePattern?
  }

  /// Routes of one kind with the same pattern and tags, those registered first before others.
  private func duplicates(among routes: [ComparedRoute]) -> [[ComparedRoute]] {
    let groups = Dictionary(grouping: routes) { route in
      let pattern = route.entry.pattern
      return Likeness(
        kind: route.entry.kind,
        text: pattern.text,
        tags: route.tags,
        exceptions: Set(route.entry.exceptions),
        opaque: route.isOpaque ? pattern : nil
      )
    }
    return groups.values.filter { $0.count > 1 }
      .map { group in group.sorted { $0.entry.order < $1.entry.order } }
      .sorted { $0[0].entry.order < $1[0].entry.order }
  }

  // MARK: - Names and patterns

  private var all: [ComparedRoute] { guards + proxies + middleware + ends }

  private func namesakes() -> [RouteFinding] {
    let named = all.filter { $0.entry.name != nil }.sorted { $0.entry.order < $1.entry.order }
    // Two methods of one page make the same URL; guards of one name are what an access requires.
    let groups = Dictionary(grouping: named) { $0.entry.name ?? "" }
      .filter { _, routes in
        Set(routes.map(\.entry.pattern.text)).count > 1
          && routes.contains { $0.entry.kind != .guard }
      }
    return groups.sorted { $0.key < $1.key }.map { .sameName($0.key, described($0.value)) }
  }

  private func doubtful() -> [RouteFinding] {
    all.sorted { $0.entry.order < $1.entry.order }.compactMap { route in
      let pattern = route.entry.pattern
      return PatternDoubt(of: pattern.text, slashes: pattern.options.slashes)
        .map { .doubtful(described([route])[0], $0) }
    }
  }

  // MARK: - Routes that never run

  private mutating func shadowed(except duplicates: [[ComparedRoute]]) -> [RouteFinding] {
    let routes = ComparedRoutes(ends)
    var known: Set<RouteID> = []
    for group in duplicates { for route in group.dropLast() { known.insert(route.entry.id) } }
    var findings: [RouteFinding] = []
    for (index, route) in ends.enumerated() {
      // A route with a twin that wins is reported as its duplicate; a route that hides the twin is
      // reported for the twin.
      if known.contains(route.entry.id) { continue }
      if isLeftOut(route) { continue }
      guard let (certainty, others) = shadow(over: route, before: index, of: routes),
        certainty == .yes || !isLeftOut(route)
      else { continue }
      findings.append(.shadowed(described([route])[0], by: described(others), certainty))
    }
    return findings
  }

  /// Returns the routes that run in the place of one in every lookup that finds it.
  ///
  /// A lookup with several tags finds no fewer routes than one with one of them, and a lookup
  /// without tags finds all. So each tag has to be examined by itself, or for a route without tags
  /// the lookup without.
  private func shadow(
    over route: ComparedRoute,
    before place: Int,
    of routes: ComparedRoutes
  ) -> (Certainty, [ComparedRoute])? {
    guard !route.tags.isEmpty else {
      return Self.hiding(.of(route, by: routes.before(place) { _ in true }))
    }
    var certainty = Certainty.yes
    var hiders: [ComparedRoute] = []
    // Most often one route has all the tags.
    let having = routes.before(place) { $0.tags.isSuperset(of: route.tags) }
    if let whole = Self.hiding(.of(route, by: having)), whole.0 == .yes { return whole }
    for tag in route.tags {
      let found = routes.before(place) { $0.tags.contains(tag) }
      guard let (each, some) = Self.hiding(.of(route, by: found)) else { return nil }
      if each == .unknown { certainty = .unknown }
      hiders += some
    }
    let ids = Set(hiders.map(\.entry.id))
    return (certainty, routes.routes[..<place].filter { ids.contains($0.entry.id) })
  }

  private static func hiding(_ cover: RouteCover) -> (Certainty, [ComparedRoute])? {
    cover.certainty == .no ? nil : (cover.certainty, cover.routes)
  }

  /// Whether no work is left for what is asked of a route.
  mutating func isLeftOut(_ route: ComparedRoute) -> Bool {
    guard budget.isSpent else { return false }
    if leftOut.insert(route.entry.id).inserted { undecided.append(route) }
    return true
  }

  /// The maps and fallbacks that may have a target in common with something, in their order.
  private mutating func ends(near language: PatternLanguage) -> [ComparedRoute] {
    beginnings.places(near: language).map { ends[$0] }
  }

  // MARK: - Routes that meet no other

  private mutating func unmet() -> [RouteFinding] {
    (guards + proxies + middleware).compactMap { route in
      guard !route.entry.isAroundMisses else { return nil }
      if isLeftOut(route) { return nil }
      var isUnknown = false
      var strangers: [ComparedRoute] = []
      for end in ends(near: route.plainLanguage) where route.isAsked(for: end) {
        if isLeftOut(route) { return nil }
        switch route.plainLanguage.overlaps(end.plainLanguage) {
        case .no: continue
        case .unknown: isUnknown = true
        case .yes:
          let ties = route.tiesToEnds
          if ties.isEmpty || !ties.isDisjoint(with: end.tags) { return nil }
          strangers.append(end)
        }
      }
      if isUnknown, isLeftOut(route) { return nil }
      let route = described([route])[0]
      if isUnknown { return strangers.isEmpty ? .unmet(route, .unknown) : nil }
      if strangers.isEmpty { return .unmet(route, .yes) }
      return .untagged(route, described(strangers))
    }
  }

  /// Exceptions that meet nothing which their guard is asked about: most likely misspelt.
  private mutating func unmetExceptions() -> [RouteFinding] {
    guards.flatMap { route -> [RouteFinding] in
      route.exceptions.compactMap { exception in
        if isLeftOut(route) { return nil }
        for end in ends(near: exception.language) where route.isAsked(for: end) {
          if isLeftOut(route) || exception.mayMeet(end) { return nil }
        }
        return .unmet(exception.exception, of: described([route])[0])
      }
    }
  }

  // MARK: - Guards that ask for more

  private struct Narrowness: Hashable {
    let aspects: [RouteFinding.Aspect]
    let certainty: Certainty
  }

  private struct NarrowGuards {
    let narrowness: Narrowness
    let maps: [ComparedRoute]
    /// More than one where all that is to say of them is the same note.
    var guards: [ComparedRoute]
  }

  private mutating func narrowGuards() -> [RouteFinding] {
    var groups: [NarrowGuards] = []
    var places: [NarrowNote: Int] = [:]
    for group in narrowGuardsOneByOne() {
      let note = NarrowNote(
        narrowness: group.narrowness,
        maps: group.maps.map(\.entry.id)
      )
      if note.isOnlyNote, let place = places[note] {
        groups[place].guards += group.guards
      } else {
        places[note] = groups.count
        groups.append(group)
      }
    }
    return groups.map { group in
      .narrow(
        described(group.guards),
        group.narrowness.aspects,
        than: described(group.maps),
        group.narrowness.certainty
      )
    }
  }

  private struct NarrowNote: Hashable {
    let narrowness: Narrowness
    let maps: [RouteID]

    /// Whether it is no more than a note, as of most guards.
    var isOnlyNote: Bool { RouteFinding.isNote(narrowness.aspects, narrowness.certainty) }
  }

  private mutating func narrowGuardsOneByOne() -> [NarrowGuards] {
    guards.flatMap { route -> [NarrowGuards] in
      if isLeftOut(route) { return [] }
      var maps: [(Narrowness, ComparedRoute)] = []
      for end in ends(near: route.plainLanguage) where route.isAsked(for: end) {
        if isLeftOut(route) { break }
        let overlaps = route.plainLanguage.overlaps(end.plainLanguage)
        guard overlaps != .no else { continue }
        let covers = route.covers(end)
        guard covers != .yes else { continue }
        // Values that a closure of the map refuses are unrelated to scheme, host and path.
        let isSure = overlaps == .yes && covers == .no
        // The comparison in which the work runs out says nothing.
        let kind = narrowness(of: route, than: end, isSure ? .yes : .unknown)
        if isLeftOut(route) { break }
        maps.append((kind, end))
      }
      var kinds: [Narrowness] = []
      for (kind, _) in maps where !kinds.contains(kind) { kinds.append(kind) }
      return kinds.map { kind in
        NarrowGuards(
          narrowness: kind,
          maps: maps.filter { $0.0 == kind }.map(\.1),
          guards: [route]
        )
      }
    }
  }

  private func narrowness(
    of route: ComparedRoute,
    than end: ComparedRoute,
    _ certainty: Certainty
  ) -> Narrowness {
    let pattern = route.entry.pattern
    // Where slashes are merged only the path is left.
    let asksForPath =
      pattern.scheme == nil && !pattern.hasHost && pattern.options.slashes == .lenient
    let aspects: [RouteFinding.Aspect] =
      asksForPath && !route.isOpaque
      ? [.path]
      : pattern.narrowerAspects(than: end.plain, budget: budget)
        .compactMap { RouteFinding.Aspect(rawValue: $0.rawValue) }
    return Narrowness(aspects: aspects.isEmpty ? [.path] : aspects, certainty: certainty)
  }
}

/// Looks for mistakes among the routes of a router at one moment.
struct RouteValidator {
  private let core: RouterCore
  private let required: [RouteTag]
  private let guards: [ComparedRoute]
  private let proxies: [ComparedRoute]
  private let middleware: [ComparedRoute]
  /// The routes that a dispatch can end at, in the order in which they win: all maps, and then all
  /// fallbacks.
  private let ends: [ComparedRoute]
  /// The work that all comparisons together may take.
  private let budget: RelationBudget
  /// The routes of which questions were left out, as the work was spent.
  private var undecided: [ComparedRoute] = []
  private var leftOut: Set<RouteID> = []

  /// Takes what is compared; the work that is allowed by default is a few seconds of it.
  init(_ core: RouterCore, requiring tags: [RouteTag], work: Int = 40_000_000) {
    self.core = core
    budget = RelationBudget(work: work)
    required = tags
    let table = core.registry.table
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
    findings += shadowed(except: duplicates)
    findings += unmet()
    findings += narrowGuards()
    // The least of all: it takes the work that is left.
    findings += unmetExceptions()
    if !undecided.isEmpty { findings.append(.undecided(described(undecided))) }
    let sorted = RouteFinding.Severity.allCases.flatMap { severity in
      findings.filter { $0.severity == severity }
    }
    let count = guards.count + proxies.count + middleware.count + ends.count
    return RouteReport(findings: sorted, routeCount: count)
  }

  private func described(_ routes: [ComparedRoute]) -> [RouteDescription] {
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
    // Two methods of one page make the same URL.
    let groups = Dictionary(grouping: named) { $0.entry.name ?? "" }
      .filter { Set($0.value.map(\.entry.pattern.text)).count > 1 }
    return groups.sorted { $0.key < $1.key }.map { .sameName($0.key, described($0.value)) }
  }

  private func doubtful() -> [RouteFinding] {
    all.sorted { $0.entry.order < $1.entry.order }.compactMap { route in
      PatternDoubt(of: route.entry.pattern.text).map { .doubtful(described([route])[0], $0) }
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
  private mutating func isLeftOut(_ route: ComparedRoute) -> Bool {
    guard budget.isSpent else { return false }
    if leftOut.insert(route.entry.id).inserted { undecided.append(route) }
    return true
  }

  // MARK: - Routes that meet no other

  private mutating func unmet() -> [RouteFinding] {
    (guards + proxies + middleware).compactMap { route in
      guard !route.entry.isAroundMisses else { return nil }
      var isUnknown = false
      var strangers: [ComparedRoute] = []
      for end in ends where route.isAsked(for: end) {
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
        for end in ends where route.isAsked(for: end) {
          if isLeftOut(route) || exception.mayMeet(end) { return nil }
        }
        return .unmet(exception.exception, of: described([route])[0])
      }
    }
  }

  // MARK: - Routes without guards

  private func unguarded() -> [RouteFinding] {
    guard !required.isEmpty else { return [] }
    let covering = ComparedRoutes(guards.filter { !$0.entry.isObserving })
    let missing = required.filter { tag in !ends.contains { $0.tags.contains(tag) } }
    return missing.map { .unknownTag($0) }
      + ends.flatMap { end -> [RouteFinding] in
        let tags = end.entry.tags.filter(required.contains)
        guard !tags.isEmpty else { return [] }
        return unguarded(end, tags: tags, by: covering)
      }
  }

  /// Asks for each method of a map by itself, if there are guards for some methods only.
  private func unguarded(
    _ end: ComparedRoute,
    tags: [RouteTag],
    by guards: ComparedRoutes
  ) -> [RouteFinding] {
    let isByMethod = end.isForRequests && !guards.routes.allSatisfy(\.isForAllMethods)
    let methods: [RouteTag?] = isByMethod && !end.methods.isEmpty ? end.methods : [nil]
    return methods.compactMap { method in
      let isAsked = { (route: ComparedRoute) in
        !isByMethod || route.tags.isEmpty || method.map(route.tags.contains) == true
      }
      let cover = RouteCover.of(end, by: guards.before(where: isAsked))
      let finding = { (cover: RouteCover, method: RouteTag?, isExcepted: Bool) in
        // A closure of the map may refuse exactly the part that is uncovered.
        let isSure = cover.certainty == .no && !end.isOpaque
        return RouteFinding.unguarded(
          described([end])[0],
          tags: tags,
          method: method,
          isSure ? .yes : .unknown,
          example: isSure ? cover.example?.description : nil,
          isExcepted: isExcepted
        )
      }
      if cover.certainty != .yes { return finding(cover, method, false) }
      for lookup in lookups(of: end, method, by: guards) {
        let rest = remaining(cover, of: end, in: lookup, by: guards)
        let token = !isByMethod ? method : lookup.contains(.head) ? .head : lookup.first
        if rest.certainty != .yes { return finding(rest, token == .unnamed ? nil : token, true) }
      }
      return nil
    }
  }

  /// The lookups that the exceptions of guards tell apart, of those that find a map by a method, or
  /// by any.
  private func lookups(
    of end: ComparedRoute,
    _ method: RouteTag?,
    by guards: ComparedRoutes
  ) -> [[RouteTag]] {
    guard end.isForRequests else { return [[]] }
    switch method {
    // HEAD finds the maps of GET.
    case RouteTag.get?: return [[.get], [.head, .get]]
    case let method?: return [[method]]
    case nil:
      var tokens = end.methods
      if tokens.isEmpty {
        let named = guards.routes.flatMap { route in route.exceptions.flatMap(\.exception.methods) }
        tokens = [.unnamed] + Set(named).sorted { $0.description < $1.description }
      }
      return tokens.flatMap { lookups(of: end, $0, by: guards) }
    }
  }

  /// Asks whether guards that cover a map cover it with their exceptions as well.
  private func remaining(
    _ cover: RouteCover,
    of end: ComparedRoute,
    in lookup: [RouteTag],
    by guards: ComparedRoutes
  ) -> RouteCover {
    guard cover.routes.contains(where: { $0.excepts(end, in: lookup) }) else { return cover }
    let whole = RouteCover.of(
      end,
      by: guards.before { $0.entry.fits(lookup) && !$0.excepts(end, in: lookup) }
    )
    guard whole.certainty == .no, !budget.isSpent else { return whole }
    // Whichever guards were taken to cover it; those that match a sample come first, as they are
    // few and likely to be the ones.
    let excepting = guards.before { $0.entry.fits(lookup) && $0.excepts(end, in: lookup) }
    if let sample = end.sample {
      let likely = excepting.matching(sample).map { guards.routes[$0] }
      if let open = target(of: end, leftOutBy: likely, in: lookup, by: guards) {
        return .missing(open)
      }
    }
    let all = excepting.all
    if let open = target(of: end, leftOutBy: all, in: lookup, by: guards) { return .missing(open) }
    return .found(.unknown, all)
  }

  /// A target of a map that some guards leave out and that no other is asked about, whatever the
  /// order of the guards.
  private func target(
    of end: ComparedRoute,
    leftOutBy excepting: [ComparedRoute],
    in lookup: [RouteTag],
    by guards: ComparedRoutes
  ) -> RouteTarget? {
    let all = guards.before { _ in true }
    let exceptions = excepting.flatMap(\.exceptions).filter { $0.exception.isFor(lookup) }
      .sorted { $0.exception.pattern.text < $1.exception.pattern.text }
    for exception in exceptions {
      if budget.isSpent { return nil }
      guard let target = exception.target(of: end) else { continue }
      let isAsked = all.matching(target).contains { place in
        guards.routes[place].mayBeAsked(about: target, in: lookup)
      }
      if !isAsked { return target }
    }
    return nil
  }

  // MARK: - Guards that ask for more

  private struct Narrowness: Hashable {
    let aspects: [RouteFinding.Aspect]
    let certainty: Certainty
  }

  private mutating func narrowGuards() -> [RouteFinding] {
    guards.flatMap { route -> [RouteFinding] in
      var maps: [(Narrowness, ComparedRoute)] = []
      for end in ends where route.isAsked(for: end) {
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
        .narrow(
          described([route])[0],
          kind.aspects,
          than: described(maps.filter { $0.0 == kind }.map(\.1)),
          kind.certainty
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

/// Looks for maps and fallbacks that guards do not decide about, though that is required.
extension RouteValidator {
  /// Returns the errors in what is required of maps and fallbacks.
  mutating func missingGuards() -> [RouteFinding] {
    let tagged = unguarded()
    return (tagged + undeclared(beside: tagged)).filter { $0.severity == .error }
  }

  func unguarded() -> [RouteFinding] {
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

  // MARK: - Routes without what is declared of them

  /// Looks at what is declared, and where all that is not public needs guards at the other routes.
  mutating func undeclared(beside known: [RouteFinding]) -> [RouteFinding] {
    guard allExceptPublic || ends.contains(where: { $0.entry.declaration?.access != nil }) else {
      return []
    }
    let reported = Set(known.filter { $0.kind == .unguarded }.compactMap { $0.routes.first?.id })
    let deciding = guards.filter { !$0.entry.isObserving }
    let names = Set(deciding.compactMap(\.entry.name))
    var check = AccessCheck(
      guards: ComparedRoutes(deciding),
      ends: ComparedRoutes(ends),
      budget: budget
    )
    var missing: [String: [ComparedRoute]] = [:]
    var findings: [RouteFinding] = []
    for (place, end) in ends.enumerated() {
      switch end.entry.declaration?.access {
      case let access? where access.isPublic:
        if !isLeftOut(end), check.isCoveredAlone(place) {
          findings.append(.guardedPublic(described([end])[0]))
        }
      case let access?:
        for name in access.guards {
          if names.contains(name) {
            findings += open(place, requiring: name, &check)
          } else {
            missing[name, default: []].append(end)
          }
        }
      case nil where allExceptPublic && !reported.contains(end.entry.id):
        findings += open(place, requiring: nil, &check)
      case nil: break
      }
    }
    return missing.sorted { $0.key < $1.key }.map {
      .unknownGuard($0.key, described($0.value.sorted { $0.entry.order < $1.entry.order }))
    }
      + findings
  }

  /// Asks whether a map or fallback is reached where no guard, or none of a name, is asked.
  private mutating func open(
    _ place: Int,
    requiring name: String?,
    _ check: inout AccessCheck
  ) -> [RouteFinding] {
    let end = ends[place]
    let verdict = check.verdict(of: place, by: name.map { .named($0) } ?? .all)
    if case .unknown = verdict { _ = isLeftOut(end) }
    return RouteFinding.of(verdict, described([end])[0], requiring: name)
  }
}

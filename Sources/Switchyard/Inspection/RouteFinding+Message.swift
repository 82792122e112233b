extension RouteFinding {
  /// Routes of one kind with the same pattern and tags.
  static func duplicate(_ routes: [RouteDescription]) -> RouteFinding {
    let kind = routes.first?.kind ?? .map
    let runsOnce = kind == .map || kind == .fallback
    let consequence =
      runsOnce
      ? "Only the latest ever runs. Dispose of the others, or give them tags of their own."
      : "Each of them runs."
    return RouteFinding(
      kind: .duplicate,
      severity: runsOnce ? .warning : .note,
      certainty: .yes,
      routes: routes,
      aspects: [],
      example: nil,
      message: "The \(routes.first.text) is registered \(routes.count) times"
        + "\(routes.first?.tags.isEmpty == false ? " with the same tags" : ""). \(consequence)"
    )
  }

  /// Routes with the same name, of which the latest comes last.
  static func sameName(_ name: String, _ routes: [RouteDescription]) -> RouteFinding {
    RouteFinding(
      kind: .sameName,
      severity: .warning,
      certainty: .yes,
      routes: routes,
      aspects: [],
      example: nil,
      message: "The name \(name.excerpt) is that of \(routes.count) routes, and finds the latest "
        + "alone: the \(routes.last.text). Give each route a name of its own."
    )
  }

  /// A pattern that hardly means what it seems to.
  static func doubtful(_ route: RouteDescription, _ doubt: PatternDoubt) -> RouteFinding {
    RouteFinding(
      kind: .doubtful,
      severity: .note,
      certainty: .yes,
      routes: [route],
      aspects: [],
      example: nil,
      message: "The \(route) \(doubt)"
    )
  }

  /// A map or fallback that never runs, and those that run in its place.
  static func shadowed(
    _ route: RouteDescription,
    by others: [RouteDescription],
    _ certainty: Certainty
  ) -> RouteFinding {
    let isSure = certainty == .yes
    return RouteFinding(
      kind: .shadowed,
      severity: isSure ? .warning : .note,
      certainty: certainty,
      routes: [route] + others,
      aspects: [],
      example: nil,
      message: isSure
        ? "The \(route) never runs: \(others.text) \(others.count == 1 ? "wins" : "win") wherever it "
          + "matches. Make its pattern more specific, or dispose of it."
        : "The \(route) may never run: it cannot be decided whether \(others.text) "
          + "\(others.count == 1 ? "wins" : "win") wherever it matches."
    )
  }

  /// A guard, a proxy or middleware that meets no map and no fallback.
  static func unmet(_ route: RouteDescription, _ certainty: Certainty) -> RouteFinding {
    let isGuard = route.kind == .guard
    let meets = certainty == .yes ? "meets" : "may meet"
    return RouteFinding(
      kind: .unmet,
      severity: isGuard && certainty == .yes ? .warning : .note,
      certainty: certainty,
      routes: [route],
      aspects: [],
      example: nil,
      message: "The \(route) \(meets) no map and no fallback. "
        + (route.kind == .proxy
          ? "It does nothing there unless it commits to something else."
          : "Nothing stands behind it; see whether its pattern is the one that was meant.")
    )
  }

  /// An exception of a guard that meets nothing.
  static func unmet(_ exception: GuardException, of route: RouteDescription) -> RouteFinding {
    RouteFinding(
      kind: .unmet,
      severity: .note,
      certainty: .yes,
      routes: [route],
      aspects: [],
      example: nil,
      message:
        "The exception \("\(exception)".printable) of the \(route) meets no map and no fallback. "
        + "See whether its pattern is the one that was meant."
    )
  }

  /// A proxy, or middleware, that shares no tag with the maps it meets.
  static func untagged(_ route: RouteDescription, _ maps: [RouteDescription]) -> RouteFinding {
    RouteFinding(
      kind: .unmet,
      severity: .note,
      certainty: .yes,
      routes: [route] + maps,
      aspects: [],
      example: nil,
      message:
        "The \(route) shares no tag with a map or fallback that it meets. "
        + (route.kind == .middleware
          ? "It never runs around \(maps.text); give one of them a tag of it."
          : "Few lookups find both it and \(maps.text): those without tags, or with tags of both.")
    )
  }

  /// A map or fallback that needs guards and is not fully covered by them.
  static func unguarded(
    _ route: RouteDescription,
    tags: [RouteTag],
    method: RouteTag?,
    _ certainty: Certainty,
    example: String?,
    isExcepted: Bool
  ) -> RouteFinding {
    let open = example.map { ": \($0.printable) is not" } ?? ""
    let guards = method?.methodToken.map { "guards for \($0)" } ?? "guards"
    return RouteFinding(
      kind: .unguarded,
      severity: .error,
      certainty: certainty,
      routes: [route],
      aspects: [],
      example: example,
      message: (certainty == .yes
        ? "The \(route), tagged \(tags.list), is not covered by \(guards)\(open)."
        : "It cannot be decided whether the \(route), tagged \(tags.list), is covered by \(guards).")
        + " Register a guard that matches all that it matches"
        + (isExcepted ? ", or take away what guards except of it." : ".")
    )
  }

  /// A map or fallback that is reached where no guard, or none of a name, decides.
  ///
  /// - Parameters:
  ///   - route: the map or fallback.
  ///   - name: the name that is required; `nil` where any guard will do.
  ///   - example: a target that comes to it, if one is known.
  ///   - method: the method of the request that it comes with.
  ///   - tags: the tags of the lookup that it comes in, where that is no request.
  /// - Returns: the finding, which is certain where there is an example.
  static func open(
    _ route: RouteDescription,
    requiring name: String?,
    example: String? = nil,
    method: String? = nil,
    tags: [RouteTag] = []
  ) -> RouteFinding {
    let isShown = example != nil
    let way = method.map { "\($0) " } ?? ""
    let view = method == nil && !tags.isEmpty ? ", through the tag \(tags.list)," : ""
    let wanted = name.map { "the guard \"\($0.excerpt)\", which it requires" }
    let fault =
      isShown
      ? "\(way)\(example?.printable ?? "")\(view) comes to the \(route), and "
        + (wanted.map { "\($0), is not asked." } ?? "no guard is asked.")
      : "It cannot be decided whether "
        + (wanted ?? "a guard") + "\(wanted == nil ? "" : ",") is always asked before the \(route)."
    let remedy =
      name == nil
      ? "Register a guard that decides about it, or declare access: .public(\"the reason\")."
      : "Have that guard match all that it matches, without a closure in its pattern, or correct "
        + "its access."
    return RouteFinding(
      kind: .unguarded,
      severity: .error,
      certainty: isShown ? .yes : .unknown,
      routes: [route],
      aspects: [],
      example: example,
      method: method,
      message: "\(fault) \(remedy)"
    )
  }

  /// A name that no guard has, and the maps and fallbacks that require it.
  static func unknownGuard(_ name: String, _ routes: [RouteDescription]) -> RouteFinding {
    RouteFinding(
      kind: .unknownGuard,
      severity: .error,
      certainty: .yes,
      routes: routes,
      aspects: [],
      example: nil,
      message: "No guard that can turn somebody away has the name \"\(name.excerpt)\", which the "
        + "access of \(routes.text) requires. Correct the name, or give it to the guard that is "
        + "meant."
    )
  }

  /// A map or fallback that is public, and that guards decide about all the same.
  static func guardedPublic(_ route: RouteDescription) -> RouteFinding {
    RouteFinding(
      kind: .guardedPublic,
      severity: .note,
      certainty: .yes,
      routes: [route],
      aspects: [],
      example: nil,
      message:
        "The \(route) is declared public, and guards decide about all that it matches. Except "
        + "it from them, or declare which of them it requires."
    )
  }

  /// A tag that nothing has that a guard could cover.
  static func unknownTag(_ tag: RouteTag) -> RouteFinding {
    RouteFinding(
      kind: .unknownTag,
      severity: .error,
      certainty: .yes,
      routes: [],
      aspects: [],
      example: nil,
      message: "No map and no fallback has the tag \(tag.description.excerpt), so that no guard is "
        + "required by it. Correct the tag, or give it to the routes that are meant."
    )
  }

  /// Routes of which not all was asked.
  static func undecided(_ routes: [RouteDescription]) -> RouteFinding {
    RouteFinding(
      kind: .undecided,
      severity: .warning,
      certainty: .unknown,
      routes: routes,
      aspects: [],
      example: nil,
      message: "Not everything was asked of \(routes.text): the work of one run was spent. "
        + "Validate fewer routes at once, or write simpler expressions."
    )
  }

  /// Whether it is only a note that guards are narrower: they are as most are, since a path of its
  /// own is what a guard is for, or it is not sure.
  static func isNote(_ aspects: [Aspect], _ certainty: Certainty) -> Bool {
    certainty != .yes || aspects.allSatisfy { $0 == .path || $0 == .validation }
  }

  /// Guards that ask for more than maps they meet.
  static func narrow(
    _ guards: [RouteDescription],
    _ aspects: [Aspect],
    than maps: [RouteDescription],
    _ certainty: Certainty
  ) -> RouteFinding {
    let isOne = guards.count == 1
    let areNarrower = certainty == .yes ? (isOne ? "is" : "are") : "may be"
    return RouteFinding(
      kind: .narrowGuard,
      severity: isNote(aspects, certainty) ? .note : .warning,
      certainty: certainty,
      routes: guards + maps,
      aspects: aspects,
      example: nil,
      message: "\(guards.text.capitalizedFirst) \(areNarrower) narrower than \(maps.text) in "
        + "\(aspects.map(\.rawValue).list). What differs there goes past \(isOne ? "it" : "them")."
    )
  }
}

extension RouteDescription? {
  fileprivate var text: String { map { "\($0)" } ?? "route" }
}

extension [RouteDescription] {
  /// The first of them in words, and the number of others.
  fileprivate var text: String {
    let limit = 5
    let shown = prefix(limit).map { "the \($0)" }
    return count > limit
      ? "\(shown.joined(separator: ", ")) and \(count - limit) more" : shown.list
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension [String] {
  fileprivate var list: String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) and \(last)"
  }
}

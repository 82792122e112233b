import RoutePatterns

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

  /// A guard that asks for more than maps it meets.
  static func narrow(
    _ route: RouteDescription,
    _ aspects: [Aspect],
    than maps: [RouteDescription],
    _ certainty: Certainty
  ) -> RouteFinding {
    // A path of its own is what most guards are for.
    let isUsual = aspects.allSatisfy { $0 == .path || $0 == .validation }
    return RouteFinding(
      kind: .narrowGuard,
      severity: isUsual ? .note : .warning,
      certainty: certainty,
      routes: [route] + maps,
      aspects: aspects,
      example: nil,
      message: "The \(route) \(certainty == .yes ? "is" : "may be") narrower than \(maps.text) in "
        + "\(aspects.map(\.rawValue).list). What differs there goes past it."
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

extension [String] {
  fileprivate var list: String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) and \(last)"
  }
}

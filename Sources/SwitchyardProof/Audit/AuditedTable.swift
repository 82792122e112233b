/// The routes of a router when an audit begins, with what a search for targets needs of them.
final class AuditedTable {
  /// A route with its languages.
  final class Route {
    let route: RouteDescription
    let id: RouteID
    let pattern: RoutePattern
    let exceptions: [GuardException]
    /// The place in the order in which a dispatch asks.
    let rank: Int
    /// The targets that it matches, with those that no closure of its pattern refuses.
    private(set) lazy var plain = PatternLanguage(pattern.withoutChecks)
    /// The same, with those that may and those that surely match.
    private(set) lazy var language =
      pattern.hasOpaqueValidations ? PatternLanguage(pattern) : plain
    private(set) lazy var exceptionLanguages = exceptions.map { exception in
      PatternLanguage(exception.pattern.withoutChecks)
    }

    init?(
      _ route: RouteDescription,
      _ pattern: RoutePattern,
      _ exceptions: [GuardException],
      rank: Int
    ) {
      guard let id = route.id else { return nil }
      (self.route, self.id, self.pattern, self.exceptions) = (route, id, pattern, exceptions)
      self.rank = rank
    }

    /// Whether it looks at the scheme or the host of a target.
    var seesSite: Bool { pattern.seesSite }

    /// Whether a guard may be asked in a lookup with some tags: one for some methods is not by a
    /// request of another.
    func fits(_ lookup: [RouteTag]) -> Bool {
      route.tags.isEmpty || !lookup.isOfRequest || !Set(route.tags).isDisjoint(with: lookup)
    }

    /// Whether it is surely asked for all of a part of a map, in a lookup with some tags, if it is
    /// for the target of the part that was asked about; and for none of it, if it is not.
    func surelyStands(before end: Route, in lookup: [RouteTag]) -> Bool {
      let excepting = zip(exceptions, exceptionLanguages).contains { exception, language in
        guard exception.isFor(lookup) else { return false }
        // What the automata do not know exactly may leave out more than the part that was asked
        // about, or another one.
        return exception.pattern.hasOpaqueValidations
          || !language.isExact && language.overlaps(end.plain) != .no
      }
      if excepting { return false }
      // Each part was asked about where it matches, as far as the automata know that exactly.
      if pattern == end.pattern || language.isExact && !pattern.hasOpaqueValidations { return true }
      return language.covers(end.plain) == .yes
    }
  }

  /// A language that divides a map.
  struct Divider {
    let language: PatternLanguage
    /// Whether its pattern looks at the scheme or the host of a target.
    let seesSite: Bool
  }

  let ends: [Route]
  /// The number of the version whose routes these are.
  let version: Int
  private let routes: [RouteID: Route]
  private let guards: [Route]

  init(_ view: RouterView) {
    let listed = view.routesWithPatterns
    version = listed.version
    let all = listed.routes.enumerated().compactMap { rank, found in
      Route(found.route, found.pattern, found.exceptions, rank: rank)
    }
    routes = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    guards = all.filter { $0.route.kind == .guard }
    ends = all.filter { $0.route.kind == .map || $0.route.kind == .fallback }
      .sorted { ($0.route.order ?? 0) < ($1.route.order ?? 0) }
  }

  subscript(id: RouteID) -> Route? { routes[id] }

  /// The methods that a guard or one of its exceptions names.
  private(set) lazy var namedMethods = Set(
    guards.flatMap { $0.route.tags + $0.exceptions.flatMap(\.methods) }
  )

  /// Whether a map that has refused a target by itself, as a guard that it requires was not asked,
  /// surely refuses all of the part that was asked about.
  func surelyRefuses(_ end: Route, _ met: MetRoutes, in lookup: [RouteTag]) -> Bool {
    guard let access = end.route.access else { return true }
    return access.guards.contains { name in
      guards.allSatisfy { guardian in
        if guardian.route.name != name || guardian.route.isObserving == true { return true }
        if !guardian.fits(lookup) { return true }
        if met.guards.contains(guardian.id) { return false }
        // Another target of the part may meet it, which then runs if it allows that.
        return guardian.plain.overlaps(end.plain) == .no
          || guardian.surelyStands(before: end, in: lookup)
      }
    }
  }

  /// The targets that requests can have, those of http and those of https.
  private(set) lazy var sites = AuditedTable.sites(ends.first?.pattern.options.slashes ?? .lenient)

  private static func sites(_ slashes: RouteTarget.SlashPolicy) -> [PatternLanguage] {
    let options = RoutePattern.Options(slashes: slashes)
    return [
      PatternLanguage(RoutePattern("http://*/*", where: [:], options: options)),
      PatternLanguage(RoutePattern("https://*/*", where: [:], options: options)),
    ]
  }

  /// The languages that divide a map in a lookup: guards that it meets in parts, and exceptions.
  func dividers(of end: Route, in lookup: [RouteTag]) -> [Divider] {
    var dividers: [Divider] = []
    for guardian in guards where guardian.plain.overlaps(end.plain) != .no {
      if guardian.plain.covers(end.plain) != .yes {
        dividers.append(Divider(language: guardian.plain, seesSite: guardian.seesSite))
      }
      for (exception, language) in zip(guardian.exceptions, guardian.exceptionLanguages)
      where exception.isFor(lookup) && language.overlaps(end.plain) != .no {
        dividers.append(Divider(language: language, seesSite: exception.pattern.seesSite))
      }
    }
    return dividers
  }
}

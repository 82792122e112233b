import RoutePatterns
import Switchyard

/// The routes of a router when an audit begins, with what a search for targets needs of them.
final class AuditedTable {
  /// A route with its languages.
  final class Route {
    let route: RouteDescription
    let id: RouteID
    let pattern: RoutePattern
    let exceptions: [GuardException]
    /// The targets that it matches, with those that no closure of its pattern refuses.
    private(set) lazy var plain = PatternLanguage(pattern.withoutChecks)
    /// The same, with those that may and those that surely match.
    private(set) lazy var language =
      pattern.hasOpaqueValidations ? PatternLanguage(pattern) : plain
    private(set) lazy var exceptionLanguages = exceptions.map { exception in
      PatternLanguage(exception.pattern.withoutChecks)
    }

    init?(_ route: RouteDescription, _ pattern: RoutePattern, _ exceptions: [GuardException]) {
      guard let id = route.id else { return nil }
      (self.route, self.id, self.pattern, self.exceptions) = (route, id, pattern, exceptions)
    }

    /// Whether it surely matches all that a map matches, in a lookup with some tags.
    func surelyStands(before end: Route, in lookup: [RouteTag]) -> Bool {
      let excepting = exceptions.contains { exception in
        exception.isFor(lookup) && exception.pattern.hasOpaqueValidations
      }
      if excepting { return false }
      // Each part was asked about where it matches, as far as the automata know that exactly.
      if pattern == end.pattern || language.isExact && !pattern.hasOpaqueValidations { return true }
      return language.covers(end.plain) == .yes
    }
  }

  let ends: [Route]
  private let routes: [RouteID: Route]
  private let guards: [Route]

  init(_ view: RouterView) {
    let all = view.routesWithPatterns.compactMap { Route($0.route, $0.pattern, $0.exceptions) }
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

  /// The languages that divide a map in a lookup: guards that it meets in parts, and exceptions.
  func languages(dividing end: Route, in lookup: [RouteTag]) -> [PatternLanguage] {
    var languages: [PatternLanguage] = []
    for guardian in guards where guardian.plain.overlaps(end.plain) != .no {
      if guardian.plain.covers(end.plain) != .yes { languages.append(guardian.plain) }
      for (exception, language) in zip(guardian.exceptions, guardian.exceptionLanguages)
      where exception.isFor(lookup) && language.overlaps(end.plain) != .no {
        languages.append(language)
      }
    }
    return languages
  }
}

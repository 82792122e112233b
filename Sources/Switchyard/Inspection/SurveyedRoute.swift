/// A route with what decides whether a lookup asks it, for comparisons of tables.
package struct SurveyedRoute: Sendable {
  private let entry: RouteEntry

  init(_ entry: RouteEntry) { self.entry = entry }

  /// The identifier of the route.
  package var id: RouteID { entry.id }
  /// The kind of the route.
  package var kind: RouteKind { entry.kind }
  /// The pattern of the route.
  package var pattern: RoutePattern { entry.pattern }
  /// The tags of the route; of a guard, the methods that it is asked for.
  package var tags: [RouteTag] { entry.tags }
  /// The name of the route.
  package var name: String? { entry.name }
  /// Whether it is a guard that may turn somebody away.
  package var decides: Bool { entry.kind == .guard && !entry.isObserving }
  /// The targets that it is not asked about, of a guard.
  package var exceptions: [GuardException] { entry.exceptions }

  /// Whether a lookup with some tags finds it.
  package func isFound(by lookup: [RouteTag]) -> Bool { entry.fits(lookup) }

  /// Whether one of its exceptions is for a lookup, whatever the target.
  package func isExcepted(at place: Int, in lookup: [RouteTag]) -> Bool {
    entry.exceptions[place].isFor(lookup)
  }

  /// Whether it is middleware that runs around a map or fallback, or around none.
  package func isAround(_ end: SurveyedRoute?) -> Bool { entry.isAround(end?.entry) }
}

extension Router {
  /// All routes, in the order in which a dispatch asks.
  package var survey: [SurveyedRoute] {
    core.registry.liveTable.all.map { SurveyedRoute($0) }
  }
}

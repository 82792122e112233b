/// The routes that a target meets in one lookup, by their identifiers, in the order in which they
/// are asked.
package struct MetRoutes: Hashable, Sendable {
  /// The guards, without those that have an exception for the target.
  package let guards: [RouteID]
  /// The proxies.
  package let proxies: [RouteID]
  /// The middleware around what runs.
  package let middleware: [RouteID]
  /// The map or fallback that runs; `nil` where there is none.
  package let end: RouteID?
  /// Whether a match could not be decided.
  package let isUndecided: Bool

  init(_ found: FoundRoutes) {
    var ids = (0..<found.count).map { found.entry(at: $0).id }
    end = found.hasEnd ? ids.removeLast() : nil
    guards = Array(ids[..<found.guardCount])
    proxies = Array(ids[found.guardCount..<found.beforeMiddleware])
    middleware = Array(ids[found.beforeMiddleware...])
    isUndecided = found.hasFailures
  }
}

extension RouterView {
  /// Finds the routes that a target meets now, as a dispatch does; closures of patterns run, and no
  /// handler.
  package func meet(_ target: RouteTarget, rivalTags: [RouteTag]) -> MetRoutes {
    var budget = core.budget
    return MetRoutes(
      core.registry.find(target, tags: tags, rivalTags: rivalTags, budget: &budget)
    )
  }
}

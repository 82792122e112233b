package import Dispatch
package import RoutePatterns

extension RouteRegistrar {
  /// Registers a map or a fallback that has done its work when its handler returns.
  ///
  /// For modules whose handlers mostly end at once: if no guard or proxy comes before it, a
  /// dispatch calls such a handler as a function, and makes neither a task nor any other object to
  /// wait for it.
  package func register(
    _ kind: RouteKind,
    _ pattern: RoutePattern,
    tags: [RouteTag],
    queue: DispatchQueue?,
    owner: (any RouteOwner)?,
    name: String?,
    returning handler: @escaping @Sendable (RouteContext) throws -> Void
  ) -> RouteUUID {
    scope.register(
      kind,
      pattern,
      tags: tags,
      place: HandlerPlace(queue),
      owner: owner,
      name: name,
      body: .returning(handler)
    )
  }
}

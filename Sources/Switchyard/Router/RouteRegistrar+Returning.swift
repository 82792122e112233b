extension RouteRegistrar {
  /// Registers a map or a fallback that has done its work when its handler returns.
  ///
  /// For modules whose handlers mostly end at once: if no guard or proxy comes before it, a
  /// dispatch calls such a handler as a function, and makes neither a task nor any other object to
  /// wait for it.
  package func register(
    _ kind: RouteKind,
    _ pattern: RoutePattern,
    _ options: RouteOptions,
    returning handler: @escaping @Sendable (RouteContext) throws -> Void
  ) -> RouteID {
    scope.register(kind, pattern, options, .returning(handler))
  }

  /// Registers a map or a fallback with an async handler.
  package func register(
    _ kind: RouteKind,
    _ pattern: RoutePattern,
    _ options: RouteOptions,
    completing handler: @escaping @Sendable (RouteContext) async throws -> Void
  ) -> RouteID {
    scope.register(kind, pattern, options, .map(handler))
  }

  /// Registers a guard for the methods that its tags name, with an async handler.
  package func registerGuard(
    _ pattern: RoutePattern,
    _ options: RouteOptions,
    deciding handler: @escaping @Sendable (RouteContext) async throws -> GuardVerdict
  ) -> RouteID {
    scope.register(.guard, pattern, options, .guard(handler))
  }

  /// Registers a guard for the methods that its tags name, whose handler answers by a closure.
  package func registerGuard(
    _ pattern: RoutePattern,
    _ options: RouteOptions,
    answering handler:
      @escaping @Sendable (
        _ context: RouteContext, _ decide: @escaping @Sendable (GuardVerdict) -> Void
      ) -> Void
  ) -> RouteID {
    scope.register(.guard, pattern, options, .guard(answering: handler))
  }
}

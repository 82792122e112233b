extension RouteRegistrar {
  /// Registers a map whose handler runs on the main actor, answers by a closure, and can throw
  /// before it does.
  ///
  /// For handlers that receive a closure to call and may find at once that they cannot go on.
  /// Unlike an async handler it begins without another hop, and a closure that is dropped or called
  /// twice is reported.
  package func map(
    _ pattern: RoutePattern,
    _ options: RouteOptions,
    throwing handler:
      @escaping @MainActor @Sendable (
        _ context: RouteContext, _ completed: @escaping @Sendable () -> Void
      ) throws -> Void
  ) -> RouteID {
    let body = HandlerBody.mainCallback { context, reply in
      do {
        try handler(context) { reply(.completed) }
      } catch {
        reply(.threw(error))
      }
    }
    return scope.register(.map, pattern, options, body)
  }
}

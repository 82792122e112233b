/// An async handler, in one of its forms.
///
/// They are kept as they are given: each closure around an async one costs as much as a lookup.
enum AwaitedHandler: Sendable {
  case `guard`(@Sendable (RouteContext) async throws -> GuardVerdict)
  case proxy(@Sendable (RouteContext) async throws -> ProxyDecision)
  /// A map or fallback, which completes by returning.
  case end(@Sendable (RouteContext) async throws -> Void)

  /// Calls the handler.
  /// - Returns: its answer, or its error as one.
  func answer(_ context: RouteContext) async -> HandlerAnswer {
    do {
      switch self {
      case .guard(let body): return .guard(try await body(context))
      case .proxy(let body): return .proxy(try await body(context))
      case .end(let body): try await body(context)
      }
      return .completed
    } catch {
      return .threw(error)
    }
  }
}

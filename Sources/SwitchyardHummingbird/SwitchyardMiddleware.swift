#if Hummingbird
  public import Hummingbird
  public import HummingbirdCore
  public import RoutePatterns
  public import SwitchyardHTTP

  /// Middleware for Hummingbird that answers what our routes match, and passes on the rest.
  ///
  ///     let routes = try RouteResponder(router: ours)
  ///     router.add(middleware: SwitchyardMiddleware(routes))
  ///
  /// A request is passed on where no route of ours is for it by any method; for one with another
  /// method the answer is 405. Our guards are asked first in any case, and those that deny answer.
  public struct SwitchyardMiddleware<Context: RequestContext>: RouterMiddleware {
    private let routes: ServedRoutes
    private let address: AddressReader<Context>?

    /// Makes middleware.
    /// - Parameters:
    ///   - responder: the responder that has the routes.
    ///   - scheme: the scheme that the server listens for: `https` with TLS, or behind a proxy that
    ///     has it.
    ///   - provider: the same as the application's: a streamed body waits for its event loops, lest
    ///     more of it is held than the client takes.
    public init(
      _ responder: RouteResponder,
      scheme: RouteTarget.ServerScheme = .http,
      eventLoopGroupProvider provider: EventLoopGroupProvider = .singleton
    ) {
      routes = ServedRoutes(responder: responder, scheme: scheme, pace: BodyPace(provider))
      address = Context.addressReader
    }

    /// Answers a request, or passes it on.
    @concurrent public func handle(
      _ request: Request,
      context: Context,
      next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
      let head = routes.head(of: request, from: address?(context))
      let body = ServerRequestBody(request.body) { Array(buffer: $0) }
      guard let answer = await routes.responder.respondIfFound(to: consume head, body: body) else {
        // What a guard may still read is the other routes' from now on.
        await body.close()
        return try await next(request, context)
      }
      return await routes.answer(answer, to: body)
    }
  }
#endif

#if Hummingbird
  public import Hummingbird
  public import HummingbirdCore
  public import RoutePatterns
  public import SwitchyardHTTP

  /// A responder for Hummingbird that answers all requests by the routes of our router.
  ///
  ///     let routes = try RouteResponder(router: router)
  ///     let app = Application(responder: SwitchyardResponder<BasicRequestContext>(routes))
  ///     try await app.runService()
  public struct SwitchyardResponder<Context: RequestContext>: HTTPResponder {
    private let routes: ServedRoutes
    private let address: AddressReader<Context>?

    /// Makes a responder.
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

    /// Answers a request.
    @concurrent
    public func respond(to request: Request, context: Context) async throws -> Response {
      let head = routes.head(of: request, from: address?(context))
      let body = ServerRequestBody(request.body) { Array(buffer: $0) }
      return await routes.answer(routes.responder.respond(to: consume head, body: body), to: body)
    }
  }
#endif

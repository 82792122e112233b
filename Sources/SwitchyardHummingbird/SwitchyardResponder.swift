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
    private let responder: RouteResponder
    private let scheme: RouteTarget.ServerScheme

    /// Makes a responder.
    /// - Parameters:
    ///   - responder: the responder that has the routes.
    ///   - scheme: the scheme that the server listens for: `https` with TLS, or behind a proxy that
    ///     has it.
    public init(_ responder: RouteResponder, scheme: RouteTarget.ServerScheme = .http) {
      self.responder = responder
      self.scheme = scheme
    }

    /// Answers a request.
    @concurrent public func respond(
      to request: Request,
      context: Context
    ) async throws -> Response {
      let message = ReceivedMessage(request, context, scheme)
      return await message.answer(responder.respond(to: message.head, body: message.body))
    }
  }
#endif

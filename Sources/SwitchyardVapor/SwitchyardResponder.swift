#if Vapor
  public import RoutePatterns
  public import SwitchyardHTTP
  public import Vapor

  /// A responder for Vapor that answers all requests by the routes of our router, and runs no
  /// middleware of Vapor's.
  ///
  ///     let routes = try RouteResponder(router: router)
  ///     app.responder.use { _ in SwitchyardResponder(routes) }
  public struct SwitchyardResponder: AsyncResponder {
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
    @concurrent public func respond(to request: Request) async throws -> Response {
      let message = ReceivedMessage(request, scheme)
      return await message.answer(responder.respond(to: message.head, body: message.body))
    }
  }
#endif

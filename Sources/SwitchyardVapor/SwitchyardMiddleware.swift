#if Vapor
  public import RoutePatterns
  public import SwitchyardHTTP
  public import Vapor

  /// Middleware for Vapor that answers what our routes match, and passes on the rest.
  ///
  ///     let routes = try RouteResponder(router: ours)
  ///     app.middleware.use(SwitchyardMiddleware(routes))
  ///
  /// A request is passed on where no route of ours is for it by any method; for one with another
  /// method the answer is 405. Our guards are asked first in any case, and those that deny answer.
  public struct SwitchyardMiddleware: AsyncMiddleware {
    private let responder: RouteResponder
    private let scheme: RouteTarget.ServerScheme

    /// Makes middleware.
    /// - Parameters:
    ///   - responder: the responder that has the routes.
    ///   - scheme: the scheme that the server listens for: `https` with TLS, or behind a proxy that
    ///     has it.
    public init(_ responder: RouteResponder, scheme: RouteTarget.ServerScheme = .http) {
      self.responder = responder
      self.scheme = scheme
    }

    /// Answers a request, or passes it on.
    @concurrent public func respond(
      to request: Request,
      chainingTo next: any AsyncResponder
    ) async throws -> Response {
      let message = ReceivedMessage(request, scheme)
      let answer = await responder.respondIfFound(to: message.head, body: message.body)
      guard let answer else {
        // What a guard may still read is the other routes' from now on.
        await message.close()
        return try await next.respond(to: request)
      }
      return await message.answer(answer)
    }
  }
#endif

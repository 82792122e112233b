internal import Synchronization

/// Answers requests through a router, in process.
///
///     let router = Router(.server)
///     router.get("/books/:id") { request in .text("Book \(request.parameters["id"] ?? "")") }
///
///     let responder = try RouteResponder(router: router)
///     let response = await responder.respond(to: RequestHead(.get, "/books/1"))
///
/// A request is looked up by the tag of its method, or "HTTP"; a map without such a tag is never
/// reached. Guards run on the head, before any of the body is read.
public final class RouteResponder: Sendable {
  /// The router.
  public let router: Router
  /// The configuration of the responder.
  public let configuration: Configuration
  let limits: HeadLimits
  /// Whether there are observers.
  let isObserved: Bool
  /// Whether responses say how long each handler took.
  let sendsTimes: Bool
  /// The number of requests that are under way.
  let underWay = Atomic(0)

  /// Makes a responder.
  /// - Throws: `RouteResponderError` for a serial router, where one slow request would hold up all
  ///   others, and for a number of the configuration that lets no request through.
  public init(
    router: Router,
    configuration: Configuration = Configuration()
  ) throws(RouteResponderError) {
    guard router.configuration.order == .concurrent else { throw .serialRouter }
    try configuration.check()
    self.router = router
    self.configuration = configuration
    limits = configuration.limits
    isObserved = !configuration.observers.isEmpty
    sendsTimes = configuration.sendsServerTiming
  }
}

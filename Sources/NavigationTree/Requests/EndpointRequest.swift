/// A request for one endpoint, whether or not others match its URL: a router has chosen already.
///
/// ``RouterStore/attach(to:tags:options:access:fileID:line:)`` makes them for a router that feeds
/// one store. Where each request has a store of its own, as that of a visitor of a server, the
/// handler of a route makes it, so that the URL is not matched again:
///
///     router.get("/books/:id") { request in
///       let visitor = try visitors.require(request)
///       visitor.store.dispatch(EndpointRequest("/books/:id", request.parameters, request.target))
///       return try await visitor.page()
///     }
public struct EndpointRequest: RoutingRequestType {
  /// The route of the endpoint, as states name it.
  public let route: String
  /// The parameters that the endpoint is configured with.
  public let parameters: RouteParameters
  /// The target that was opened.
  public let target: RouteTarget

  /// Makes a request for the endpoint with a route; a store rejects one that its tree lacks.
  public init(_ route: String, _ parameters: RouteParameters, _ target: RouteTarget) {
    self.route = route
    self.parameters = parameters
    self.target = target
  }

  /// The URL that was opened.
  public var request: String { target.description }

  /// Returns the target that was opened.
  public func target(options: RouteTarget.Options) throws(RouteTargetError) -> RouteTarget {
    target
  }
}

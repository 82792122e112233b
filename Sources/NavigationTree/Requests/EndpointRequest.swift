import RoutePatterns

/// A request for one endpoint, whatever other endpoints would take its URL: a router has chosen already.
struct EndpointRequest: RoutingRequestType {
  let route: String
  let parameters: RouteParameters
  let target: RouteTarget

  var request: String { target.description }

  func target(options: RouteTarget.Options) throws(RouteTargetError) -> RouteTarget { target }
}

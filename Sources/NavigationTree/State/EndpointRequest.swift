import RoutePatterns

/// A request for one endpoint, whether or not others match its URL: a router has chosen already.
struct EndpointRequest: RoutingRequestType {
  let route: String
  let parameters: RouteParameters
  let target: RouteTarget

  var request: String { target.description }

  func target(options: RouteTarget.Options) throws(RouteTargetError) -> RouteTarget { target }
}

/// The way from one target to the next within a dispatch.
struct Hop: Sendable {
  enum Kind: Sendable { case commit, redirect }

  let kind: Kind
  let target: RouteTarget
  /// What the proxy has made of the parameters.
  var changes: ParameterChanges?
  /// What is passed from now on; nothing for what was passed before.
  var payload: (any Sendable)?
}

extension RouteTarget {
  /// The target that a route names, as seen from this one: a route without a host stays on the host.
  func resolving(
    _ route: String,
    options: Options
  ) throws(RouteTargetError) -> RouteTarget {
    let target = try RouteTarget(route, options: options)
    guard target.scheme == nil, host != nil else { return target }
    return try RouteTarget(origin + target.description, options: options)
  }

  /// Scheme and host as they stand before the path.
  private var origin: Substring {
    withoutQuery.prefix(withoutQuery.count - path.count)
  }
}

extension RouteTarget {
  /// Returns the target that a text names as seen from this one: a text without a host stays on the
  /// host.
  package func resolving(
    _ text: String,
    options: Options
  ) throws(RouteTargetError) -> RouteTarget {
    let target = try RouteTarget(text, options: options)
    guard target.scheme == nil, host != nil else { return target }
    return try RouteTarget(origin + target.description, options: options)
  }

  /// Scheme and host as they stand before the path.
  private var origin: Substring {
    withoutQuery.prefix(withoutQuery.count - path.count)
  }
}

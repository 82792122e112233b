extension RouteTag {
  /// The tag of routes that answer requests of any method.
  static let http: RouteTag = "HTTP"
}

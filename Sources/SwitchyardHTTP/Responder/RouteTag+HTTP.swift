extension RouteTag {
  /// The tag of what answers requests of any method.
  static let http: RouteTag = "HTTP"
}

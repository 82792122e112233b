extension Router {
  /// Returns the URL of the route with a name, or `nil` when there is none or it needs values.
  ///
  ///     router.map("/users", name: "users") { … }
  ///     router.url(named: "users")                      // "/users"
  public func url(named name: String) -> String? { try? url(named: name, [:]) }

  /// Returns the URL of the route with a name, made with values for its parameters.
  ///
  /// Of several routes with the name it is that of the latest.
  /// - Throws: `RouteNameError` when no route has the name, or its pattern and the values make no
  ///   URL.
  public func url(
    named name: String,
    _ values: [String: String]
  ) throws(RouteNameError) -> String {
    guard let entry = core.registry.entry(named: name) else {
      throw RouteNameError(unknown: name, among: Set(routes.compactMap(\.name)).sorted())
    }
    do {
      return try entry.pattern.url(values)
    } catch {
      throw RouteNameError(name, cause: error)
    }
  }
}

extension Router {
  /// Finds mistakes among the routes: those that can never run, meet no other, or stand unguarded.
  ///
  ///     #expect(router.validate(requiring: ["private"]).isClean)
  ///
  /// Patterns are compared for all targets there can be; no handler and no closure runs. A question
  /// that cannot be decided is reported as unknown, and where a guard is required it counts as
  /// missing.
  ///
  /// - Parameter tags: the tags of the maps and fallbacks that guards must cover completely;
  ///   without tags no guard is required.
  /// - Returns: the findings, the worst first.
  /// - Complexity: seldom more than the square of the number of routes, each step cheap.
  public func validate(requiring tags: [RouteTag] = []) -> RouteReport {
    RouteValidator(core, requiring: tags).report()
  }

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

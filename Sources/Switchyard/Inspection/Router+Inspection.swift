extension Router {
  /// Looks for mistakes among the routes: what can never run, meets nothing, or stands unguarded.
  ///
  ///     #expect(router.validate(requiring: ["private"]).isClean)
  ///
  /// Patterns are compared for all targets there can be; no handler and no closure runs. What cannot be decided is
  /// said to be unknown, and where a guard is required it counts as missing.
  ///
  /// - Parameter tags: those of the maps and fallbacks that guards must cover altogether; without them none is
  ///   required to.
  /// - Returns: what was found, the worst first.
  /// - Complexity: seldom more than the square of the number of routes, each step cheap.
  public func validate(requiring tags: [RouteTag] = []) -> RouteReport {
    RouteValidator(core, requiring: tags).report()
  }

  /// The URL of the route with a name; nothing when there is none, or when it needs values.
  ///
  ///     router.map("/users", name: "users") { … }
  ///     router.url(named: "users")                      // "/users"
  public func url(named name: String) -> String? { try? url(named: name, [:]) }

  /// The URL of the route with a name, made with values for its parameters.
  ///
  /// Of several routes with the name it is that of the latest.
  /// - Throws: `RouteNameError` when no route has the name, or its pattern and the values make no URL.
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

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Router {
  /// All live routes, in the order of their registration.
  public var routes: RouteListing { whole.routes }

  /// Says what a URL, a deep link or a path would meet if it were opened now.
  ///
  ///     print(router.explain("/books/1"))
  ///
  /// Every route is listed in the order in which a dispatch asks, as if all guards allowed and all proxies went on.
  /// No handler runs. Closures that validate values do run, as they would in a dispatch.
  public func explain(_ url: String) -> RouteExplanation { whole.explain(url) }

  /// Says what a URL would meet if it were opened now, as for a text.
  public func explain(_ url: URL) -> RouteExplanation { whole.explain(url) }

  /// Says what a target would meet if it were opened now, as for a text.
  public func explain(_ target: RouteTarget) -> RouteExplanation { whole.explain(target) }

  /// Looks for mistakes among the routes: what can never run, meets nothing, or stands unguarded.
  ///
  ///     #expect(router.validate(requiring: ["private"]).isClean)
  ///
  /// Patterns are compared for all targets there can be; no handler and no closure runs. What cannot be decided is
  /// said to be unknown, and where a guard is required it counts as missing.
  ///
  /// - Parameter tags: those of the maps and fallbacks that guards must cover altogether.
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

extension RouterView {
  /// The live routes that a lookup with the tags finds, in the order of their registration.
  public var routes: RouteListing {
    let table = core.registry.table
    return RouteListing(
      table.all.filter { $0.isLive && $0.fits(tags) }.map { RouteDescription($0, in: core) }
    )
  }

  /// Says what a URL, a deep link or a path would meet if it were opened through the tags now.
  ///
  /// No handler runs. Closures that validate values do run, as they would in a dispatch.
  public func explain(_ url: String) -> RouteExplanation {
    explain(url) { () throws(RouteTargetError) in try core.target(url) }
  }

  /// Says what a URL would meet if it were opened through the tags now, as for a text.
  public func explain(_ url: URL) -> RouteExplanation { explain(url.absoluteString) }

  /// Says what a target would meet if it were opened through the tags now, as for a text.
  public func explain(_ target: RouteTarget) -> RouteExplanation {
    explain(target.description) { () throws(RouteTargetError) in try core.target(target) }
  }

  private func explain(
    _ text: String,
    _ target: () throws(RouteTargetError) -> RouteTarget
  ) -> RouteExplanation {
    do throws(RouteTargetError) {
      var explainer = RouteExplainer(core, try target(), tags: tags)
      return explainer.explanation()
    } catch {
      return RouteExplanation(rejected: error, tags: tags)
    }
  }
}

extension RouteTable {
  /// All routes, in the order in which a dispatch asks them.
  var all: [RouteEntry] { guards + proxies + maps + fallbacks }
}

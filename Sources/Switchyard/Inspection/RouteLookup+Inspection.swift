#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RouteLookup {
  /// The live routes that are found, in the order of their registration.
  public var routes: RouteListing {
    let view = view
    let table = view.core.registry.liveTable
    return RouteListing(
      table.all.filter { $0.fits(view.tags) }.map { RouteDescription($0, in: view.core) },
      version: Int(table.version)
    )
  }

  /// Explains what a URL, a deep link or a path would meet if it were opened now.
  ///
  ///     print(router["Views"].explain("/books/1").table)
  ///
  /// Every route is listed in the order in which a dispatch asks, as if all guards allowed and all
  /// proxies went on. Where access has to be declared, it says whether the map or fallback may run.
  /// No handler runs. Closures that validate values do run, as they would in a dispatch.
  public func explain(_ url: String) -> RouteExplanation {
    view.explain { core throws(RouteTargetError) in try core.target(url) }
  }

  /// Explains what a URL would meet if it were opened now, as for a text.
  public func explain(_ url: URL) -> RouteExplanation { explain(url.absoluteString) }

  /// Explains what a target would meet if it were opened now, as for a text.
  public func explain(_ target: RouteTarget) -> RouteExplanation {
    view.explain { core throws(RouteTargetError) in try core.target(target) }
  }
}

extension RouterView {
  /// Explains what a text would meet, where maps with some other tags keep fallbacks from running.
  package func explain(_ url: String, rivalTags: [RouteTag]) -> RouteExplanation {
    explain(rivalTags) { core throws(RouteTargetError) in try core.target(url) }
  }

  fileprivate func explain(
    _ rivalTags: [RouteTag] = [],
    _ target: (RouterCore) throws(RouteTargetError) -> RouteTarget
  ) -> RouteExplanation {
    do throws(RouteTargetError) {
      var explainer = RouteExplainer(core, try target(core), tags: tags, rivalTags: rivalTags)
      return explainer.explanation()
    } catch {
      return RouteExplanation(rejected: "\(error)", tags: tags)
    }
  }
}

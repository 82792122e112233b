/// A table of routes as requests ask it: what a server with its router would answer, guards and
/// proxies aside.
struct ReplayTable {
  /// The way to look up the requests of one method.
  struct Lookup {
    /// The routes of the method; `nil` where there is none.
    fileprivate let view: RouterView?
    fileprivate let isOptions: Bool
  }

  let routes: ListedRoutes
  /// Whether routes have schemes or hosts.
  let seesSites: Bool
  let options: RouteTarget.Options
  /// The tags of maps and fallbacks by which requests find them.
  private let tags: Set<RouteTag>
  /// The maps of any method; `nil` where there is none.
  private let rivals: RouterView?

  init(_ routes: ListedRoutes) {
    self.routes = routes
    seesSites = routes.entries.contains(where: \.pattern.seesSite)
    let configuration = routes.router.configuration
    options = RouteTarget.Options(
      slashes: configuration.slashes,
      targetLength: configuration.targetLength
    )
    let maps = routes.entries.filter { $0.route.kind == .map }
    let ends = maps + routes.entries.filter { $0.route.kind == .fallback }
    tags = Set(ends.flatMap { $0.route.tags.filter(\.isForRequests) })
    let ofMaps = Set(maps.flatMap { $0.route.tags.filter(\.isForRequests) })
    // A lookup without tags is the quickest, and finds the same where requests find all maps.
    let isForAll = maps.allSatisfy { $0.route.tags.contains(where: \.isForRequests) }
    rivals = ofMaps.isEmpty ? nil : routes.router[isForAll ? [] : Array(ofMaps)]
  }

  func lookup(_ method: RequestMethod) -> Lookup {
    let found = method.lookupTags.filter { tags.contains($0) }
    return Lookup(
      view: found.isEmpty ? nil : routes.router[found],
      isOptions: method == .options
    )
  }

  /// Returns what a target is answered.
  func answer(_ lookup: Lookup, _ target: RouteTarget) -> ReplayAnswer {
    do throws(MatchError) {
      var fallback: ReplayAnswer?
      if let view = lookup.view, let found = try view.match(target) {
        guard let place = routes.place(of: found.route) else { return .undecided }
        if found.kind == .map { return .route(place) }
        fallback = .route(place)
      }
      // A map for another method keeps fallbacks from running.
      if let rivals, try rivals.match(target)?.kind == .map {
        return lookup.isOptions ? .options : .methodNotAllowed
      }
      return fallback ?? .notFound
    } catch {
      return .undecided
    }
  }
}

extension RouteTag {
  /// Whether requests find routes by it.
  fileprivate var isForRequests: Bool { self == .anyMethod || method != nil }
}

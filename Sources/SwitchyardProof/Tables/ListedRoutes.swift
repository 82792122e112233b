/// The routes of a listing, to be asked and compared without their handlers.
///
///     let old = try ListedRoutes(JSONDecoder().decode(RouteListing.self, from: data))
///
/// A listing says nothing of how maps win over one another, nor of slashes, letters and limits: its
/// configuration does. Of closures that validate values a listing says only that there
/// are some: where a target is looked up the values are taken as valid, and where patterns are
/// compared it is undecided what such a route matches. Two listings with closures in one route are
/// taken to have the same.
public struct ListedRoutes: Sendable {
  /// The routes as they were given, in the order of their registration.
  public let listing: RouteListing
  /// The same, with their patterns.
  package let entries: [ListedRoute]
  /// A router with these routes, whose handlers have no effect.
  package let router: Router
  private let places: [RouteID: Int]

  /// Reads a listing.
  ///
  /// - Parameters:
  ///   - listing: the routes.
  ///   - configuration: the configuration of the router that they are from; queues, times and the
  ///     receiver of faults are of no effect.
  /// - Throws: `ListedRoutesError` for the first route that cannot be registered.
  public init(
    _ listing: RouteListing,
    configuration: Router.Configuration = .server
  ) throws(ListedRoutesError) {
    var options = RoutePattern.Options()
    options.slashes = configuration.slashes
    options.letterCase = configuration.letterCase
    var entries: [ListedRoute] = []
    for route in listing { entries.append(try ListedRoute(reading: route, options)) }
    self.init(entries, configuration)
  }

  /// Takes routes that have been read, in the order of their registration.
  package init(_ entries: [ListedRoute], _ configuration: Router.Configuration) {
    var configuration = configuration
    // No handler runs, so the only faults are names given twice, as one page may have for two
    // methods.
    configuration.onFault = { _ in }
    let router = Router(configuration)
    var places: [RouteID: Int] = [:]
    for (place, entry) in entries.enumerated() {
      places[router.registerWithoutEffect(entry)] = place
    }
    listing = RouteListing(entries.map(\.route))
    self.router = router
    self.entries = entries
    self.places = places
  }

  /// Returns the place among the entries of the route that the router knows by an identifier.
  package func place(of id: RouteID) -> Int? { places[id] }

  /// Returns the place among the entries of a route of the router.
  package func place(of route: RouteDescription) -> Int? { route.id.flatMap { places[$0] } }
}

extension RouteRegistrar {
  /// Registers a route with a handler that has no effect.
  package func registerWithoutEffect(_ entry: ListedRoute) -> RouteID {
    let tags = entry.route.tags
    let name = entry.route.name
    switch entry.route.kind {
    case .guard:
      var options = RouteOptions(tags, nil, nil, name, #fileID, #line)
      options.isObserving = entry.route.isObserving == true
      options.exceptions = entry.exceptions
      return registerGuard(entry.pattern, options) { _, decide in decide(.allow) }
    case .proxy: return proxy(entry.pattern, tags: tags, name: name) { _, next in next(.pass) }
    case .middleware:
      var options = RouteOptions(tags, nil, nil, name, #fileID, #line)
      options.isForMisses = entry.route.isForMisses == true
      return registerMiddleware(entry.pattern, options) { _, next in
        try await next.run { try $0.get() }
      }
    case .map, .fallback:
      let options = RouteOptions(tags, nil, nil, name, #fileID, #line)
        .declaring(entry.route.access, entry.route.about)
      return register(entry.route.kind, entry.pattern, options, returning: { _ in })
    }
  }
}

import SwitchyardProof

/// A router with the routes of a manifest, whose handlers have no effect.
struct ManifestRouter {
  let manifest: RouteManifest
  let routes: ListedRoutes
  var router: Router { routes.router }

  init(_ manifest: RouteManifest, _ policies: RouterPolicies) {
    var configuration = Router.Configuration.server
    configuration.precedence = policies.precedence ?? manifest.entries.map(\.route).precedence
    configuration.slashes = policies.slashes
    configuration.letterCase = policies.letterCase
    configuration.targetLength = policies.targetLength
    configuration.matchSteps = policies.limits.matchSteps
    self.manifest = manifest
    routes = ListedRoutes(manifest.entries.map(\.listed), configuration)
  }

  /// Returns the entry that a route of the router was made of.
  func entry(of route: RouteDescription) -> RouteManifest.Entry? {
    routes.place(of: route).map { manifest.entries[$0] }
  }

  /// Returns the place in the manifest of a route, where that is a file.
  func place(of route: RouteDescription) -> ReportedPlace? {
    guard let name = manifest.name, name != "standard input", let entry = entry(of: route),
      let line = entry.line
    else { return nil }
    return ReportedPlace(file: name, line: line, column: entry.column ?? 1)
  }

  /// Returns what of the manifest is not read, or is read otherwise than it was meant.
  func unread(under policies: RouterPolicies) -> [(route: RouteDescription, message: String)] {
    let unread = manifest.unread(under: policies)
    guard !unread.isEmpty else { return [] }
    let registered = Dictionary(
      router.routes.compactMap { route in routes.place(of: route).map { ($0, route) } }
    ) { first, _ in first }
    return unread.compactMap { place, message in registered[place].map { ($0, message) } }
  }

  /// Returns a route as it stands in the manifest, with its own number and identifier.
  func described(_ route: RouteDescription) -> RouteDescription { entry(of: route)?.route ?? route }
}

extension Sequence<RouteDescription> {
  /// The precedence for routes of which a call says none: a server's maps have methods, and there
  /// the most specific wins.
  var precedence: Router.Precedence {
    // A fallback in a plain line is for every method in an app too, where no request asks for one.
    let isServer = contains { route in
      route.kind == .map && route.tags.contains { $0.method != nil || $0 == .anyMethod }
    }
    return isServer ? .mostSpecific : .latestFirst
  }
}

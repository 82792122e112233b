import Switchyard
import SwitchyardHTTP

/// A router with the routes of a manifest, whose handlers have no effect.
struct ManifestRouter {
  let manifest: RouteManifest
  let router: Router
  private let entries: [RouteID: RouteManifest.Entry]

  init(_ manifest: RouteManifest, _ policies: RouterPolicies) {
    var configuration = Router.Configuration.server
    configuration.precedence = policies.precedence ?? manifest.precedence
    configuration.slashes = policies.slashes
    configuration.letterCase = policies.letterCase
    configuration.targetLength = policies.targetLength
    configuration.matchSteps = policies.limits.matchSteps
    // No handler runs, so the only faults are names given twice, as one page may have for two
    // methods.
    configuration.onFault = { _ in }
    self.manifest = manifest
    router = Router(configuration)
    var entries: [RouteID: RouteManifest.Entry] = [:]
    for entry in manifest.entries { entries[router.register(entry)] = entry }
    self.entries = entries
  }

  /// Returns the entry that a route of the router was made of.
  func entry(of route: RouteDescription) -> RouteManifest.Entry? {
    route.id.flatMap { entries[$0] }
  }

  /// Returns a route as it stands in the manifest, with its own number and identifier.
  func described(_ route: RouteDescription) -> RouteDescription { entry(of: route)?.route ?? route }
}

extension Router {
  fileprivate func register(_ entry: RouteManifest.Entry) -> RouteID {
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
    case .map: return map(entry.pattern, tags: tags, name: name) { _, done in done() }
    case .fallback:
      return fallback(entry.pattern, tags: tags, name: name) { _, done in done() }
    }
  }
}

extension RouteManifest {
  /// The precedence for a manifest without one: a server's maps have methods, and there the most
  /// specific wins.
  fileprivate var precedence: Router.Precedence {
    // A fallback in a plain line is for every method in an app too, where no request asks for one.
    let isServer = entries.contains { entry in
      entry.route.kind == .map && entry.route.tags.contains { $0.method != nil || $0 == .anyMethod }
    }
    return isServer ? .mostSpecific : .latestFirst
  }
}

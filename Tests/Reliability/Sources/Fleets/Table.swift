import SessionStoreSQLite
import SwitchyardFleet

/// The routes of the trial, of which a guard and two maps have the version of their generation.
enum Table {
  /// The version of the guard that has allowed a target.
  enum GuardVersion: RouteContextKey { typealias Value = String }

  static func source(_ store: String, _ folder: String) -> RouteSource {
    store == "sqlite"
      ? RouteSource(in: SQLiteSessionStore(path: folder + "/routes.db"))
      : RouteSource(in: RouteFolder(path: folder + "/routes"))
  }

  /// The routes of a version, a guard first.
  static func pair(_ version: Int) -> [RouteDescription] {
    let settings = ["version": "\(version)"]
    return [
      RouteDescription(.guard, "/pair/*", handler: "version guard", configuration: settings),
      RouteDescription(.map, "/pair/a", handler: "version", configuration: settings),
      RouteDescription(.map, "/pair/:name", handler: "version", configuration: settings),
    ]
  }

  /// A route among many.
  static func plain(_ number: Int, version: Int = 0) -> RouteDescription {
    RouteDescription(
      .map,
      "/part\(number % 97)/:id/kind\(number)",
      handler: "page",
      configuration: version == 0 ? nil : ["version": "\(version)"]
    )
  }

  static let lock = RouteDescription(.guard, "/*", name: "card")

  /// Handlers that tell what was wrong.
  static func handlers(_ tell: @escaping @Sendable (String) -> Void) -> RouteHandlers {
    var handlers = RouteHandlers()
    handlers.guard("card") { _ in .allow }
    handlers.map("page") { _ in }
    handlers.guard("version guard") { (settings: HandlerSettings) in
      let version = try settings.require("version")
      return { context in
        context[GuardVersion.self] = version
        return .allow
      }
    }
    handlers.map("version") { (settings: HandlerSettings) in
      let version = try settings.require("version")
      return { context in
        let allowed = context[GuardVersion.self] ?? "none"
        if allowed != version { tell("a map of \(version) ran behind a guard of \(allowed)") }
      }
    }
    return handlers
  }
}

import SessionStoreSQLite
import SwitchyardFleet
import Trials

#if PostgreSQL
  import SessionStorePostgres
#endif

/// The routes of the trial, of which a guard and two maps have the version of their generation.
enum Table {
  /// The version of the guard that has allowed a target.
  enum GuardVersion: RouteContextKey { typealias Value = String }

  /// The source, on whose disk is what was acknowledged.
  static func source(_ store: String, _ folder: String) throws -> RouteSource {
    switch store {
    case "folder": return RouteSource(in: RouteFolder(path: folder + "/routes"))
    case "sqlite":
      let options = SQLiteSessionStore.Options(synchronous: .full)
      return RouteSource(in: SQLiteSessionStore(path: folder + "/routes.db", options: options))
    case "postgres":
      #if PostgreSQL
        let address = "postgres:///postgres?host=\(server(folder))&user=shop"
        return RouteSource(in: PostgresSessionStore(address, onEvent: { _ in }))
      #else
        throw Disagreement("PostgreSQL is tried where SWITCHYARD_POSTGRESQL is set")
      #endif
    default: throw Disagreement("there is no store \(store)")
    }
  }

  /// The folder of the server of PostgreSQL.
  static func server(_ folder: String) -> String { folder + "/server" }

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

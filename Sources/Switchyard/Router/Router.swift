/// A dispatcher of URLs: routes are registered with it, and an opened URL finds its way through
/// them.
///
///     let router = Router()
///
///     router.map("app://books/:id", tags: ["Views"]) { context, completed in
///       show(book: context.parameters["id"])
///       completed()
///     }
///     router.guard("/admin/*") { context async in
///       isAdmin(context) ? .allow : .redirect("/login", query: ["callback": context.route])
///     }
///
///     router["Views"].open("app://books/42")
///     let outcome = await router.dispatch("/books/42")
///
/// An opened URL is made canonical, once. Then all guards that match must allow it; then the
/// proxies that match run, until one commits to another target; then one map runs. A router is safe
/// to use from any thread at any time, also from within its own handlers. A handler that uses the
/// router captures it weakly or unowned: the router keeps its handlers, and would keep itself.
public final class Router: RouteRegistrar, RouteLookup {
  let core: RouterCore

  /// Makes a router, by default one for an app.
  ///
  ///     Router()                 // an app: one after the other, the latest map first
  ///     Router(.server)          // concurrent, the most specific map, 30 s for a handler
  ///
  /// A number of the configuration by which nothing can be handled stops the program.
  public init(
    _ configuration: Configuration = .app,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    if let fault = configuration.fault { fatalError(fault, file: fileID, line: line) }
    core = RouterCore(configuration)
  }

  // Views may use it still.
  deinit { core.spares.close() }

  /// The configuration of the router.
  public var configuration: Configuration { core.configuration }

  /// The scope of registrations: the router as a whole.
  public var scope: RegistrationScope { RegistrationScope(core) }

  /// The router seen through tags: it finds maps that have one of them, and registers routes with
  /// all of them.
  public subscript(tags: RouteTag...) -> RouterView { self[tags] }

  /// The router seen through the tags of an array; without any it is the whole router.
  public subscript(tags: [RouteTag]) -> RouterView { RouterView(core: core, tags: tags) }

  /// The scope of lookups: all routes.
  public var lookupScope: LookupScope { LookupScope(view: RouterView(core: core, tags: [])) }
}

/// A router, by a name that no other library has.
public typealias SwitchyardRouter = Router

extension Router {
  /// The settings by which a router works.
  public typealias Configuration = RouterConfiguration
  /// Whether a dispatch waits for the one before it.
  public typealias Order = RouterOrder
  /// Which maps and fallbacks run at all.
  public typealias Access = RouterAccess
  /// Which of several maps that match runs.
  public typealias Precedence = RoutePrecedence
}

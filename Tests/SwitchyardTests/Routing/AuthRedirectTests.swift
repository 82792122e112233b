import Switchyard
import Testing

/// The first example of the library Routing: a page that wants a login, which leads back to it.
@Suite struct AuthRedirectTests {
  /// Who uses the app, and what it shows them.
  private final class App: Sendable {
    let router = Router.lent()
    let shown = Notes<String>()
    private let logins = Notes<String>()

    var isAuthenticated: Bool { !logins.all.isEmpty }
    func authenticate() { logins.add("me") }

    init() {
      router.map("routingexample://push/privilegedinfo", tags: ["Views"]) {
        [shown] route, _, passed, completed in
        shown.add([route, passed as? String].compactMap(\.self).joined(separator: " for "))
        completed()
      }
      router.map("routingexample://present/settings", tags: ["Views"]) {
        [shown] route, _, _, completed in
        shown.add(route)
        completed()
      }
    }
  }

  private let app = App()
  private var views: RouterView { app.router["Views"] }

  @Test func `a proxy leads to the login, which leads back to the page`() {
    app.router.proxy("/*/privilegedinfo", tags: ["Views"]) {
      [app] route, parameters, passed, next in
      if app.isAuthenticated {
        next(nil)
      } else {
        next(("routingexample://present/login", parameters.adding(["callback": route]), passed))
      }
    }
    app.router.map("routingexample://present/login", tags: ["Views"]) {
      [app] route, parameters, passed, completed in
      app.shown.add(route)
      app.authenticate()
      if let callback = parameters["callback"] {
        #expect(app.router["Views"].open(callback, passing: passed))
      }
      completed()
    }

    #expect(views.open("routingexample://push/privilegedinfo", passing: "row 3"))
    #expect(
      app.shown.take() == [
        "routingexample://present/login", "routingexample://push/privilegedinfo for row 3",
      ]
    )
    views.open("routingexample://push/privilegedinfo")
    views.open("routingexample://present/settings")
    #expect(
      app.shown.all == [
        "routingexample://push/privilegedinfo", "routingexample://present/settings",
      ]
    )
  }

  @Test func `a login that is called off shows nothing else`() {
    app.router.proxy("/*/privilegedinfo", tags: ["Views"]) { route, parameters, passed, next in
      next(("routingexample://present/login", parameters.adding(["callback": route]), passed))
    }
    app.router.map("routingexample://present/login", tags: ["Views"]) {
      [app] route, _, _, completed in
      app.shown.add(route)
      completed()
    }
    views.open("routingexample://push/privilegedinfo")
    #expect(app.shown.all == ["routingexample://present/login"])
  }

  @Test func `a guard redirects to the login, which leads back to the page`() async {
    let page = app.router.map("/info", tags: ["Views"]) {
      [app] (context: RouteContext) async throws in
      app.shown.add(context.route)
    }
    app.router.guard("/info") { [app] context async in
      app.isAuthenticated ? .allow : .redirect("/login", query: ["callback": context.route])
    }
    let login = app.router.map("/login", tags: ["Views"]) {
      [app] (context: RouteContext) async throws in
      app.shown.add(context.route)
      app.authenticate()
      let callback = try #require(context.parameters["callback"])
      #expect(app.router["Views"].open(callback))
    }
    #expect(await views.dispatch("/info") == .handled(by: login))
    // The callback was opened before this, and is through before it.
    #expect(await views.dispatch("/info") == .handled(by: page))
    #expect(app.shown.all == ["/login", "/info", "/info"])
  }

  @Test func `a guard's redirect can be left to the caller`() async throws {
    app.router.guard("/*/privilegedinfo") { context async in
      .redirect("/login", query: ["callback": context.route])
    }
    let outcome = await views.dispatch("routingexample://push/privilegedinfo", redirects: .report)
    guard case .redirected(let target) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    let query = Parameters(query: QueryParameters(parsing: try #require(target.query)))
    #expect(target.path == "/login")
    #expect(query["callback"] == "routingexample://push/privilegedinfo")
    #expect(app.shown.all.isEmpty)
  }
}

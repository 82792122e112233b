import Dispatch
import Switchyard
import Testing

/// The faults of the library Routing, one by one, which are not here.
@Suite struct RoutingFaultTests {
  private let calls = Notes<String>()

  @discardableResult
  private func map(
    _ router: Router,
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil
  ) -> RouteID {
    router.map(pattern, tags: tags, queue: queue) { route, _, _, completed in
      calls.add(route)
      completed()
    }
  }

  @Test(arguments: [
    "/x/admin/secret", "/admin/secretY", "/admin/secret/y", "/ADMIN/secret", "/admin",
  ])
  func `1: a pattern matches from end to end, letter by letter`(_ path: String) {
    let router = Router.lent()
    map(router, "/admin/secret")
    #expect(!router.open(path))
    #expect(router.open("/admin/secret"))
    #expect(calls.all == ["/admin/secret"])
  }

  @Test func `2: guards see the route that a proxy leads to`() async {
    let router = Router.lent()
    map(router, "/admin/secret")
    let guardID = router.guard("/admin/*") { route, _, _, decide in
      calls.add("guard of \(route)")
      decide(.deny)
    }
    router.proxy("/public") { _, _, _, next in next(("/admin/secret", nil, nil)) }
    #expect(await router.dispatch("/public") == .denied(by: guardID))
    #expect(calls.all == ["guard of /admin/secret"])
  }

  @Test
  func `3: the map that a proxy leads to has parameters of its own, and none of the old path`() {
    let router = Router.lent()
    router.map("/books/:id") { _, parameters, _, completed in
      calls.add("\(parameters["id"] ?? "nil") \(parameters["old"] ?? "nil")")
      completed()
    }
    router.proxy("/tomes/:old/:id") { _, parameters, passed, next in
      next(("/books/7", parameters, passed))
    }
    router.open("/tomes/a/b")
    #expect(calls.all == ["7 nil"])
  }

  @Test func `4: a view leaves out no guard, and no proxy without tags`() async {
    let router = Router.lent()
    let id = map(router, "/page", tags: ["Views"])
    router.guard("/*") { route, _, _, decide in
      calls.add("guard")
      decide(.allow)
    }
    router.proxy("/*") { _, _, _, next in
      calls.add("proxy")
      next(nil)
    }
    #expect(await router["Views"].dispatch("/page") == .handled(by: id))
    #expect(calls.all == ["guard", "proxy", "/page"])
  }

  @Test func `5: a guard with a pattern that is none cannot be registered`() async {
    #expect(throws: PatternError.self) { try RoutePattern(parsing: "/admin/(secret") }
    await #expect(processExitsWith: .failure) {
      Router().guard("/admin/(secret") { _, _, _, decide in decide(.deny) }
    }
  }

  @Test func `6a: a lost completion and a lost next do not halt the router`() async {
    let router = quiet()
    router.map("/lost") { _, _, _, _ in calls.add("lost") }
    router.proxy("/forgotten") { _, _, _, _ in calls.add("forgotten") }
    let id = map(router, "/last")
    router.open("/lost")
    router.open("/forgotten")
    #expect(await router.dispatch("/last") == .handled(by: id))
    #expect(calls.all == ["lost", "forgotten", "/last"])
  }

  @Test func `6b: a second call does not let a later open begin early`() throws {
    let router = quiet()
    let kept = Notes<@Sendable () -> Void>()
    router.map("/twice") { _, _, _, completed in
      completed()
      completed()
    }
    router.map("/slow") { route, _, _, completed in
      calls.add(route)
      kept.add(completed)
    }
    map(router, "/last")
    router.open("/twice")
    router.open("/slow")
    router.open("/last")
    #expect(calls.all == ["/slow"])
    try kept.complete()
    #expect(calls.all == ["/slow", "/last"])
  }

  @Test func `6c: handlers do not need the main queue`() {
    let router = Router.lent()
    let isCalled = DispatchSemaphore(value: 0)
    // The thread that waits opens it itself: nobody else is needed, whatever the main thread does.
    map(router, "/page")
    router.map("/queued", queue: DispatchQueue(label: "own")) { _, _, _, completed in
      isCalled.signal()
      completed()
    }
    #expect(router.open("/page"))
    #expect(calls.all == ["/page"])
    #expect(router.open("/queued"))
    #expect(isCalled.wait(timeout: .now() + 300) == .success)
  }

  @Test func `7a: what a proxy leads to is opened also where nothing else is there`() async {
    let router = Router.lent()
    let id = map(router, "/there")
    router.proxy("/nowhere") { _, _, _, next in next(("/there", nil, nil)) }
    #expect(!router.open("/nowhere"))
    #expect(calls.all == ["/there"])
    #expect(await router.dispatch("/nowhere") == .handled(by: id))
  }

  @Test func `7b: what is registered with a view is there for the router`() async {
    let router = Router.lent()
    let id = router["Views"].map("/page") { _, _, _, completed in completed() }
    #expect(await router.dispatch("/page") == .handled(by: id))
    #expect(await router["Views"].dispatch("/page") == .handled(by: id))
    #expect(await router["Other"].dispatch("/page") == .notFound)
  }

  @Test func `8: a query never stands in for a parameter of the path`() {
    let router = Router.lent()
    router.map("/books/:id") { _, parameters, _, completed in
      calls.add("\(parameters["id"] ?? "nil") \(parameters.query["id"] ?? "nil")")
      completed()
    }
    router.open("/books/7?id=8")
    #expect(calls.all == ["7 8"])
  }

  /// A router whose faults are expected.
  private func quiet() -> Router {
    var configuration = Router.Configuration.app
    configuration.onFault = { _ in }
    return Router.lent(configuration)
  }
}

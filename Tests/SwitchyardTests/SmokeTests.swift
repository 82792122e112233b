import Dispatch
import Switchyard
import Testing

final class Owner: RouteOwner {}

@Suite struct SmokeTests {
  @Test func `the samples of the design work`() async throws {
    let router = Router()
    let owner = Owner()
    let isAdmin = { @Sendable (context: RouteContext) in context.parameters["who"] == "admin" }
    router.map("app://books/:id", tags: ["Views"], queue: .main, owner: owner) {
      route,
      parameters,
      passed,
      completed in
      completed()
    }
    let id = router.map("/books/:id") { (context: RouteContext) async throws in
      #expect(context.parameters["id"] == "1")
    }
    router.proxy("/*/privilegedinfo", tags: ["Views"]) { route, parameters, passed, next in
      route.isEmpty
        ? next(nil) : next(("app://present/login", parameters.adding(["callback": route]), passed))
    }
    router.proxy("/old/*") { (context: RouteContext) async throws in .commit("/new") }
    router.guard("/admin/*") { context async in
      isAdmin(context) ? .allow : .redirect("/login", query: ["callback": context.route])
    }
    router.group("/api/v1", tags: ["API"]) { api in
      api.map("/users", name: "users") { context in }
    }
    router.fallback("/api/*") { context in }
    let login = router.map("/login") { _, parameters, _, completed in
      #expect(parameters["callback"] == "/admin/x")
      completed()
    }
    #expect(await router.dispatch("/books/1") == .handled(by: id))
    #expect(await router["Views"].dispatch("/books/1") == .notFound)
    #expect(await router.dispatch("/admin/x?who=me") == .handled(by: login))
    #expect(await router.dispatch("/admin/x?who=admin") == .notFound)
    #expect(router.open("/books/1"))
    #expect(!router.open("/bocks/1"))
    #expect(router.dispose(of: id) == 1)
    #expect(await router.dispatch("/books/1") == .notFound)
  }
}

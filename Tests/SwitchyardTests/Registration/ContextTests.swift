import Switchyard
import Testing

/// What a handler is told, and can hand on.
@Suite struct ContextTests {
  private struct User: Sendable, Equatable { let name: String }
  private enum First: RouteContextKey { typealias Value = String }
  private enum Second: RouteContextKey { typealias Value = String }

  private let router = Router()

  @Test func `what is passed is there by its type`() async {
    let contexts = Notes<RouteContext>()
    router.map("/page") { (context: RouteContext) async throws in contexts.add(context) }
    _ = await router.dispatch("/page", payload: User(name: "me"))
    _ = await router.dispatch("/page")
    #expect(contexts.all.count == 2)
    let (first, second) = (contexts.all[0], contexts.all[1])
    #expect(first.payload(as: User.self) == User(name: "me"))
    #expect(first.payload(as: String.self) == nil)
    #expect(first.payload as? User == User(name: "me"))
    #expect(second.payload(as: User.self) == nil)
    #expect(second.payload == nil)
  }

  @Test func `values go from guard to proxy to map, and no further`() async throws {
    let contexts = Notes<RouteContext>()
    router.guard("/page") { context async in
      #expect(context[User.self] == nil)
      context[User.self] = User(name: "guard")
      context[First.self] = "1"
      return .allow
    }
    router.proxy("/page") { (context: RouteContext) async throws in
      #expect(context[User.self] == User(name: "guard"))
      context[User.self] = User(name: "proxy")
      context[Second.self] = "2"
      return .pass
    }
    let id = router.map("/page") { (context: RouteContext) async throws in contexts.add(context) }
    for _ in 1...2 { #expect(await router.dispatch("/page") == .handled(by: id)) }
    let context = try #require(contexts.last)
    #expect(context[User.self] == User(name: "proxy"))
    #expect(context[First.self] == "1")
    #expect(context[Second.self] == "2")
    #expect(context[String.self] == nil)
    context[First.self] = nil
    #expect(context[First.self] == nil)
    #expect(context[Second.self] == "2")
    #expect(contexts.all[0][First.self] == "1")
  }

  @Test func `values stay after a commit and a redirect`() async throws {
    let names = Notes<String?>()
    router.guard("/a") { context async in
      context[User.self] = User(name: "me")
      return .redirect("/b")
    }
    router.proxy("/b") { (context: RouteContext) async throws in .commit("/c") }
    router.map("/c") { (context: RouteContext) async throws in names.add(context[User.self]?.name) }
    _ = await router.dispatch("/a")
    #expect(names.all == ["me"])
  }

  @Test func `the trail tells what ran before, and where it led`() async throws {
    let contexts = Notes<RouteContext>()
    router.guard("/*", name: "all") { context async in
      contexts.add(context)
      return context.route == "/a" ? .redirect("/b") : .allow
    }
    router.proxy("/b", name: "passes") { (context: RouteContext) async throws in
      contexts.add(context)
      return .commit("/c")
    }
    router.proxy("/b", name: "first") { (context: RouteContext) async throws in
      contexts.add(context)
      return .pass
    }
    router.map("/c", name: "map") { (context: RouteContext) async throws in contexts.add(context) }
    _ = await router.dispatch("/a")
    let all = contexts.all
    #expect(all.map(\.matched.name) == ["all", "all", "first", "passes", "all", "map"])
    #expect(all.map(\.matched.kind) == [.guard, .guard, .proxy, .proxy, .guard, .map])
    #expect(all.map(\.route) == ["/a", "/b", "/b", "/b", "/c", "/c"])
    let (b, c) = (try RouteTarget("/b"), try RouteTarget("/c"))
    let steps: [TrailStep] = [
      .guard(all[0].matched), .redirect(b), .guard(all[0].matched), .proxy(all[2].matched),
      .proxy(all[3].matched), .commit(c), .guard(all[0].matched),
    ]
    let lengths = [0, 2, 3, 4, 6, 7]
    #expect(all.map(\.trail) == lengths.map { Array(steps.prefix($0)) })
  }

  @Test func `the route that matched is told as it was registered`() async throws {
    let contexts = Notes<RouteContext>()
    let id = router.group("/api", tags: ["API"]) { api in
      api.map("/users/:id", tags: ["Views"], name: "user") { (context: RouteContext) async throws in
        contexts.add(context)
      }
    }
    router.guard("/*") { context async in
      contexts.add(context)
      return .allow
    }
    #expect(await router["Views", "Other"].dispatch("/api/users/7?x=1#f") == .handled(by: id))
    let (asked, context) = (try #require(contexts.all.first), try #require(contexts.last))
    #expect(context.matched.id == id)
    #expect(context.matched.kind == .map)
    #expect(context.matched.pattern.text == "/api/users/:id")
    #expect(context.matched.tags == ["API", "Views"])
    #expect(context.matched.name == "user")
    #expect(context.tags == ["Views", "Other"])
    #expect(asked.tags == ["Views", "Other"])
    #expect(asked.matched.tags.isEmpty)
    #expect(asked.matched.name == nil)
    #expect(context.target == asked.target)
    #expect(context.target.description == "/api/users/7?x=1#f")
    #expect(context.route == "/api/users/7")
    #expect(context.parameters["id", as: Int.self] == 7)
    #expect(context.parameters.query["x"] == "1")
    #expect(context.parameters.fragment == "f")
    #expect(asked.parameters["0"] == "api/users/7")
  }
}

import Dispatch
import Switchyard
import Testing

/// What a group adds to the routes in it.
@Suite struct GroupTests {
  private final class Screen: RouteOwner {}

  private let router = Router.lent()
  private let routes = Notes<String>()

  @discardableResult
  private func map(_ registrar: some RouteRegistrar, _ pattern: RoutePattern) -> RouteID {
    registrar.map(pattern) { route, _, _, completed in
      routes.add(route)
      completed()
    }
  }

  struct PrefixCase: Sendable, CustomTestStringConvertible {
    let prefix: RoutePattern
    let pattern: RoutePattern
    let opens: [String]
    let fails: [String]

    var testDescription: String { "\(prefix) and \(pattern)" }
  }

  static let prefixes = [
    PrefixCase(
      prefix: "/api/v1",
      pattern: "/users",
      opens: ["/api/v1/users", "app://api/v1/users"],
      fails: ["/users", "/api/v1", "/x/api/v1/users", "/api/v1users"]
    ),
    PrefixCase(prefix: "/api", pattern: "/", opens: ["/api", "/api/"], fails: ["/", "/api/x"]),
    PrefixCase(prefix: "/", pattern: "/users", opens: ["/users"], fails: ["/", "/x/users"]),
    PrefixCase(prefix: "/:a", pattern: "/:b", opens: ["/1/2"], fails: ["/1", "/1/2/3"]),
    PrefixCase(prefix: "/api", pattern: "/*", opens: ["/api/x", "/api/x/y"], fails: ["/apix"]),
    PrefixCase(
      prefix: "app://books",
      pattern: "/:id",
      opens: ["app://books/1"],
      fails: ["/books/1", "other://books/1", "app://1"]
    ),
    PrefixCase(
      prefix: "https://example.com/api",
      pattern: "/users",
      opens: ["https://example.com/api/users"],
      fails: ["https://other.com/api/users", "http://example.com/api/users", "/api/users"]
    ),
  ]

  @Test(arguments: prefixes)
  func `a group puts its prefix before each pattern`(_ row: PrefixCase) {
    router.group(row.prefix) { map($0, row.pattern) }
    for url in row.opens { #expect(router.open(url), "\(url)") }
    for url in row.fails { #expect(!router.open(url), "\(url)") }
    #expect(routes.all.count == row.opens.count)
  }

  @Test func `all kinds of routes get the prefix`() async {
    let fallback = router.group("/api") { api in
      map(api, "/page")
      api.guard("/page") { _, _, _, decide in
        routes.add("guard")
        decide(.allow)
      }
      api.proxy("/page") { _, _, _, next in
        routes.add("proxy")
        next(nil)
      }
      return api.fallback("/*") { route, _, _, completed in
        routes.add("fallback")
        completed()
      }
    }
    map(router, "/page")
    router.open("/api/page")
    router.open("/page")
    #expect(routes.all == ["guard", "proxy", "/api/page", "/page"])
    #expect(await router.dispatch("/api/none") == .handled(by: fallback))
    #expect(await router.dispatch("/none") == .notFound)
  }

  @Test func `a group hands its tags on, to nested groups as well`() async {
    let id = router.group("/api", tags: ["API"]) { api in
      api.group("/v1", tags: ["V1", "API"]) { map($0, "/page") }
    }
    for tag in ["API", "V1"] as [RouteTag] {
      #expect(await router[tag].dispatch("/api/v1/page") == .handled(by: id))
    }
    #expect(await router["V2"].dispatch("/api/v1/page") == .notFound)
  }

  @Test func `a pattern that comes in at run time is tried before it is registered`() throws {
    let group = router.group("/users/:id").group("/books")
    #expect(try group.fullPattern(of: "/:book").text == "/users/:id/books/:book")
    #expect(try router.fullPattern(of: "/:id").text == "/:id")
    let error = try #require(throws: PatternError.self) { try group.fullPattern(of: "/:id") }
    #expect(error.code == .duplicateName("id"))
  }

  @Test func `a group of a view has its tags`() async {
    let id = router["Views"].group("/api", tags: ["API"]) { map($0, "/page") }
    #expect(await router["Views"].dispatch("/api/page") == .handled(by: id))
    #expect(await router["API"].dispatch("/api/page") == .handled(by: id))
  }

  @Test func `a handler runs on the queue of the innermost group that has one`() async {
    let key = DispatchSpecificKey<String>()
    func queue(_ name: String) -> DispatchQueue {
      let queue = DispatchQueue(label: name)
      queue.setSpecific(key: key, value: name)
      return queue
    }
    let ids = router.group("/outer", queue: queue("outer")) { outer in
      outer.group("/inner", queue: queue("inner")) { inner in
        inner.group("/none") { none in
          [
            none.map("/page") { _, _, _, completed in
              routes.add(DispatchQueue.getSpecific(key: key) ?? "nil")
              completed()
            },
            none.map("/own", queue: queue("own")) { _, _, _, completed in
              routes.add(DispatchQueue.getSpecific(key: key) ?? "nil")
              completed()
            },
          ]
        }
      }
    }
    router.group("/outer", queue: queue("outer")) { outer in
      _ = outer.guard("/*") { _, _, _, decide in
        routes.add(DispatchQueue.getSpecific(key: key) ?? "nil")
        decide(.allow)
      }
    }
    #expect(await router.dispatch("/outer/inner/none/page") == .handled(by: ids[0]))
    #expect(await router.dispatch("/outer/inner/none/own") == .handled(by: ids[1]))
    #expect(routes.all == ["outer", "inner", "outer", "own"])
  }

  @Test func `a route goes with the owner of any group around it, and a guard with none`() async {
    var outer: Screen? = Screen()
    let inner = Screen()
    var own: Screen? = Screen()
    let group = router.group("/outer", owner: outer).group("/inner", owner: inner)
    map(group, "/page")
    group.map("/own", owner: own) { _, _, _, completed in completed() }
    let id = group.guard("/guarded") { _, _, _, decide in decide(.deny) }
    #expect(router.open("/outer/inner/page"))
    #expect(router.open("/outer/inner/own"))
    own = nil
    #expect(router.open("/outer/inner/page"))
    #expect(!router.open("/outer/inner/own"))
    outer = nil
    #expect(!router.open("/outer/inner/page"))
    #expect(await router.dispatch("/outer/inner/guarded") == .denied(by: id))
    withExtendedLifetime(inner) {}
  }

  @Test func `a group can be kept, and gives back what its body does`() throws {
    struct Fault: Error {}
    let group = router.group("/api")
    map(group, "/one")
    map(group, "/two")
    #expect(router.open("/api/one"))
    #expect(router.open("/api/two"))
    #expect(router.group("/x") { _ in 7 } == 7)
    #expect(throws: Fault.self) { try router.group("/x") { _ in throw Fault() } }
  }

  @Test func `a prefix and a pattern with one name twice stop the program`() async {
    let prefix = RoutePattern("/users/:id", where: [:])
    #expect(throws: PatternError.self) { try prefix.appending("/books/:id") }
    await #expect(processExitsWith: .failure) {
      Router().group("/users/:id") { users in
        _ = users.map("/books/:id") { _, _, _, completed in completed() }
      }
    }
    await #expect(processExitsWith: .failure) {
      Router().group("/users/:id") { users in
        _ = users.guard("/books/:id") { _, _, _, decide in decide(.deny) }
      }
    }
    await #expect(processExitsWith: .success) {
      Router.lent().group("/users/:id") { users in
        _ = users.map("/books/:book") { _, _, _, completed in completed() }
      }
    }
  }
}

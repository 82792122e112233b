#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Dispatch
import Switchyard
import Testing

@Suite struct ListingTests {
  @Test func `a listing is a table with a line for each route`() throws {
    let router = Router()
    let owner = TestOwner()
    let queue = DispatchQueue(label: "books.queue")
    let first = router.map("/books/:id", tags: ["Views", "Logs"], queue: queue, owner: owner) { _ in
    }
    let second = router.guard("/admin/*", name: "admin\u{1B}[2J\nforged") { _ async in .allow }
    let third = router.fallback("/*", queue: .main) { @MainActor _ async in }
    let places = router.routes.map { $0.origin ?? "" }
    let heading = "AT" + String(repeating: " ", count: places[0].count - 2)
    #expect(places.allSatisfy { $0.hasPrefix("SwitchyardTests/ListingTests.swift:") })
    #expect(
      router.routes.table == """
        #  KIND      PATTERN     TAGS         QUEUE        OWNER  NAME                       ID                                    \(heading)  REGEX
        1  map       /books/:id  Views, Logs  books.queue  alive  -                          \(first)  \(places[0])  ^/books/([^/]++)$
        2  guard     /admin/*    -            -            -      admin\\u{1B}[2J\\u{A}forged  \(second)  \(places[1])  \(router.routes[1].regex ?? "")
        3  fallback  /*          -            main         -      -                          \(third)  \(places[2])  \(router.routes[2].regex ?? "")
        """
    )
    withExtendedLifetime(owner) {}
  }

  @Test func `a router without routes says so`() {
    #expect(Router().routes.table == "No routes.")
    #expect("\(Router().routes)" == "0 routes")
  }

  @Test func `live routes are listed in the order of their registration`() throws {
    let router = Router(.server)
    var owner: TestOwner? = TestOwner()
    let gone = router.map("/a", owner: owner) { _ in }
    let disposed = router.proxy("/a") { (_: RouteContext) async in .pass }
    let low = router.map("/*") { _ in }
    let high = router.map("/a/b") { _ in }
    let `guard` = router.guard("/*") { _ async in .allow }
    #expect(router.routes.map(\.id) == [gone, disposed, low, high, `guard`])
    owner = nil
    router.dispose(of: disposed)
    #expect(router.routes.map(\.id) == [low, high, `guard`])
    #expect(router.routes.map(\.order) == [3, 4, 5])
  }

  @Test func `the regular expression is that of the router's policies`() throws {
    var configuration = Router.Configuration.app
    configuration.slashes = .strict
    let router = Router(configuration)
    router.map("/files/*") { _ in }
    let compiled = try RoutePattern(parsing: "/files/*", options: .init(slashes: .strict))
    let usual: RoutePattern = "/files/*"
    #expect(router.routes.first?.regex == compiled.regex)
    #expect(compiled.regex != usual.regex)
  }

  @Test func `a route without a queue has that of the router`() {
    var configuration = Router.Configuration.app
    configuration.queue = DispatchQueue(label: "all")
    let router = Router(configuration)
    router.map("/a") { _ in }
    router.map("/b", queue: DispatchQueue(label: "own")) { _ in }
    #expect(router.routes.map(\.queue) == ["all", "own"])
  }

  @Test func `a view lists what its lookup finds`() throws {
    let router = try Router(routes: [
      "map /a @Views", "map /b", "map /c @Logs", "proxy /a", "proxy /b @Logs", "guard /a",
      "fallback /* @Views,Logs",
    ])
    #expect(router["Views"].routes.map(\.order) == [1, 4, 6, 7])
    #expect(router["Logs"].routes.map(\.order) == [3, 4, 5, 6, 7])
    #expect(router["Views", "Logs"].routes.map(\.order) == [1, 3, 4, 5, 6, 7])
    #expect(router[[]].routes == router.routes)
  }

  @Test func `a listing is coded as an array of objects`() throws {
    let router = Router()
    let owner = TestOwner()
    router.map(
      "/books/:id",
      tags: ["Views", RouteTag(method: "GET")],
      queue: .main,
      owner: owner,
      name: "book"
    ) {
      @MainActor _ async in
    }
    router.guard("/admin/*") { _ async in .allow }
    let listing = router.routes
    let data = try JSONEncoder().encode(listing)
    #expect(try JSONDecoder().decode(RouteListing.self, from: data) == listing)
    #expect(String(decoding: data, as: UTF8.self).hasPrefix("[{"))
    withExtendedLifetime(owner) {}
  }

  @Test func `a listing written by hand needs kinds and patterns alone`() throws {
    let text = """
      [{"kind": "map", "pattern": "/b", "order": 7}, {"kind": "guard", "pattern": "/a"},
       {"kind": "fallback", "pattern": "/c", "order": 2, "tags": ["x"], "name": "c"}]
      """
    let listing = try JSONDecoder().decode(RouteListing.self, from: Data(text.utf8))
    #expect(
      Array(listing) == [
        RouteDescription(.fallback, "/c", tags: ["x"], name: "c", order: 2),
        RouteDescription(.map, "/b", order: 7),
        RouteDescription(.guard, "/a", order: 8),
      ]
    )
  }

  @Test func `an order as large as there is stays within bounds`() {
    let listing = RouteListing([.init(.map, "/a", order: .max), .init(.map, "/b")])
    #expect(listing.map(\.order) == [.max, .max])
  }

  @Test func `a kind that there is not is refused`() {
    let text = #"[{"kind": "door", "pattern": "/b"}]"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(RouteListing.self, from: Data(text.utf8))
    }
  }
}

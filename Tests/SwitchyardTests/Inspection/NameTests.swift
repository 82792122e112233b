import Switchyard
import Testing

@Suite struct NameTests {
  private let router: Router = {
    var configuration = Router.Configuration.app
    configuration.onFault = { _ in }
    let router = Router(configuration)
    router.group("/api/v1") { $0.map("/users", name: "users") { _ in } }
    router.map("/books/:id(\\d+){/:page}?", name: "book") { _ in }
    router.map("app://push/:what", name: "push") { _ in }
    return router
  }()

  @Test func `a name gives the URL of its route`() throws {
    #expect((try? router.url(named: "users")) == "/api/v1/users")
    #expect(try router.url(named: "users", values: [:]) == "/api/v1/users")
    #expect(try router.url(named: "book", values: ["id": "42"]) == "/books/42")
    #expect(
      try router.url(named: "book", values: ["id": "42", "page": "a b"]) == "/books/42/a%20b"
    )
    #expect(try router.url(named: "push", values: ["what": "x"]) == "app://push/x")
  }

  @Test func `a URL has a query, and the scheme and host of another`() throws {
    let router = Router()
    router.map("/books/:id", name: "book") { _, completed in completed() }
    router.map("https://a.example/x", name: "absolute") { _, completed in completed() }
    router.map("//:sub.example/x", name: "hosted") { _, completed in completed() }
    let site = try RouteTarget("https://b.example:8443/here?x=1")
    let query: QueryParameters = ["page": "7", "tag": "a b"]
    let cases = [
      (
        try router.url(named: "book", values: ["id": "1"], query: query),
        "/books/1?page=7&tag=a%20b"
      ),
      (
        try router.url(named: "book", values: ["id": "1"], at: site),
        "https://b.example:8443/books/1"
      ),
      (
        try router.url(
          named: "book",
          values: ["id": "A"],
          query: ["q": ""],
          at: RouteTarget("app://b")
        ),
        "app://books/A?q="
      ),
      (try router.url(named: "absolute", at: site), "https://a.example/x"),
      (
        try router.url(named: "hosted", values: ["sub": "c"], at: site),
        "https://c.example/x"
      ),
      (try router.url(named: "book", values: ["id": "1"], at: RouteTarget("/other")), "/books/1"),
    ]
    for (url, expected) in cases { #expect(url == expected) }
    let pattern: RoutePattern = "/:Upper"
    let link = try pattern.url(["Upper": "Case"], at: RouteTarget("app://b"))
    #expect(try RouteTarget(link).path == "/Case")
  }

  @Test func `without values there is none for a route that needs them, and none for no route`() {
    #expect((try? router.url(named: "book")) == nil)
    #expect((try? router.url(named: "nobody")) == nil)
  }

  @Test func `the latest live route has the name`() throws {
    let id = router.map("/people", name: "users") { _ in }
    #expect((try? router.url(named: "users")) == "/people")
    router.dispose(of: id)
    #expect((try? router.url(named: "users")) == "/api/v1/users")
    var owner: TestOwner? = TestOwner()
    router.map("/folk", owner: owner, name: "users") { _ in }
    #expect((try? router.url(named: "users")) == "/folk")
    withExtendedLifetime(owner) {}
    owner = nil
    #expect((try? router.url(named: "users")) == "/api/v1/users")
  }

  /// Does something at its end.
  private final class LastWill: Sendable {
    private let execute: @Sendable () -> Void

    init(_ execute: @escaping @Sendable () -> Void) { self.execute = execute }

    deinit { execute() }
  }

  // Another thread may register it at any moment. Here the end of a route does, which comes when the names are listed.
  @Test func `a name that comes while it is looked for is found`() throws {
    let router = Router()
    var owner: TestOwner? = TestOwner()
    withExtendedLifetime(owner) {
      let will = LastWill { [weak router] in
        _ = router?.map("/books", name: "books") { _ in }
      }
      router.map("/old", owner: owner, name: "old") { [will] _ in _ = will }
    }
    owner = nil
    #expect(try router.url(named: "books") == "/books")
  }

  @Test func `an unknown name is an error that names the others`() throws {
    let error = try #require(throws: RouteNameError.self) {
      try router.url(named: "bo\nok", values: [:])
    }
    #expect(error.code == .unknownName)
    #expect(error.names == ["book", "push", "users"])
    #expect(
      "\(error)" == #"No route is named "bo\u{A}ok". There are "book", "push", "users"."#
    )
    #expect(throws: RouteNameError.self) { try Router().url(named: "x", values: [:]) }
    let none = try #require(throws: RouteNameError.self) {
      try Router().url(named: "x", values: [:])
    }
    #expect(
      "\(none)"
        == #"No route is named "x". No route has a name; give it one when it is registered."#
    )
  }

  @Test func `of many names the first are shown`() throws {
    for number in 100..<125 { router.map("/x", name: "n\(number)") { _ in } }
    let error = try #require(throws: RouteNameError.self) {
      try router.url(named: "?", values: [:])
    }
    #expect(error.names.count == 28)
    #expect("\(error)".hasSuffix(#""n118", and 8 more."#))
  }

  @Test func `values that make no URL are an error with the reason`() throws {
    let error = try #require(throws: RouteNameError.self) {
      try router.url(named: "book", values: ["id": "x"])
    }
    #expect(error.code == .notReversible)
    #expect(error.cause?.code == .notReversible("id"))
    #expect("\(error)" == "The route \"book\" makes no URL. \(error.cause.map { "\($0)" } ?? "")")
    let missing = try #require(throws: RouteNameError.self) {
      try router.url(named: "book", values: [:])
    }
    #expect(missing.cause?.code == .missingValue("id"))
  }
}

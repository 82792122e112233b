import Switchyard
import Testing

private final class Screen: RouteOwner {}

@Suite struct MatchTests {
  private let router = Router(.server)

  private func add(_ pattern: RoutePattern, tags: [RouteTag] = []) -> RouteID {
    router.map(pattern, tags: tags) { _, _, _, completed in completed() }
  }

  private func values(_ found: FoundRoute?, _ target: RouteTarget, _ count: Int) -> [String?] {
    let text = Array(target.description.utf8)
    return (0..<count).map { index in
      found?.range(at: index).map { String(decoding: text[$0], as: UTF8.self) }
    }
  }

  @Test func `the map that wins is found, with where its values stand`() throws {
    let book = add("/books/:id/pages/:page")
    let digits = add("/books/:id(\\d+)/pages/:page")
    let files = add("/files/*")
    let host = add("https://:sub.example/books")
    for (text, route, expected) in [
      ("/books/a/pages/7", book, ["a", "7"]), ("/books/42/pages/7", digits, ["42", "7"]),
      ("/files/a/b", files, ["a/b"]), ("https://h.example/books", host, ["h"]),
    ] {
      let target = try RouteTarget(text)
      let found = try router.match(target)
      #expect(found?.route == route && found?.kind == .map)
      #expect(values(found, target, expected.count) == expected)
      #expect(found?.range(at: expected.count) == nil)
    }
    #expect(try router.match(RouteTarget("/books/a/pages")) == nil)
  }

  @Test func `a fallback is found where there is no map`() throws {
    let fallback = router.fallback("/api/*") { _ in }
    let users = add("/api/users")
    let found = try router.match(RouteTarget("/api/none"))
    #expect(found?.route == fallback && found?.kind == .fallback)
    #expect(try router.match(RouteTarget("/api/users"))?.route == users)
  }

  @Test func `tags tell what is found, also those that share a bit`() throws {
    // More tags than there are bits.
    let names = (0..<200).map { RouteTag("tag \($0)") }
    let routes = names.map { add("/shared", tags: [$0]) }
    let target = try RouteTarget("/shared")
    for (name, route) in zip(names, routes) {
      #expect(try router[name].match(target)?.route == route)
    }
    #expect(try router["none"].match(target) == nil)
    #expect(try router.match(target)?.route == routes.last)
    _ = add("/untagged")
    #expect(try router[names[0]].match(RouteTarget("/untagged")) == nil)
  }

  @Test func `what is gone is not found`() throws {
    let target = try RouteTarget("/books")
    let first = add("/books")
    var owner: Screen? = Screen()
    let owned = router.map("/books", owner: owner) { _, _, _, completed in completed() }
    let alive = try router.match(target)
    withExtendedLifetime(owner) {}
    #expect(alive?.route == owned)
    owner = nil
    #expect(try router.match(target)?.route == first)
    router.dispose(of: first)
    #expect(try router.match(target) == nil)
  }

  @Test func `a limit that is hit is an error`() throws {
    var configuration = Router.Configuration.server
    configuration.matchSteps = 10_000
    let router = Router(configuration)
    router.map("/:x((?:a|aa)+b)") { _, _, _, completed in completed() }
    let target = try RouteTarget("/" + String(repeating: "a", count: 60) + "bb")
    #expect(throws: MatchError.self) { try router.match(target) }
  }

  @Test func `the form for any lookup finds the same`() throws {
    func found(_ lookup: some RouteLookup, _ text: String) throws -> RouteID? {
      try lookup.match(RouteTarget(text))?.route
    }
    let view = add("/books", tags: ["Views"])
    #expect(try found(router, "/books") == view)
    #expect(try found(router["Views"], "/books") == view)
    #expect(try found(router["Logs"], "/books") == nil)
  }
}

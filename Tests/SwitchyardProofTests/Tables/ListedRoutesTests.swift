import Foundation
@testable import SwitchyardProof
import Testing

@Suite struct ListedRoutesTests {
  private func router() -> Router {
    let router = Router(.server)
    router.guard("/admin/*", except: ["/admin/help", .post("/admin/hooks")], name: "card") { _ in
      .allow
    }
    router.get("/books/:id(\\d+)", tags: ["Public"], name: "book", access: .requires("card")) {
      _ in
      .text("book")
    }
    router.use("/*") { _, next in try await next() }
    router.fallback("/*", access: .public("a page"), about: "Says no") { _, done in done() }
    return router
  }

  @Test func `a listing that was coded is the same table again`() throws {
    let listing = router().routes
    let coded = try JSONEncoder().encode(listing)
    let routes = try ListedRoutes(JSONDecoder().decode(RouteListing.self, from: coded))
    #expect(routes.listing == listing)
    let again = routes.router.routes
    #expect(again.map(\.pattern) == listing.map(\.pattern))
    #expect(again.map(\.tags) == listing.map(\.tags))
    #expect(again.map(\.exceptions) == listing.map(\.exceptions))
    #expect(again.map(\.access) == listing.map(\.access))
    #expect(again.map(\.about) == listing.map(\.about))
    #expect(again.compactMap(\.access).count == 2)
    #expect(again.map { routes.place(of: $0) } == [0, 1, 2, 3])
  }

  /// A guard that a closure decides about covers nothing, also behind a listing.
  @Test func `a listing says that closures decide`() throws {
    let router = Router(.server)
    let odd = RouteValidation.check { Int($0).map { $0 % 2 == 1 } ?? false }
    router.guard(RoutePattern("/a/:id", where: ["id": odd])) { _ in .deny }
    router.guard("/b/*", except: [GuardException(RoutePattern("/b/:id", where: ["id": odd]))]) {
      _ in
      .deny
    }
    router.get("/a/:id") { _ in .text("a") }
    router.get("/b/:id") { _ in .text("b") }
    let listing = router.routes
    #expect(listing.map(\.isOpaque) == [true, true, nil, nil])
    let coded = try JSONDecoder().decode(RouteListing.self, from: JSONEncoder().encode(listing))
    #expect(coded == listing)
    let again = try ListedRoutes(coded).router.validate(allExceptPublic: true)
    let own = router.validate(allExceptPublic: true)
    #expect(own.findings(.unguarded).count == 2)
    #expect(
      Set(again.findings(.unguarded).map(\.routes.first?.pattern)) == ["/a/:id", "/b/:id"]
    )
  }

  @Test(arguments: [
    (RouteDescription(.map, "/books/:id("), "The route #1, map /books/:id(, cannot be read: "),
    (
      RouteDescription(.map, "/books", exceptions: ["/x"]),
      "The route #1, map /books, cannot be read: Guards alone have exceptions; leave out its "
    ),
    (
      RouteDescription(.guard, "/books", exceptions: ["POST  /x"]),
      "The route #1, guard /books, cannot be read: \"POST  /x\" is no exception; write a pattern"
    ),
    (
      RouteDescription(.guard, "/books", exceptions: ["POST /x("]),
      "The route #1, guard /books, cannot be read: "
    ),
  ]) func `a route that is none is named`(_ route: RouteDescription, _ message: String) throws {
    let error = #expect(throws: ListedRoutesError.self) {
      try ListedRoutes(RouteListing([route]))
    }
    #expect(try #require(error).description.hasPrefix(message))
  }
}

import RoutePatterns
import Switchyard
import SwitchyardHTTP
import Testing

@testable import SwitchyardInspector

@Suite("Where a URL leads, by the inspector") struct ExplainTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let method: RequestMethod
    let url: String
    let says: String
    /// The status that the server really answers with.
    let status: Int

    var testDescription: String { "\(method) \(url)" }
  }

  static let cases = [
    Case(method: .get, url: "/books/3", says: "leads to map book; no guard is asked", status: 200),
    Case(method: .head, url: "/books/3", says: "leads to map book; no guard is asked", status: 200),
    Case(
      method: .delete,
      url: "/books/3",
      says: "is answered with 405 Method Not Allowed, with Allow: GET, HEAD, OPTIONS.",
      status: 405
    ),
    Case(
      method: .options,
      url: "/books",
      says: "is answered with 204 No Content, with Allow: POST, OPTIONS.",
      status: 204
    ),
    Case(
      method: .get,
      url: "/old/3",
      says: "the proxy old shelf decides first. If it goes on, it is fallback nowhere.",
      status: 200
    ),
    Case(
      method: .get,
      url: "/admin/users",
      says: "leads to map users, if staff allows.",
      status: 307
    ),
    Case(
      method: .get,
      url: "/nowhere",
      says: "leads to fallback nowhere; no guard is asked.",
      status: 404
    ),
    Case(
      method: .get,
      url: "/bad%zz",
      says: "No route is asked: the server answers 400",
      status: 400
    ),
  ]

  @Test func `what the router refuses by itself is said to be refused, and why`() async throws {
    let window = try Window(routerAccess: .declared, { _ in }) { router in
      router.get("/x", name: "x") { _ in .text("x") }
      router.get("/y", name: "y", access: .requires("card")) { _ in .text("y") }
    }
    for (url, reason) in [("/x", "nothing says who may come to it"), ("/y", "the guard \"card\"")] {
      #expect(try await window.get(url).code == 403)
      let page = try await window.page("/explain?url=\(url)").words
      #expect(page.contains("GET \(url) is answered with 403 Forbidden."))
      #expect(page.contains(reason) && page.contains("matches, but its access is refused"))
      #expect(!page.contains("What nearly matches") && !page.contains("no guard is asked"))
    }
  }

  @Test(arguments: cases) func `it is said what the server does`(_ row: Case) async throws {
    let window = try Window()
    let query: QueryParameters = ["url": row.url, "method": row.method.rawValue]
    let page = try await window.page("/explain?\(query)")
    #expect(page.words.contains(row.says), "\(page.words.suffix(900))")
    #expect(await window.response(row.method, row.url).status.code == row.status)
  }

  @Test func `a proxy's commits that were seen are told`() async throws {
    let window = try Window()
    #expect(try await !window.page("/explain?url=/old/1").words.contains("has committed"))
    _ = try await window.get("/old/7")
    let words = try await window.page("/explain?url=/old/1").words
    #expect(words.contains("old shelf has committed /old/7 to /books/7"), "\(words)")
  }

  @Test(arguments: [
    ("/books/3x", #"<mark>/books/3</mark>x"#, ":id(\\d+) takes 3, and not x behind it"),
    ("/books/x", #"<mark>/books</mark>/x"#, ":id(\\d+) does not take x"),
    ("/Books/3", "", "only the case of letters differs"),
    ("/admin/user", #"<mark>/admin</mark>/user"#, "it has users where the path has user"),
  ])
  func `what nearly matches is told with its reason`(
    _ url: String,
    _ mark: String,
    _ reason: String
  ) async throws {
    let page = try await Window().page("/explain?url=\(url)")
    #expect(page.words.contains(reason), "\(page.words.suffix(500))")
    if !mark.isEmpty { #expect(page.says(mark), "\(page.text.suffix(900))") }
    #expect(page.says("<dt>expression</dt>"))
  }

  @Test func `guards are asked by POST alone, as a stranger or as oneself`() async throws {
    let window = try Window()
    let own: HeaderFields = ["Sec-Fetch-Site": "same-origin", .cookie: "staff=yes"]
    let stranger = try await window.post("/explain", ["url": "/admin/users", "as": "nobody"], own)
    #expect(stranger.words.contains("A stranger: the guards answer 307 to /login."))
    let me = try await window.post("/explain", ["url": "/admin/users", "as": "me"], own)
    #expect(me.words.contains("You: all guards allow it."))
    #expect(window.inspector.recorder.count == 0)
  }

  @Test func `where guards are not to be asked, they are not`() async throws {
    let window = try Window { $0.asksGuards = false }
    let own: HeaderFields = ["Sec-Fetch-Site": "same-origin"]
    #expect(try await window.post("/explain", ["url": "/admin/users"], own).code == 403)
    #expect(try await !window.page("/explain?url=/admin/users").says("Ask them"))
  }

  @Test func `a diagram of a fault keeps its lines`() async throws {
    let page = try await Window().page("/explain?url=/bad%25zz")
    let start = try #require(page.text.firstRange(of: #"aria-label="The fault">"#))
    let end = try #require(page.text[start.upperBound...].firstRange(of: "</pre>"))
    let lines = page.text[start.upperBound..<end.lowerBound].split(separator: "\n")
    #expect(
      lines.contains { $0.allSatisfy { $0 == " " || $0 == "^" } && $0.contains("^") },
      "\(lines)"
    )
  }
}

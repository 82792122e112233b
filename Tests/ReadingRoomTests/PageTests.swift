import NavigationTree
import RoutePatterns
import Switchyard
import SwitchyardHTTP
import Testing

@testable import ReadingRoom

@Suite struct PageTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let path: String
    let code: Int
    var location: String?
    var title: String?
    var says: [String] = []
    var isDialog = false

    var testDescription: String { path }
  }

  static let cases = [
    Case(path: "/", code: 303, location: "/today"),
    Case(
      path: "/today",
      code: 200,
      title: "Today",
      says: ["<h1>Today</h1>", "/today/story/news/1"]
    ),
    Case(path: "/today/?from=mail", code: 200, title: "Today"),
    Case(path: "/today/news", code: 200, title: "All news", says: [#"class="back" href="/today""#]),
    Case(
      path: "/today/story/essay/4",
      code: 200,
      title: "On finding one&#39;s way back",
      says: ["<h1>Today</h1>", #"class="close" href="/today""#, #"<div class="behind" inert>"#],
      isDialog: true
    ),
    Case(
      path: "/today/news/3",
      code: 200,
      title: "Map room closed on Thursday",
      says: ["<h1>All news</h1>", #"class="close" href="/today/news""#],
      isDialog: true
    ),
    Case(path: "/today/story/news/4", code: 404, title: "Nothing here"),
    Case(path: "/today/story/poem/4", code: 404, title: "Nothing here"),
    Case(path: "/books", code: 200, title: "Books", says: ["/books/3"]),
    Case(
      path: "/books/3",
      code: 200,
      title: "A Tale of Two Cities",
      says: [#"class="back" href="/books""#]
    ),
    Case(path: "/books/99", code: 404, title: "Nothing here"),
    Case(path: "/books/99999999999999999999", code: 404, title: "Nothing here"),
    Case(path: "/books/x", code: 404, title: "Nothing here"),
    Case(
      path: "/library/3",
      code: 200,
      title: "A Tale of Two Cities",
      says: [#"<p class="note" role="note">"#, "<code>/library/3</code>", "<code>/books/3</code>"]
    ),
    Case(path: "/books/3/order", code: 303, location: "/books/3"),
    Case(path: "/yard", code: 200, title: "The yard", says: ["Nothing has been sent yet"]),
    Case(path: "/login", code: 200, title: "Sign in", says: ["Card number"]),
    Case(path: "/welcome", code: 303, location: "/login"),
    Case(path: "/profile", code: 307, location: "/login?callback=%2Fprofile"),
    Case(path: "/profile/", code: 307, location: "/login?callback=%2Fprofile"),
    Case(path: "/PROFILE", code: 404, title: "Nothing here"),
    Case(
      path: "/profile/orders?x=1",
      code: 307,
      location: "/login?callback=%2Fprofile%2Forders%3Fx%3D1"
    ),
    Case(path: "/profile/nothing", code: 307, location: "/login?callback=%2Fprofile%2Fnothing"),
    Case(path: "/books/../%70rofile", code: 307, location: "/login?callback=%2Fprofile"),
    Case(path: "/logout", code: 405),
    Case(path: "/inspector", code: 200, title: "Requests"),
    Case(path: "/room.css", code: 200, says: ["prefers-color-scheme"]),
    Case(path: "/room.js", code: 200, says: ["popstate"]),
    Case(path: "/room.svg", code: 200, says: ["<svg"]),
  ]

  @Test(arguments: cases)
  func `a URL typed in leads to its place`(_ row: Case) async throws {
    let answer = try await Reader().get(row.path)
    #expect(answer.code == row.code)
    #expect(answer.location == row.location)
    #expect(answer.title == row.title)
    #expect((answer.dialog != nil) == row.isDialog)
    for text in row.says { #expect(answer.says(text), "\(text)") }
  }

  @Test(arguments: ["/today", "/profile", "/nothing", "/login?callback=//x", "/room.css"])
  func `all responses are hardened`(_ path: String) async throws {
    let fields = try await Reader().get(path).fields
    #expect(fields[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
    #expect(fields["X-Content-Type-Options"] == "nosniff")
    #expect(fields["Referrer-Policy"] == "same-origin")
    #expect(fields[.cacheControl] != nil)
  }

  @Test(arguments: [(RequestMethod.post, "/today", 405), (.get, "/a%00b", 400)])
  func `an error that no handler sees is a page of the room as well`(
    _ method: RequestMethod,
    _ path: String,
    _ code: Int
  ) async throws {
    var configuration = RouteResponder.Configuration()
    ReadingRoom.drawErrors(of: &configuration)
    let room = ReadingRoom(configuration: .patient)
    let responder = try RouteResponder(router: room.router, configuration: configuration)
    let head = RequestHead(method, path, fields: [.accept: "text/html"])
    let response = await responder.respond(to: head, body: ServerRequestBody([]))
    #expect(response.status.code == code)
    let text = String(decoding: try await response.body.collect(), as: UTF8.self)
    for part in ["<h1>", #"<nav class="tabs""#, #"<html lang="en">"#] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test func `no page has markup of a visitor's making`() async throws {
    let reader = try Reader()
    let evil = #"<script>alert('1')</script>"& b"#
    let escaped = "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp; b"
    try await reader.signIn(evil)
    _ = try await reader.fill("/profile/delivery", "/profile/delivery", ["address": evil])
    for path in ["/profile", "/profile/delivery", "/today"] {
      let answer = try await reader.get(path)
      #expect(!answer.says("<script>"))
      #expect(answer.says(escaped), "\(path)")
    }
    let query = "url=%22%3E%3Cscript%3Ealert(1)%3C/script%3E"
    let inspector = try await reader.get("/inspector/explain?\(query)")
    #expect(!inspector.says("<script>alert"))
    #expect(inspector.says("value=\"&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;\""))
  }

  @Test func `the tree has no faults, and its places are those of the pages`() {
    #expect(Outline.tree.validate().isEmpty)
    #expect(Set(Outline.room.places) == Set(Place.allCases))
    #expect(Place.allCases.allSatisfy { Place(route: $0.pattern.text) == $0 })
    let room = ReadingRoom(configuration: .patient)
    #expect(room.router.validate(requiring: ["Private"]).isClean)
    withExtendedLifetime(room) {}
  }

  @Test func `interpolation escapes all but markup`() {
    let markup: HTML = "<b>\("<&>\"'")</b>"
    #expect(markup.text == "<b>&lt;&amp;&gt;&quot;&#39;</b>")
    #expect(("\(markup)\([markup, "x"])" as HTML).text == markup.text + markup.text + "x")
  }
}

import NavigationTree
import RoutePatterns
import Switchyard
import SwitchyardHTTP
import Testing

@testable import ReadingRoom

@Suite struct InspectorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let query: String
    let says: [String]

    var testDescription: String { query }
  }

  static let cases = [
    Case(
      query: "url=/books/3",
      says: [
        "<strong>map book</strong>", #"<td class="runs">runs</td><td><code>[id: 3]</code></td>"#,
        "^/books/(\\d++)$", "no match: path", "skipped: other tags", "that take no part</summary>",
        "hidden by another",
      ]
    ),
    Case(
      query: "url=/library/3",
      says: [#"<td>proxy</td><td><code>/library/:id(\d+)</code></td><td class="runs">"#]
    ),
    Case(
      query: "url=/profile/orders",
      says: [#"<td>guard</td><td><code>/profile/*</code></td><td class="runs">"#]
    ),
    Case(
      query: "url=/login&method=POST",
      says: ["<strong>map /login</strong>", "<option selected>POST"]
    ),
    Case(query: "url=/books&method=HEAD", says: ["<strong>map books</strong>"]),
    Case(query: "url=/nowhere", says: ["<strong>fallback nowhere</strong>"]),
    Case(query: "url=/%25zz", says: [#"<p class="error" role="status">No route is asked: "#]),
    Case(query: "url=&method=nonsense", says: ["<strong>map home</strong>"]),
  ]

  @Test(arguments: cases)
  func `any URL is explained`(_ row: Case) async throws {
    let answer = try await Reader().get("/inspector?\(row.query)")
    #expect(answer.code == 200)
    for text in row.says { #expect(answer.says(text), "\(text)") }
  }

  @Test func `routes are listed with tags, owner and queue, and what validation finds`()
    async throws
  {
    let reader = try Reader()
    let answer = try await reader.get("/inspector")
    #expect(answer.says(#"<body class="wide">"#))
    #expect(answer.says("<td>.method(POST), Forms</td><td>alive</td><td>room.desk</td>"))
    #expect(answer.says("<td>.method(GET), Pages, Private</td><td>alive</td>"))
    #expect(answer.says(#"<td class="note">note</td><td>narrowGuard</td>"#))
    for route in reader.room.router.routes where route.kind == .map {
      #expect(answer.says("<td><code>\(route.pattern)</code></td>"), "\(route.pattern)")
    }
  }

  @Test func `the tree shows what is active and what is kept`() async throws {
    let reader = try Reader()
    _ = try await reader.get("/books/3")
    _ = try await reader.get("/today/story/essay/4")
    let svg = try #require(try await reader.get("/inspector").part(from: "<svg", to: "</svg>"))
    #expect(svg.contains("/books/:id(\\d+)[id: 3]"))
    #expect(svg.standing(of: "/today/story/:kind(news|essay)/:id(\\d+)") == "active current")
    #expect(svg.standing(of: "/today") == "active")
    #expect(svg.standing(of: "switcher") == "active")
    #expect(svg.standing(of: "/books/:id(\\d+)") == "kept")
    #expect(svg.standing(of: "/books") == "kept")
    #expect(svg.standing(of: "/profile") == "idle")
    #expect(svg.standing(of: "/login") == "idle")
  }

  @Test func `the last requests are a visitor's own, bounded, and without their queries`()
    async throws
  {
    let reader = try Reader()
    let other = try Reader(reader.room)
    _ = try await other.get("/today")
    _ = try await other.get("/books/5")
    _ = try await reader.get("/today")
    _ = try await reader.get("/profile?secret=1")
    let page = try await reader.get("/inspector")
    #expect(page.says("<td>1</td><td>GET</td><td><code>/profile</code></td><td>307</td>"))
    let list = try #require(page.part(from: #"<div id="dispatches">"#, to: "</div>"))
    #expect(!list.contains("/books/5"))
    for _ in 0..<30 { _ = try await reader.get("/books") }
    let whole = try await reader.get("/inspector")
    let text = try #require(whole.part(from: #"<div id="dispatches">"#, to: "</div>"))
    #expect(text.split(separator: "<tr>").count - 2 == 12)
  }

  @Test func `who has no script can look again`() async throws {
    let reader = try Reader()
    _ = try await reader.get("/today")
    _ = try await reader.get("/today")
    let first = try await reader.get("/inspector")
    #expect(first.says(##"<a id="refresh" href="/inspector?seen=1#last">Refresh</a>"##))
    // Another address each time, with what was asked for still in it.
    let next = try await reader.get("/inspector?url=/a%26b&method=POST")
    let link = "/inspector?seen=2&amp;url=%2Fa%26b&amp;method=POST#last"
    #expect(next.says(#"href="\#(link)""#))
  }
}

extension String {
  /// What a drawing says of a node, by its label.
  fileprivate func standing(of label: String) -> String? {
    split(separator: #"<g class=""#).dropFirst().first { $0.contains(">\(label)</text>") }
      .map { String($0.prefix { $0 != "\"" }) }
  }
}

import RoutePatterns
import Testing

/// What the README and the documentation show works as it stands there.
@Suite struct `Examples of the documentation` {
  @Test func `the README's ten lines`() throws {
    let book: RoutePattern = "/books/:id(\\d+)"
    let target = try RouteTarget("https://example.com//books/./42?page=7&tag=new&tag=used")

    let match = try #require(try book.match(target))
    #expect(match["id"] == "42")
    #expect(match.parameters["page", as: Int.self] == 7)
    #expect(match.parameters.query.values(of: "tag") == ["new", "used"])
    #expect(try book.url(["id": "42"]) == "/books/42")
  }

  @Test func `the ways to make a pattern`() throws {
    let text = "/books/:id(\\d+)"
    let literal = RoutePattern("/books/:id", where: ["id": "\\d+"])
    #expect(literal == (try RoutePattern(parsing: text)))
    let components: [RouteComponent] = [.constant("books"), .anything]
    #expect(try RoutePattern(route: components) == "/books/:_")
  }

  @Test func `the error of the README`() {
    #expect {
      try RoutePattern(parsing: "/books/:id(\\d+")
    } throws: { error in
      "\(error)" == """
        The pattern is not valid at byte 10. This parenthesis is never closed; add ), or write \\( for a \
        parenthesis.
        /books/:id(\\d+
                  ^
        """
    }
  }

  @Test func `optional parts of a URL`() throws {
    let pattern: RoutePattern = "/books/:id{/page/:page}?"
    #expect(try pattern.url(["id": "42"]) == "/books/42")
    #expect(try pattern.url(["id": "a b", "page": "7"]) == "/books/a%20b/page/7")
  }

  @Test(arguments: [
    ("/books/:id", ["/books/42"], ["/books", "/books/4/2"]),
    ("/books/:id(\\d+)", ["/books/42"], ["/books/forty"]),
    ("/:file.:ext", ["/photo.jpeg"], ["/photo"]),
    ("/v:major", ["/v2"], ["/2"]),
    ("/books{/:id}?", ["/books", "/books/42"], ["/books/4/2"]),
    ("/books/:path+", ["/books/a", "/books/a/b"], ["/books"]),
    ("/route/*", ["/route", "/route/a/b"], ["/router"]),
    ("/*/info", ["/a/b/info"], ["/info"]),
    ("/admin/{:area}?/settings", ["/admin/settings", "/admin/x/settings"], ["/admin"]),
    ("/:path(docs/.+)", ["/docs/a", "/docs/a/b"], ["/docs"]),
    ("/:path(docs(?:/.*)?)", ["/docs", "/docs/a/b"], ["/documents"]),
    ("app:///*-Admin/x", ["app://x/a-Admin/x"], ["app://a-Admin/x"]),
    ("/:_/info", ["/a/info"], ["/a/b/info"]),
    ("/files/...", ["/files/a", "/files/a/b"], ["/files"]),
    ("app://push/info", ["app://push/info", "app:///push/info"], ["/push/info", "x://push/info"]),
    (
      "https://:tenant.example.com/*",
      ["https://acme.example.com/x", "https://acme.example.com:8443/x"],
      ["https://a.b.example.com/x", "/x", "https://evil.com/x.example.com/y"]
    ),
  ])
  func `the table of patterns`(_ text: String, _ matching: [String], _ others: [String]) throws {
    let pattern = try RoutePattern(parsing: text)
    for url in matching { #expect(try pattern.match(RouteTarget(url)) != nil, "\(url)") }
    for url in others { #expect(try pattern.match(RouteTarget(url)) == nil, "\(url)") }
  }

  @Test func `what covers and meets what`() throws {
    let guarded: RoutePattern = "/admin/*"
    #expect(guarded.covers("/admin/users/:id") == .yes)
    #expect(guarded.covers("/:section/users") == .no)
    #expect(guarded.overlaps("/:section/users") == .yes)
    let book: RoutePattern = "/books/:id(\\d+)"
    #expect(book.overlaps("/:kind/42") == .yes)
    #expect(book.overlaps("/books/new") == .no)
    #expect(RoutePattern("/a/*").isCovered(by: ["/a", "/a/:b+"]) == .yes)
    let api: RoutePattern = "/api/v1"
    #expect(try api.appending("/users/:id").text == "/api/v1/users/:id")
    #expect(try api.appending("{/:version}?") == "/api/v1{/:version}?")
    #expect(try api.appending("/").text == "/api/v1")
  }

  @Test(arguments: [
    ("books/1", "/books/1"), ("HTTPS://Example.com:443/a", "https://example.com/a"),
    ("//host/x", "/host/x"), ("/%61%2f", "/a%2F"), ("/a/./b/../c", "/a/c"), ("/a/%2e/c", "/a/c"),
    ("http://0x7f.1/a", "http://127.0.0.1/a"), ("https://[0:0::0:1]/a", "https://[::1]/a"),
    ("/a//b/", "/a/b"), ("/é \"x\"", "/%C3%A9%20%22x%22"),
  ])
  func `the table of targets`(_ text: String, _ canonical: String) throws {
    #expect(try RouteTarget(text).description == canonical)
  }

  @Test(arguments: [
    "/%zz", "/%00", "/%c0%af", "mailto:x", "http://user@host/", "http://foo.09/",
    "http://1.2.3.4.5/", "http://[::1::]/",
  ])
  func `targets that are rejected`(_ text: String) {
    #expect(throws: RouteTargetError.self) { try RouteTarget(text) }
  }
}

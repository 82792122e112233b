import Foundation
import Testing
import URLPatterns

/// The examples of the documentation, as they stand there.
@Suite struct `What the articles show` {
  @Test func `the first page`() throws {
    let pattern = try URLPattern(parsing: "https://*.example.com/books/:id(\\d+)?*")
    #expect(try pattern.test("https://shop.example.com/books/42"))
    let match = try pattern.exec("https://shop.example.com/books/42?page=7")
    #expect(match?.hostname["0"] == "shop")
    #expect(match?.pathname["id"] == "42")
  }

  @Test func `patterns and matches`() throws {
    let whole = try URLPattern(parsing: "https://example.com/:section/*")
    let relative = try URLPattern(parsing: "/:section/*", base: "https://example.com")
    let parts = try URLPattern(URLPatternInit(hostname: "*.example.com", pathname: "/:section/*"))
    let any = try URLPattern(parts.components, options: .init(ignoreCase: true))
    let match = try whole.exec("https://example.com/news/2026/?page=2")
    #expect(match?.pathname.groups == ["section": "news", "0": "2026/"])
    #expect(match?.search.input == "page=2")
    #expect(try relative.test("/news/", base: "https://example.com"))
    #expect(try parts.test(URLPatternInit(hostname: "a.example.com", pathname: "/news/1")))
    #expect(any != parts)
    #expect(try URLPattern(parsing: "https://example.com/").search == "*")
    #expect(try URLPattern(parsing: "https://example.com/?").search == "")
    #expect(throws: PatternReverseError.self) {
      try parts.generate(component: .pathname, groups: [:])
    }
    let path = try URLPattern(.init(pathname: "/books/:id"))
      .generate(component: .pathname, groups: ["id": "a b"])
    #expect(path == "/books/a%20b")
  }

  @Test func `schemes of apps`() throws {
    for text in [
      "app://Shop/1", "app://é/1", "app://1.2/1", "app://h/a b", "app://h/\"x\"",
      "app://h/x?q='a'",
    ] {
      #expect(try !URLPattern(parsing: text).test(text), "\(text)")
    }
    for (pattern, url) in [
      ("app://shop/a%20b", "app://shop/a b"), ("app://(Shop)/:id", "app://Shop/1"),
      ("app://(%C3%A9)/:id", "app://é/1"), ("app://h/x?q=('a')", "app://h/x?q='a'"),
      ("https://Shop.example/:id", "https://SHOP.example/1"), ("app://Shop/", "app://shop/"),
    ] {
      #expect(try URLPattern(parsing: pattern).test(url), "\(pattern)")
    }
    let expression = try URLPattern(.init(hostname: "(EXAMPLE).com"))
    #expect(try !expression.test("http://EXAMPLE.com/"))
  }

  @Test func `lists`() throws {
    let list = URLPatternList<String>(order: .specificity)
    list.add(try URLPattern(parsing: "https://*.example.com/books/:id"), value: "book")
    let id = list.add(try URLPattern(.init(pathname: "/books/new")), value: "new book")
    #expect(try list.first(in: "https://shop.example.com/books/42")?.value == "book")
    #expect(try list.first(path: "/books/new")?.value == "new book")
    let all = try list.all(in: "https://shop.example.com/books/new")
    #expect(all.map(\.value) == ["book", "new book"])
    #expect(all[0][.pathname, "id"] == "new")
    list.dispose(id)
    #expect(try list.first(path: "/books/new") == nil)
  }

  @Test func `what is kept and sent`() throws {
    let json = Data(#"{"pathname":"/books/:id","ignoreCase":true}"#.utf8)
    let read = try JSONDecoder().decode(URLPattern.self, from: json)
    #expect(try read.test("https://example.com/BOOKS/1"))
  }

  @Test func `the rows of the table`() throws {
    // No group within an expression moves a value.
    let named = try URLPattern(.init(pathname: "/:a((?<n>x))/:b"))
    #expect(try named.exec("http://h/x/y")?.pathname.groups == ["a": "x", "b": "y"])
    let data = try URLPattern(.init(protocol: "data", pathname: "a\\?b"))
    #expect(try data.test(.init(protocol: "data", pathname: "a?b")))
    #expect(try URLPattern(.init(search: "\\?")).search == "\\?")
    let quote = try URLPattern(.init(search: "q='a'"))
    #expect(try quote.test("https://h/?q='a'"))
    #expect(try !quote.test("app://h/?q='a'"))
    #expect(try URLPattern(.init()).exec(URLPatternInit())?.inputs == [.components(.init())])
    let groups = String(repeating: "{/a}?", count: 17)
    let error = try #require(throws: URLPatternError.self) {
      try URLPattern(.init(pathname: groups))
    }
    #expect(error.code == .component(.pathname, .tooManyGroups(limit: 16)))
  }

  @Test func `lengths of hosts`() throws {
    let any = try URLPattern(.init(hostname: "*"))
    let (label, name) = ("é" + String(repeating: "a", count: 989), "é.")
    #expect(try any.test("https://\(label)/"))
    #expect(try !any.test("https://\(label + label)/"))
    #expect(try any.test("https://\(String(repeating: name, count: 1_300))/"))
    #expect(try !any.test("https://\(String(repeating: name, count: 1_400))/"))
    #expect(try any.test("https://\(String(repeating: "a.", count: 3_000))/"))
  }
}

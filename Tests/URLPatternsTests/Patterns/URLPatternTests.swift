import Foundation
import RoutePatterns
import TestSupport
import Testing
import URLPatterns

@Suite struct `A pattern of URLs` {
  @Test func `hosts match in any letters`() throws {
    let pattern = try URLPattern(.init(hostname: "*.bücher.example"))
    #expect(pattern.hostname == "*.xn--bcher-kva.example")
    #expect(try pattern.test("https://SHOP.BÜCHER.example/"))
    #expect(try pattern.exec("http://a.b.bücher.example/")?.hostname["0"] == "a.b")
    #expect(try !pattern.test("https://bücher.example/"))
  }

  @Test func `the port of a scheme is none`() throws {
    let pattern = try URLPattern(parsing: "https://example.com:443/*")
    #expect(pattern.port == "")
    #expect(try pattern.test("https://example.com/x"))
    #expect(try !pattern.test("https://example.com:444/x"))
    // Only where the scheme is known.
    #expect(try URLPattern(.init(port: "443")).port == "443")
    #expect(try URLPattern(parsing: "http{s}?://h:443/").port == "443")
    #expect(try URLPattern(.init(port: "8080x")).port == "8080")
    #expect(throws: URLPatternError.self) { try URLPattern(.init(port: "x")) }
  }

  @Test func `letter case counts in users and not in hosts`() throws {
    let pattern = try URLPattern(
      .init(username: "Ada", hostname: "H", pathname: "/A/:b", search: "C", hash: "D"),
      options: .init(ignoreCase: true)
    )
    #expect(try pattern.test("http://Ada@h/a/x?c#d"))
    #expect(try pattern.exec("http://Ada@h/a/X?c#d")?.pathname["b"] == "X")
    #expect(try !pattern.test("http://ada@h/a/x?c#d"))
    #expect(try pattern != URLPattern(pattern.components))
  }

  @Test func `a base fills in what stands before`() throws {
    let pattern = try URLPattern(parsing: "?x=:y", base: "https://u:p@h.example:81/a*b?q#f")
    #expect(
      pattern.description
        == "protocol: https, hostname: h.example, port: 81, pathname: /a\\*b, search: x=:y"
    )
    let match = try #require(try pattern.exec("?x=1", base: "https://h.example:81/a*b"))
    #expect(match.search["y"] == "1")
    #expect(match.inputs == [.url("?x=1"), .url("https://h.example:81/a*b")])
    let relative = try URLPattern(.init(pathname: "c/:d", baseURL: "https://h/a/b"))
    #expect(relative.pathname == "/a/c/:d")
    #expect(
      try relative.exec(.init(pathname: "c/1", baseURL: "https://h/a/x"))?.pathname["d"] == "1"
    )
  }

  @Test func `signs that a base has twice are there once`() throws {
    let hash = try URLPattern(.init(baseURL: "https://h/p##a"))
    #expect(hash.hash == "#a")
    #expect(try hash.test("https://h/p##a"))
    #expect(try !hash.test("https://h/p#a"))
    let search = try URLPattern(.init(baseURL: "https://h/p??a"))
    #expect(try search.test("https://h/p??a"))
    #expect(try !search.test("https://h/p?a"))
    // What is given itself begins with one that is no part of it.
    #expect(try URLPattern(.init(hash: "#b", baseURL: "https://h/p##a")).hash == "b")
  }

  @Test func `marks behind a delimiter do not hide it`() throws {
    // With U+200D or U+0301 behind it, a slash is no `Character` of its own.
    for mark in ["\u{200D}", "\u{301}"] {
      let text = "/\(mark)"
      let path = try URLPattern(.init(pathname: text, baseURL: "https://h/a/b")).pathname
      #expect(try path == URLPattern(.init(pathname: text)).pathname)
      #expect(
        try URLPattern(.init(pathname: "{\(text)}", baseURL: "https://h/a/b")).pathname == path
      )
      let search = try URLPattern(.init(search: mark)).search
      #expect(try URLPattern(.init(search: "?\(mark)")).search == search)
      let hash = try URLPattern(.init(hash: mark)).hash
      #expect(try URLPattern(.init(hash: "#\(mark)")).hash == hash)
    }
  }

  @Test(arguments: ["a/..", "a/../b", "a/./../b", "%2e%2E/../..", "\t.\t/../x", "a/.\t./x"])
  func `a path that climbs out of itself is none`(_ path: String) throws {
    let error = try #require(throws: URLPatternError.self) { try URLPattern(.init(pathname: path)) }
    #expect(error.code == .component(.pathname, .dotSegment))
    let any = try URLPattern(.init())
    #expect(try !any.test(.init(pathname: path)))
    #expect(try !any.test(.init(protocol: "https", pathname: path)))
    // A backslash is read as a slash, but makes no path an absolute one.
    #expect(throws: URLPatternError.self) { try URLPattern(.init(pathname: #"\\../x"#)) }
    #expect(try !any.test(.init(pathname: #"\../x"#)))
    // Behind that of a base, and in a path that is one text, it is one like any other.
    #expect(try any.test(.init(pathname: path, baseURL: "https://h/x/y")))
    #expect(try any.test(.init(protocol: "data", pathname: path)))
  }

  @Test func `dots that begin a relative path stay`() throws {
    for path in ["..", "../x", ".", "./x", "a/./x", "a/b/.."] {
      #expect(try URLPattern(.init(pathname: path)).test(.init(pathname: path)), "\(path)")
    }
  }

  @Test func `groups that took no part have no value`() throws {
    let match = try #require(try URLPattern(.init(pathname: "/a{/:b}?")).exec("http://h/a"))
    #expect(match.pathname.groups == ["b": nil])
    #expect(match.pathname["b"] == nil)
    #expect(match.protocol == .some(match[.protocol]))
    #expect(match.username.input == "" && match.password.input == "" && match.port.input == "")
    #expect(match.hash.groups == ["0": ""])
  }

  @Test func `expressions are told of`() throws {
    #expect(try URLPattern(.init(hostname: "(a|b)")).hasRegExpGroups)
    #expect(try !URLPattern(parsing: "https://:a.*/:b?*").hasRegExpGroups)
    #expect(try !URLPattern(.init(pathname: "/(.*)/([^\\/]+?)")).hasRegExpGroups)
  }

  @Test func `patterns are coded by components`() throws {
    let decoder = JSONDecoder()
    for json in [
      #""https://example.com/:a""#, #"{"pathname":"/a/:b","ignoreCase":true}"#, "{}",
      #"{"protocol":"http","port":"80 "}"#, #"{"search":"?a","baseURL":"https://h/x"}"#,
      ###"{"hash":"##a"}"###, ####"{"hash":"###:a"}"####, #"{"search":"?\\?a"}"#,
      #"{"port":"0{}?443:a"}"#, #"{"port":"8000{}?0"}"#, #"{"hostname":"1{}?．"}"#,
      #"{"hostname":"a{}?1"}"#, #"{"hostname":"é{}?1.*"}"#,
    ] {
      let pattern = try decoder.decode(URLPattern.self, from: Data(json.utf8))
      let copy = try decoder.decode(URLPattern.self, from: JSONEncoder().encode(pattern))
      #expect(copy == pattern)
      #expect(copy.hashValue == pattern.hashValue)
      #expect(copy.components == pattern.components)
    }
    let error = try #require(throws: DecodingError.self) {
      try decoder.decode(URLPattern.self, from: Data(#""https://h/(""#.utf8))
    }
    #expect("\(error)".contains("pathname of the pattern is not valid at byte 10"))
    #expect(try URLPattern(.init()).description == "any URL")
  }

  @Test func `a text is made of values`() throws {
    let pattern = try URLPattern(parsing: "https://:lang.example.com/:title\\?q=:q")
    #expect(
      try pattern.generate(component: .hostname, groups: ["lang": "Ä"]) == "xn--4ca.example.com"
    )
    #expect(try pattern.generate(component: .pathname, groups: ["title": "a b"]) == "/a%20b")
    #expect(try pattern.generate(component: .search, groups: ["q": "'"]) == "q=%27")
    #expect(throws: PatternReverseError.self) {
      try pattern.generate(component: .pathname, groups: ["title": "a/b"])
    }
    #expect(throws: PatternReverseError.self) {
      try pattern.generate(component: .hostname, groups: ["lang": "a b"])
    }
    #expect(throws: PatternReverseError.self) {
      try pattern.generate(component: .hash, groups: [:])
    }
  }

  @Test func `the more specific of two is known`() throws {
    let texts = [
      "*://*/*", "https://*/*", "https://:a.example/*", "https://b.example/*",
      "https://b.example/c",
    ]
    let patterns = try texts.map { try URLPattern(parsing: $0) }
    for (one, other) in zip(patterns, patterns.dropFirst()) {
      #expect(one.specificity(comparedTo: other) == .lessSpecific, "\(one) \(other)")
      #expect(other.specificity(comparedTo: one) == .moreSpecific)
      #expect(one.specificity(comparedTo: one) == .same)
    }
  }

  @Test func `a match that runs away is an error`() throws {
    let pattern = try URLPattern(
      .init(search: "((?:a|aa)+[bc])"),
      options: .init(limits: .init(matchSteps: 100))
    )
    let url = "https://h/?" + String(repeating: "a", count: 200)
    let error = try #require(throws: MatchError.self) { try pattern.test(url) }
    #expect(error.code == .stepLimit)
    #expect(throws: MatchError.self) { try pattern.exec(url) }
    #expect(try !pattern.test("https://h/?c"))
  }

  /// An anchor within an expression is that of the whole component, as in JavaScript.
  @Test(arguments: [
    (#"/:x(^[^\/]+)"#, "/a", false), (#"/:x([^\/]+$)/b"#, "/a/b", false),
    (#"/:x([^\/]+$)"#, "/a", true), (#"(^\/a)"#, "/a", true),
  ])
  func `an anchor within an expression is kept`(
    text: String,
    path: String,
    isMatched: Bool
  ) throws {
    let pattern = try URLPattern(.init(pathname: text))
    #expect(try pattern.test(.init(pathname: path)) == isMatched)
    #expect(try (pattern.exec(.init(pathname: path)) != nil) == isMatched)
    let component = try PatternComponent(parsing: text)
    #expect(try (component.match(path) != nil) == isMatched)
  }

  @Test func `any text is a pattern or an error`() throws {
    let cases = PropertyRun.cases(default: 4_000)
    var random = PropertyRun.generator(for: "patterns of URLs", cases: cases)
    let pieces = [
      "http", "https", "://", ":", "/", "?", "#", "@", "[", "]", "{", "}", "(", ")", "*", "+", "\\",
      ".", "..", "é",
      ":a", "(\\d+)", "%", "80", "\u{0}", " ", "x", "(?<n>a)", "[::1]", "\n", "🍅", "|", "^",
    ]
    var count = 0
    for _ in 0..<cases {
      func text() -> String {
        (0..<Int.random(in: 0..<12, using: &random))
          .map { _ in pieces[Int.random(in: pieces.indices, using: &random)] }.joined()
      }
      let (pattern, url, base) = (text(), text(), "https://h/a?b#c")
      guard let read = try? URLPattern(parsing: pattern, base: base) else { continue }
      count += 1
      // The text that is written is a pattern again, but for a lone bracket, which the standard
      // writes without the escape that it was read for.
      let again = try? URLPattern(read.components)
      #expect(again != nil || read.hostname == "[", "\(pattern.debugDescription) \(read)")
      for url in [url, "https://" + url] {
        let match = try? read.exec(url, base: base)
        #expect((try? read.test(url, base: base)) ?? false == (match != nil))
        guard let match else { continue }
        for component in URLPatternComponent.allCases {
          #expect(match[component].input.utf8.allSatisfy { $0 < 0x80 })
        }
      }
    }
    #expect(count >= PropertyRun.least(oneIn: 20, of: cases))
  }
}

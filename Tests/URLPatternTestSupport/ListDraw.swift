package import TestSupport
import URLPatterns

/// Draws patterns, and URLs that many of them match.
package struct ListDraw {
  package var random: SeededGenerator

  init(_ random: SeededGenerator) { self.random = random }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  mutating func chance(_ share: Int) -> Bool { Int.random(in: 0..<100, using: &random) < share }

  // MARK: - Patterns

  /// A pattern; `nil` where what was drawn is none.
  mutating func pattern() -> URLPattern? {
    let options = URLPattern.Options(ignoreCase: chance(20))
    if chance(30) {
      let text = pick(["https://", "http://", "http{s}?://", "*://", ":scheme://", "wss://"])
      let query = chance(20) ? pick(["?q=:q", "?", "\\?*", "?q=1#:h", "#x"]) : ""
      let host = hostPattern()
      return try? URLPattern(
        parsing: text + host + pick(["", "", "", ":8080"]) + pathPattern() + query,
        options: options
      )
    }
    var components = URLPatternInit()
    if chance(90) { components.pathname = pathPattern() }
    if chance(30) { components.hostname = hostPattern() }
    if chance(15) {
      components.protocol = pick(["https", "http{s}?", "(https|wss)", ":p", "data"])
    }
    if chance(8) { components.port = pick(["", "8080", "80(.*)", ":p"]) }
    if chance(8) { components.search = pick(["", "q=:q", "*x*", "(q|x)=1"]) }
    if chance(6) { components.hash = pick(["", ":h", "x*"]) }
    if chance(5) { components.username = pick(["", "ada", ":u"]) }
    return try? URLPattern(components, options: options)
  }

  /// One of many patterns that the path does not tell apart, of which some are equal.
  mutating func crowdedPattern() -> URLPattern? {
    let search =
      chance(20) ? "*" : chance(20) ? "*x" : "q=\(Int.random(in: 0..<60, using: &random))"
    return try? URLPattern(.init(pathname: "/a", search: search))
  }

  /// A pattern of a path of whole segments, or of a URL with one: what is found at once, in a list
  /// of nothing else.
  mutating func plainPattern(ofURL: Bool) -> URLPattern? {
    var path = ""
    for name in [":a", ":b", ":c", ":d"].prefix(Int.random(in: 1...4, using: &random)) {
      path += "/" + (chance(40) ? name : chance(10) ? "a-name-longer-than-a-word" : word())
    }
    guard ofURL else { return try? URLPattern(.init(pathname: path)) }
    let scheme = pick(["https", "https", "https", "http", "wss", "*", "http{s}?"])
    let host = pick(["example.com", "shop.example.com", "a.b.example.com", "localhost"])
    let end = pick(["", "", "", "", ":8080", "?q=1", "#x"])
    let port = end.first == ":" ? end : ""
    return try? URLPattern(parsing: "\(scheme)://\(host)\(port)\(path)\(port == "" ? end : "")")
  }

  private mutating func hostPattern() -> String {
    pick([
      "example.com", "example.com", "shop.example.com", "*.example.com", ":sub.example.com",
      "{:sub.}?example.com", "localhost", "EXAMPLE.com", "*", "(.*)", "*.com", "shop.*",
      "{shop.}*example.com", "([a-z]+).example.com", "[\\:\\:1]", "", "{*.}?com", "exa:x",
    ])
  }

  private mutating func pathPattern() -> String {
    if chance(6) { return pick(["", "*", ":x", "a", "{/:x}*", "(.*)", "x*", "/", "//", ":x*"]) }
    var path = ""
    for index in 0..<Int.random(in: 1...4, using: &random) {
      let names = [":a", ":b", ":c", ":d"]
      let name = names[index]
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<9: path += "/" + word()
      case 9..<13: path += "/\(name)"
      case 13: path += "/\(name)(\\d+)"
      case 14: path += "/\(name)([a-z]+)"
      case 15: path += "/\(name)" + pick(["?", "+", "*", ".html", "-x"])
      case 16: path += pick(["{/a}?", "{/b}*", "{/\(word())}"])
      case 17: path += "/(a|b|7)"
      case 18: return path + pick(["/*", "*", "{/*}?", "/**"])
      default: path += "/\(word())\(name)"
      }
    }
    return path + (chance(8) ? "/" : "")
  }

  private mutating func word() -> String {
    pick(["a", "b", "books", "B", "7", "a-name-longer-than-a-word", "é", "", "a%20b", "x.html"])
  }

  // MARK: - URLs

  /// A URL, or a text that is none.
  mutating func url() -> String {
    if chance(3) {
      return pick(["", "data:a/b", "foo://example.com/a", "x", "data:", "https://", "FOO:a?q=1"])
    }
    if chance(5) { return "https://example.com/a?q=\(Int.random(in: 0..<60, using: &random))" }
    if chance(3) { return pick(["mailto:a", "foo://example.com", "a:books", "foo:7", "foo:a/b"]) }
    let scheme = pick(["https", "https", "https", "http", "wss", "HTTPS"])
    let host = pick([
      "example.com", "example.com", "shop.example.com", "a.b.example.com", "localhost",
      "Example.COM", "[::1]", "example.org", "com", "exa1", "127.0.0.1",
    ])
    let user = chance(4) ? pick(["ada@", "ada:x@", ":x@"]) : ""
    let port = chance(12) ? pick([":8080", ":80", ":443", ":801", ":"]) : ""
    let query = chance(20) ? pick(["?q=1", "?", "?x", "?q='", "?xx#"]) : ""
    return "\(scheme)://\(user)\(host)\(port)\(path())\(query)" + (chance(8) ? "#x\(word())" : "")
  }

  /// A path that begins with a slash.
  mutating func path() -> String {
    var path = ""
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      path += "/" + pick(["a", "b", "books", "B", "7", "42", "A", "x.html", "..", ".", "a7"])
      if chance(4) { path += pick(["-x", "é", "%20b", "'", "%2F", "\\c", " "]) }
      if chance(3) { path += "/a-name-longer-than-a-word" }
    }
    return path + (chance(10) || path.isEmpty ? "/" : "")
  }

  /// Components of a URL.
  mutating func components() -> URLPatternInit {
    var components = URLPatternInit(pathname: chance(90) ? path() : pick(["a", "", "x/b"]))
    if chance(40) { components.hostname = pick(["example.com", "shop.example.com", "a.com", ""]) }
    if chance(30) { components.protocol = pick(["https", "http", "wss", "data", "foo"]) }
    if chance(10) { components.port = pick(["8080", "443", "", "801"]) }
    if chance(10) { components.search = pick(["q=1", "?q=1", "xx"]) }
    if chance(5) { components.hash = "x" }
    if chance(5) { components.username = pick(["ada", ""]) }
    return components
  }
}

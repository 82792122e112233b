import Foundation
import RoutePatterns
import TestSupport
import Testing
import URLPatterns

private let lostValues: [(URLPatternComponent, String, String)] = [
  // A URL has no segments of one dot or of two.
  (.pathname, "/users/:a/avatar", ".."), (.pathname, "/books/:a", "."),
  (.pathname, "/books/:a", "%2e%2E"), (.pathname, "/.:a", "."), (.pathname, "/:a./x", "."),
  // What parts a path is in no value, wherever dots would lead.
  (.pathname, "/books/:a", "xx/../abc"), (.pathname, "/books/:a", "x\\..\\yadmin"),
  (.pathname, "/books/:a", "x/."), (.pathname, "/books/:a", "/x"),
  // What ends a component is in none.
  (.hostname, ":a.example.com", "evil/x"), (.hostname, ":a.example.com", "evil?x"),
  (.hostname, ":a.example.com", "evil#x"), (.hostname, ":a.example.com", "a\\b"),
  (.hostname, "www.:a", "evil/x"), (.hostname, "www.:a", "evil\tx"),
  (.port, ":a", "80abc"), (.port, "0:a", "8"), (.protocol, ":a", " http"),
  // No port is larger than 65,535.
  (.port, "80:a", "050"), (.port, "{8:a}", "0000"),
  // A number as the last label makes an address of the whole.
  (.hostname, ":a", "10"), (.hostname, "www.:a", "10"), (.hostname, "www.:a", "0x1f"),
  // The parser of URLs leaves these out.
  (.pathname, "/books/:a", "a\tb"), (.search, "q=:a", "a\nb"), (.hash, ":a", "a\rb"),
]

private let keptValues: [(URLPatternComponent, String, String, String)] = [
  (.pathname, "/books/:a", "...", "/books/..."),
  (.pathname, "/books/:a", "%2e%2Ehidden", "/books/%2e%2Ehidden"),
  (.pathname, "/:a", "?#", "/%3F%23"), (.pathname, "/a:a", "..", "/a.."),
  (.hostname, ":a.example.com", "SHOP", "shop.example.com"), (.port, ":a", "080", "80"),
  (.port, "80:a", "8", "808"), (.port, "80:a", "0", "800"),
  // Zeros within a port are some of it.
  (.port, "80:a", "05", "8005"), (.port, "{8:a}", "00", "800"), (.port, "80:a", "00", "8000"),
  (.port, "{:a}0", "08", "80"),
  (.protocol, "web-:a", "Books", "web-books"),
  // As another label it is a name.
  (.hostname, ":a.example", "10", "10.example"), (.hostname, ":a.example", "010", "010.example"),
  (.hostname, "www.:a.example", "0X1F", "www.0x1f.example"),
  (.hostname, ":a.example", "4294967296", "4294967296.example"),
  (.hostname, ":a", "[::1]", "[::1]"),
  (.username, ":a", "a\tb", "a%09b"), (.search, "q=:a", "?#", "q=?%23"),
]

/// The texts of components that patterns make of values.
@Suite struct GenerateTests {
  private static func pattern(_ component: URLPatternComponent, _ text: String) throws -> URLPattern
  {
    var components = URLPatternInit()
    components[component] = text
    return try URLPattern(components)
  }

  @Test(arguments: lostValues)
  func `no text is made that would not give the value back`(
    _ component: URLPatternComponent,
    _ text: String,
    _ value: String
  ) throws {
    let pattern = try Self.pattern(component, text)
    let error = try #require(throws: PatternReverseError.self) {
      try pattern.generate(component: component, groups: ["a": value])
    }
    #expect(error.code == .notReversible("a"))
  }

  @Test(arguments: ["x?admin=1", "x#y", "..", ".", "%2E", "a\tb", "x/../y"])
  func `no text is made of what parts or ends a path of a scheme of an app`(
    _ value: String
  ) throws {
    let pattern = try URLPattern(parsing: "app://shop/:a")
    #expect(try pattern.generate(component: .pathname, groups: ["a": "x y"]) == "/x y")
    let error = try #require(throws: PatternReverseError.self) {
      try pattern.generate(component: .pathname, groups: ["a": value])
    }
    #expect(error.code == .notReversible("a"))
  }

  @Test func `a space at the end of an opaque path is made as a URL has it`() throws {
    let pattern = try URLPattern(.init(protocol: "note", pathname: ":a"))
    for (value, expected) in [("x y", "x y"), ("x ", "x%20"), ("x  ", "x %20"), (" ", "%20")] {
      let text = try pattern.generate(component: .pathname, groups: ["a": value])
      #expect(text == expected)
      for rest in ["", "?q", "#f"] {
        #expect(try pattern.exec("note:\(text)\(rest)")?[.pathname].input == text)
      }
    }
    let within = try URLPattern(.init(protocol: "note", pathname: ":a.txt"))
    #expect(try within.generate(component: .pathname, groups: ["a": "x "]) == "x .txt")
    // No URL has a path that the pattern matches.
    let spaced = try URLPattern(.init(protocol: "note", pathname: ":a "))
    let error = try #require(throws: PatternReverseError.self) {
      try spaced.generate(component: .pathname, groups: ["a": "x"])
    }
    #expect(error.code == .notReversible("a"))
  }

  @Test func `a space at the end of a path behind a host is made as the proposal has it`() throws {
    let pattern = try URLPattern(parsing: "app://shop/:a")
    for (value, expected) in [(" ", "/ "), ("x ", "/x ")] {
      #expect(try pattern.generate(component: .pathname, groups: ["a": value]) == expected)
    }
  }

  @Test func `no port is made that its scheme has where none is written`() throws {
    let lost = [
      ("https", ":a", "443"), ("https", ":a", "0443"), ("HTTPS", "4:a", "43"), ("ws", ":a", "80"),
      ("ftp", ":a", "21"),
    ]
    for (scheme, port, value) in lost {
      let pattern = try URLPattern(.init(protocol: scheme, port: port))
      let error = try #require(throws: PatternReverseError.self) {
        try pattern.generate(component: .port, groups: ["a": value])
      }
      #expect(error.code == .notReversible("a"))
    }
    for (scheme, value) in [("https", "80"), ("http{s}?", "443"), ("foo", "443"), ("*", "80")] {
      let pattern = try URLPattern(.init(protocol: scheme, port: ":a"))
      #expect(try pattern.generate(component: .port, groups: ["a": value]) == value)
    }
    let literal = try URLPattern(.init(protocol: "https", port: "443"))
    #expect(try literal.generate(component: .port, groups: [:]) == "")
  }

  @Test func `numbers in all labels are made where they are an address as it is written`() throws {
    let pattern = try Self.pattern(.hostname, ":a.:b.:c.:d")
    let text = try pattern.generate(
      component: .hostname,
      groups: ["a": "127", "b": "0", "c": "0", "d": "1"]
    )
    #expect(text == "127.0.0.1")
    for last in ["01", "0x1", "256", "4294967296"] {
      let error = try #require(throws: PatternReverseError.self) {
        try pattern.generate(
          component: .hostname,
          groups: ["a": "127", "b": "0", "c": "0", "d": last]
        )
      }
      #expect(error.code == .notReversible("a"))
    }
  }

  @Test func `no text is made whose values would be others`() throws {
    let pattern = try Self.pattern(.pathname, "/:a-:b")
    let text = try pattern.generate(component: .pathname, groups: ["a": "x", "b": "y-z"])
    #expect(text == "/x-y-z")
    let error = try #require(throws: PatternReverseError.self) {
      try pattern.generate(component: .pathname, groups: ["a": "x-y", "b": "z"])
    }
    #expect(error.code == .notReversible("a"))
  }

  @Test(arguments: keptValues)
  func `text is made of values as a URL has them`(
    _ component: URLPatternComponent,
    _ text: String,
    _ value: String,
    _ expected: String
  ) throws {
    let pattern = try Self.pattern(component, text)
    #expect(try pattern.generate(component: component, groups: ["a": value]) == expected)
  }

  @Test func `what is made is matched, and gives the values back`() throws {
    let shapes: [(URLPatternComponent, String)] = [
      (.pathname, "/books/:a"), (.pathname, "/:a/:b"), (.pathname, "/:a-:b"), (.pathname, "/.:a"),
      (.pathname, "/:a."), (.pathname, "/x/%2e:a/y"), (.hostname, ":a.example.com"),
      (.hostname, "www.:a"), (.hostname, ":a.:b"), (.port, ":a"), (.port, "8:a"),
      (.search, "q=:a&r=:b"), (.hash, ":a"), (.username, ":a"), (.protocol, ":a"),
      (.protocol, "web-:a"),
    ]
    let patterns = try shapes.map { try Self.pattern($0, $1) }
    let pieces = [
      "a", "B", "x", "é", ".", "..", "%2e", "/", "\\", "?", "#", " ", "\t", "80", "0", ":", "@",
      "-", "&", "=",
    ]
    let count = PropertyRun.cases(default: 5_000)
    var random = PropertyRun.generator(for: "texts made of values", cases: count)
    var made = 0
    for _ in 0..<count {
      let index = random.below(shapes.count)
      let (component, pattern) = (shapes[index].0, patterns[index])
      var values: [String: String] = [:]
      for name in ["a", "b"] {
        values[name] = (0...random.below(3)).map { _ in random.pick(pieces) }.joined()
      }
      guard let text = try? pattern.generate(component: component, groups: values) else { continue }
      made += 1
      var url = URLPatternInit()
      // One sign before a query or a fragment is not part of it.
      url[component] = (component == .search ? "?" : component == .hash ? "#" : "") + text
      let match = try pattern.exec(url)
      #expect(match?[component].input == text, "\(pattern) \(values)")
      for (name, found) in match?[component].groups ?? [:] {
        // Names of hosts are in ASCII.
        guard let value = values[name],
          component != .hostname || value.utf8.allSatisfy({ $0 < 0x80 })
        else { continue }
        let isSame = Self.plain(found ?? "", component) == Self.plain(value, component)
        #expect(isSame, "\(pattern) \(values) gives \(text)")
      }
    }
    #expect(made >= PropertyRun.least(oneIn: 5, of: count))
  }

  /// What a text stands for in a component.
  private static func plain(_ text: String, _ component: URLPatternComponent) -> String? {
    switch component {
    case .port: Int(text).map { "\($0)" }
    case .hostname, .protocol: text.lowercased()
    default: text.removingPercentEncoding
    }
  }
}

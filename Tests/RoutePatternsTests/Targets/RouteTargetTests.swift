import RoutePatterns
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The value: its parts, its identity, the ways to make it.
@Suite struct RouteTargetTests {
  @Test func `a URL falls into its parts`() throws {
    let target = try RouteTarget("HTTPS://Example.com:8443/a%20b/c%2Fd?x=1#top")
    #expect(target.scheme == "https")
    #expect(target.host == "example.com")
    #expect(target.port == 8443)
    #expect(target.path == "/a%20b/c%2Fd")
    #expect(target.segments == ["a b", "c/d"])
    #expect(target.query == "x=1")
    #expect(target.fragment == "top")
    #expect(target.withoutQuery == "https://example.com:8443/a%20b/c%2Fd")
  }

  @Test func `a path alone has a path alone`() throws {
    let target = try RouteTarget("/")
    #expect(target.scheme == nil)
    #expect(target.host == nil)
    #expect(target.port == nil)
    #expect(target.query == nil)
    #expect(target.fragment == nil)
    #expect(target.segments == [])
    #expect(try RouteTarget("/a?#").query == "")
    #expect(try RouteTarget("/a?#").fragment == "")
    #expect(try RouteTarget("http://[::1]/").host == "[::1]")
    #expect(try RouteTarget("http://[::1]/").port == nil)
    #expect(try RouteTarget("http://[::1]:81/").port == 81)
  }

  @Test func `strict slashes make empty segments`() throws {
    let strict = RouteTarget.Options(slashes: .strict)
    #expect(try RouteTarget("//a/", options: strict).segments == ["", "a", ""])
    #expect(try RouteTarget("//a/").segments == ["a"])
  }

  @Test func `the host of a deep link is its first segment`() throws {
    let target = try RouteTarget("app://push/info?x")
    #expect(target.path == "/push/info")
    #expect(target.host == nil)
    #expect(try target == RouteTarget("app:///push/info?x"))
    let upper = try RouteTarget("app:///Push/info?x")
    #expect(upper.path == "/Push/info")
    #expect(upper.description == "app:///Push/info?x")
    #expect(upper.withoutQuery == "app:///Push/info")
    #expect(upper != target)
  }

  @Test func `an asterisk is the root of its server`() throws {
    let asterisk = try RouteTarget(
      requestTarget: "*".utf8,
      allowsAsterisk: true,
      scheme: .https,
      hosts: ["h:443"]
    )
    #expect(asterisk.isAsterisk)
    let error = #expect(throws: RouteTargetError.self) {
      try RouteTarget(requestTarget: "*".utf8, scheme: .https, hosts: ["h"])
    }
    #expect(error?.code == .asteriskNotAllowed)
    #expect(try asterisk == RouteTarget("https://h/"))
  }

  @Test func `all inputs make the same target`() throws {
    for text in ["/books/1?x", "books//1?x"] {
      let target = try RouteTarget(text)
      #expect(try RouteTarget(text[...]) == target)
      #expect(try RouteTarget(utf8: Array(text.utf8)) == target)
      #expect(try RouteTarget(utf8: text.utf8.lazy.map { $0 }) == target)
      #expect(Set([target, try RouteTarget(target.description)]).count == 1)
    }
    let url = try #require(URL(string: "https://Example.com/a/../b?x#y"))
    #expect(try RouteTarget(url).description == "https://example.com/b?x#y")
  }

  @Test(arguments: ["/a//b/?x#y", "app:////x", "app:///Push", "https://h:81/"])
  func `coding keeps a target`(text: String) throws {
    let target = try RouteTarget(text, options: .init(slashes: .strict))
    let data = try JSONEncoder().encode([target])
    #expect(try JSONDecoder().decode([RouteTarget].self, from: data) == [target])
  }

  @Test func `what is no target is not decoded`() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([RouteTarget].self, from: Data(#"["/%zz"]"#.utf8))
    }
  }

  @Test func `the limit counts canonical bytes`() throws {
    let options = RouteTarget.Options(targetLength: 8)
    #expect(try RouteTarget("/1234567", options: options).description == "/1234567")
    #expect(try RouteTarget("/%31%32%33%34567", options: options).description == "/1234567")
    #expect(throws: RouteTargetError.self) { try RouteTarget("/12345678", options: options) }
    #expect(throws: RouteTargetError.self) { try RouteTarget("/é23", options: options) }
    #expect(throws: RouteTargetError.self) { try RouteTarget("/?345678#", options: options) }
    #expect(try RouteTarget("app:///A", options: options).description == "app:///A")
    #expect(throws: RouteTargetError.self) { try RouteTarget("app:///AB", options: options) }
    // Resolved, it would fit; but it is longer than any escapes could make it.
    #expect(throws: RouteTargetError.self) {
      try RouteTarget(String(repeating: "/.", count: 13), options: options)
    }
    for length in [Int.min, -1, 0] {
      #expect(throws: RouteTargetError.self) {
        try RouteTarget("", options: .init(targetLength: length))
      }
    }
    #expect(try RouteTarget("/%61", options: .init(targetLength: .max)).description == "/a")
  }

  @Test(arguments: ["ex", "EX"], ["/12", "/%31%32"])
  func `the limit counts the host of a request`(host: String, target: String) throws {
    func request(_ limit: Int) throws -> RouteTarget {
      let options = RouteTarget.Options(targetLength: limit)
      return try RouteTarget(
        requestTarget: target.utf8,
        scheme: .http,
        hosts: [host],
        options: options
      )
    }
    #expect(try request(12).description == "http://ex/12")
    let error = #expect(throws: RouteTargetError.self) { try request(11) }
    #expect(error?.code == .tooLong)
    // Where clean text passes the limit; of other text that is not known.
    #expect(error?.offset == (target == "/12" ? 2 : target.utf8.count))
  }
}

/// Query items that are added to a target.
@Suite struct TargetQueryTests {
  @Test func `items are encoded and stand before the fragment`() throws {
    let target = try RouteTarget("/login#top").adding(query: [
      "callback": "/books/1?x=a b", "é": "&",
    ])
    #expect(target.description == "/login?callback=%2Fbooks%2F1%3Fx%3Da%20b&%C3%A9=%26#top")
    #expect(try RouteTarget(target.description) == target)
    #expect(target.fragment == "top")
  }

  @Test func `items follow those that are there`() throws {
    #expect(try RouteTarget("/a?x=1").adding(query: ["y": "2"]).description == "/a?x=1&y=2")
    #expect(try RouteTarget("/a?").adding(query: [("y", "")]).description == "/a?y=")
    #expect(try RouteTarget("/a?x").adding(query: [:]).description == "/a?x")
    #expect(try RouteTarget("app:///A").adding(query: ["y": "2"]).description == "app:///A?y=2")
    // The slash of an empty host counts, though the text does not hold it.
    for (limit, isAllowed) in [(12, true), (11, false)] {
      let options = RouteTarget.Options(targetLength: limit)
      let target = try? RouteTarget("app:///A").adding(query: ["y": "2"], options: options)
      #expect((target != nil) == isAllowed)
    }
  }

  @Test func `line breaks and tabs of a form go on as data`() throws {
    let target = try RouteTarget("/a").adding(query: ["x": "1\r\n2\t3"])
    #expect(target.description == "/a?x=1%0D%0A2%093")
    #expect(try RouteTarget(target.description) == target)
  }

  @Test func `what no target may hold is refused`() throws {
    let target = try RouteTarget("/a")
    let control = #expect(throws: RouteTargetError.self) {
      try target.adding(query: ["x": "a\u{B}b"])
    }
    #expect(control?.code == .controlByte)
    #expect(control?.offset == 1)
    let long = #expect(throws: RouteTargetError.self) {
      try target.adding(query: ["x": "1234"], options: .init(targetLength: 8))
    }
    #expect(long?.code == .tooLong)
    #expect(
      try target.adding(query: ["x": "123"], options: .init(targetLength: 8)).description
        == "/a?x=123"
    )
  }
}

import URLPatternTestSupport
import TestSupport
import Testing
import URLPatterns

@Suite struct `A list of patterns` {
  private typealias List = URLPatternList<String>

  private func made(
    _ patterns: [URLPatternInit],
    order: List.Order = .insertion
  ) throws -> List {
    let list = List(order: order)
    for pattern in patterns {
      list.add(try URLPattern(pattern), value: try URLPattern(pattern).description)
    }
    return list
  }

  @Test func `the first that was added is found, or the most specific`() throws {
    let patterns = [
      URLPatternInit(pathname: "/*"), URLPatternInit(pathname: "/books/:id"),
      URLPatternInit(pathname: "/books/new"),
    ]
    let inserted = try made(patterns)
    let specific = try made(patterns, order: .specificity)
    #expect(try inserted.first(path: "/books/new")?.value == "pathname: /*")
    #expect(try specific.first(path: "/books/new")?.value == "pathname: /books/new")
    #expect(try specific.first(path: "/books/7")?[.pathname]["id"] == "7")
    #expect(try specific.first(path: "/x")?[.pathname]["0"] == "x")
    #expect(try inserted.all(path: "/books/7").map(\.value).count == 2)
    #expect(
      try specific.all(path: "/books/new").map(\.value)
        == ["pathname: /books/new", "pathname: /books/:id", "pathname: /*"]
    )
  }

  /// Texts of up to fifteen bytes are kept in the string itself.
  @Test(arguments: 1...40)
  func `the values of a path are read from texts of any length`(_ length: Int) throws {
    let list = URLPatternList<Int>()
    list.add(try URLPattern(.init(pathname: "/:a/42")), value: 1)
    list.add(try URLPattern(.init(pathname: "/x/:b/:c/:d/y")), value: 2)
    let value = String((0..<length).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
    let one = try #require(try list.first(path: "/\(value)/42"))
    #expect(one[.pathname, "a"] == value && one[.pathname]["a"] == value)
    let path = "/x/\(value)/z\(value)/1/y"
    let two = try #require(try list.first(path: path))
    #expect(two[.pathname, "b"] == value && two[.pathname, "c"] == "z\(value)")
    #expect(two[.pathname, "d"] == "1")
    #expect(two.match.inputs == [.components(.init(pathname: path))])
    #expect(two[.pathname, "a"] == nil && two[.hostname, "b"] == nil)
  }

  @Test func `what is alike is found as it was added`() throws {
    let list = List(order: .specificity)
    let pattern = try URLPattern(.init(pathname: "/:a"))
    list.add(try URLPattern(.init(pathname: "/:b")), value: "first")
    let second = list.add(pattern, value: "second")
    list.add(pattern, value: "third")
    #expect(try list.all(path: "/x").map(\.value) == ["first", "second", "third"])
    list.dispose(second)
    #expect(try list.all(path: "/x").map(\.value) == ["first", "third"])
  }

  @Test func `the last bytes of long patterns decide as well`() throws {
    let long = String(repeating: "é", count: 2_500)
    let list = List(order: .specificity)
    for end in ["*", "ab", "a*"] {
      let components = URLPatternInit(
        username: long,
        password: long,
        pathname: "/\(long)",
        search: long,
        hash: long + end
      )
      let limits = PatternLimits(patternLength: 16_384)
      list.add(try URLPattern(components, options: .init(limits: limits)), value: end)
    }
    #expect(list.entries.map(\.value) == ["ab", "a*", "*"])
    let url = "https://\(long):\(long)@h/\(long)?\(long)#\(long)ab"
    #expect(try list.first(in: url)?.value == "ab")
    #expect(try list.all(in: url).map(\.value) == ["ab", "a*", "*"])
  }

  @Test func `all components decide`() throws {
    let list = try made([
      .init(protocol: "http", hostname: "example.com"), .init(hostname: "*.example.com"),
      .init(port: "8080"), .init(username: "ada"), .init(password: "x"), .init(search: "q=:q"),
      .init(hash: "top"), .init(protocol: "data", pathname: "a/:b"),
    ])
    let urls = [
      "http://example.com/", "https://shop.EXAMPLE.com/x", "ws://h:8080", "ftp://ada@h",
      "foo://:x@h",
      "https://h/?q=1", "https://h/#top", "data:a/b",
    ]
    for (index, url) in urls.enumerated() {
      let found = try list.all(in: url)
      #expect(found.map(\.entry.id) == [list.entries[index].id], "\(url)")
    }
    #expect(try list.first(in: "?q=2", base: "https://h/")?[.search]["q"] == "2")
    #expect(try list.first(in: URLPatternInit(port: "8080"))?.value == "port: 8080")
    #expect(try list.first(in: "https://example.com/") == nil)
  }

  @Test func `text that is no URL is found nowhere`() throws {
    let list = try made([.init()])
    #expect(try list.first(in: "no URL") == nil)
    #expect(try list.all(in: "/x").isEmpty)
    #expect(try list.all(in: "/x", base: "no URL").isEmpty)
    #expect(try list.first(in: URLPatternInit(port: "no port")) == nil)
    #expect(try list.all(path: "/x").count == 1)
  }

  @Test func `a match says what it was asked`() throws {
    let list = try made([.init(pathname: "/:a")])
    #expect(try list.first(path: "/x")?.match.inputs == [.components(.init(pathname: "/x"))])
    #expect(
      try list.first(in: "/x", base: "http://h")?.match.inputs == [.url("/x"), .url("http://h")]
    )
    #expect(try list.first(in: "https://h/x?y#z")?.match.search.input == "y")
  }

  @Test func `letter case counts pattern by pattern`() throws {
    let list = List()
    list.add(try URLPattern(.init(pathname: "/Books")), value: "case")
    list.add(
      try URLPattern(.init(pathname: "/bOOks"), options: .init(ignoreCase: true)),
      value: "no case"
    )
    #expect(try list.all(path: "/Books").map(\.value) == ["case", "no case"])
    #expect(try list.all(path: "/BOOKS").map(\.value) == ["no case"])
  }

  @Test func `patterns go by identifier, by pattern, and all at once`() throws {
    let list = List()
    let pattern = try URLPattern(.init(pathname: "/a"))
    let ids = list.add(contentsOf: ["1", "2", "3"].map { .init(pattern, value: $0) })
    #expect(list.count == 3)
    #expect(list.dispose(ids[0]))
    #expect(!list.dispose(ids[0]))
    #expect(try list.first(path: "/a")?.value == "2")
    #expect(list.dispose(ids) == 2)
    #expect(list.isEmpty)
    let other = try URLPattern(.init(pathname: "/:b"))
    list.add(contentsOf: [.init(pattern, value: "4"), .init(other, value: "5")])
    #expect(list.remove(pattern) == 1)
    #expect(list.remove(pattern) == 0)
    #expect(list.entries.map(\.value) == ["5"])
    list.removeAll()
    #expect(list.isEmpty)
    #expect(try list.all(path: "/a").isEmpty)
    // One of another list is of no use.
    #expect(!List().dispose(list.add(pattern, value: "6")))
  }

  @Test func `a path without a slash is none with one`() throws {
    let list = try made([.init(pathname: "/foo"), .init(pathname: "/:name"), .init(pathname: "/")])
    #expect(try list.first(in: "mailto:foo") == nil)
    #expect(try list.first(path: "") == nil)
    #expect(try list.first(in: "data:joe@x.y") == nil)
    let hosts = try made([.init(hostname: "example.com", pathname: "/")])
    #expect(try hosts.first(in: "foo://example.com") == nil)
    #expect(try hosts.first(in: "foo://example.com/") != nil)
  }

  @Test func `many that are alike come and go`() throws {
    let list = List(order: .specificity)
    let general = try URLPattern(.init(pathname: "/a", search: "*x"))
    var ids = (0..<4).map { list.add(general, value: "general \($0)") }
    for number in 0..<40 {
      list.add(try URLPattern(.init(pathname: "/a", search: "q=\(number)")), value: "\(number)")
    }
    for number in 4..<200 {
      ids.append(list.add(general, value: "general \(number)"))
      list.dispose(ids.removeFirst())
      #expect(try list.first(in: "https://h/a?x")?.value == "general \(number - 3)")
    }
  }

  @Test func `a host of many labels is looked up in time`() throws {
    let list = try made([.init(hostname: "*.example.com")])
    let host = String(repeating: "a.", count: 30_000) + "example.com"
    let start = threadTime()
    let found = try list.first(in: "https://\(host)/x")?.value
    // Each label looked up with all behind it takes ten times as long.
    #expect(threadTime() - start < .seconds(2))
    #expect(found == "hostname: *.example.com")
  }

  @Test func `a limit is an error, and no answer`() throws {
    let list = List()
    let limits = PatternLimits(matchSteps: 10)
    let pattern = try URLPattern(
      .init(pathname: "/:a((?:x|xx)+)y"),
      options: .init(limits: limits)
    )
    list.add(pattern, value: "costly")
    list.add(try URLPattern(.init(pathname: "/*")), value: "any")
    let path = "/" + String(repeating: "x", count: 60) + "zy"
    #expect(throws: MatchError.self) { try list.first(path: path) }
    #expect(throws: MatchError.self) { try list.all(path: path) }
    #expect(try list.first(path: "/z")?.value == "any")
  }

  @Test(.busy) func `a list says what the loop over its patterns says`() throws {
    // Most of them are drawn by the trial `lists`, which has the optimiser.
    let cases = PropertyRun.cases(default: 8_000)
    var check = ListCheck(PropertyRun.generator(for: "lists", cases: cases))
    let rounds = max(1, cases / 200)
    for _ in 0..<rounds { try check.check(patternsUpTo: 40, inputs: 200) }
    print("lists: \(check.counts)")
    let inputs = rounds * 200
    // Inputs of one list have much in common, so that these are far below what is usual.
    #expect(check.counts.found >= PropertyRun.least(oneIn: 8, of: inputs))
    #expect(check.counts.overtaken >= PropertyRun.least(oneIn: 200, of: inputs))
  }
}

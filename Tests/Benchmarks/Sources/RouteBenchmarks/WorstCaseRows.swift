import RouteTables
import Switchyard

/// What is made to be slow, beside less of the same.
struct WorstCaseRows {
  static let shape = "patterns that share a shape"
  static let proxies = "open through wildcard proxies"
  static let tags = "tags, each with a map of one pattern"
  static let deep = "paths of 32 segments"
  static let long = "8 KiB that match nothing"

  func contestants() throws -> [Contestant] {
    try shapes() + wildcards() + tagged() + deepPaths() + longTargets()
  }

  /// Literals that differ, each before and behind a value or before it alone, patterns that are equal, and regular expressions all of which have to be looked at.
  private func shapes() throws -> [Contestant] {
    func rows(_ count: Int) throws -> [Contestant] {
      let literals = (0..<count).map { "/part\($0)/:id/kind\($0)" }
      let ends = (0..<count).map { "/part\($0)/:id/kind" }
      let equals = (0..<count).map { "/part/:id\($0)/kind" }
      let regexes = (0..<count).map { "/part/:id([a-z]+\($0))/kind" }
      let regexTable = RouteTable(
        name: "",
        patterns: regexes,
        lookups: [.init(path: "/part/value0/kind", route: 0, values: [])]
      )
      let bare = BareSearch(regexTable)
      return [
        try row(Self.shape, "\(count), other literals", literals, ["/part7/value/kind7"]),
        try row(
          Self.shape,
          "\(count), one end",
          ends,
          ends.suffix(100).map { $0.replacing(":id", with: "value") }
        ),
        try row(Self.shape, "\(count), equal", equals, ["/part/value/kind"]),
        try row(Self.shape, "\(count), other regexes", regexes, ["/part/value0/kind"]),
        Contestant(group: Self.shape, name: "\(count), the regexes bare (C)", run: bare.scan),
      ]
    }
    return try rows(100) + rows(1_000)
  }

  private func wildcards() throws -> [Contestant] {
    func row(_ count: Int, _ matching: Int) throws -> Contestant {
      let router = Router(.server)
      router.map("/proxied/:id/info") { _, completed in completed() }
      for number in 0..<count {
        let pattern = number < matching ? "/*/info" : "/*/other\(number)"
        router.proxy(try RoutePattern(parsing: pattern)) { _, next in next(.pass) }
      }
      let lookups = try Lookups(["/proxied/42/info"])
      return Contestant(group: Self.proxies, name: "\(count), of which \(matching) match") {
        times in
        timed { lookups.open(in: router, times) }
      }
    }
    return [try row(20, 10), try row(200, 10), try row(200, 100)]
  }

  private func tagged() throws -> [Contestant] {
    func rows(_ count: Int) throws -> [Contestant] {
      let router = Router(.server)
      let tags = (0..<count).map { RouteTag("tag\($0)") }
      for tag in tags {
        router.map("/tagged/:id", tags: [tag]) { _, completed in completed() }
      }
      let one = try Lookups(["/tagged/42"])
      let all = try Lookups(["/tagged/42"])
      let view = router[tags[count / 2]]
      let wide = router[tags]
      return [
        Contestant(group: Self.tags, name: "\(count), a view of one", isLookup: true) {
          times in
          try timed { try one.match(in: view, times) }
        },
        Contestant(group: Self.tags, name: "\(count), a view of all", isLookup: true) {
          times in
          try timed { try all.match(in: wide, times) }
        },
      ]
    }
    return try rows(1) + rows(64) + rows(500)
  }

  private func deepPaths() throws -> [Contestant] {
    func rows(_ count: Int) throws -> [Contestant] {
      let patterns = (0..<count).map { number in
        (0..<16).map { "/level\($0)/:p\($0)" }.dropLast().joined() + "/level15/leaf\(number)"
      }
      func path(_ leaf: String) -> String {
        (0..<16).map { "/level\($0)/value\($0)" }.dropLast().joined() + "/level15/\(leaf)"
      }
      let table = RouteTable(
        name: "",
        patterns: patterns,
        lookups: [.init(path: path("leaf7"), route: 7, values: [])]
      )
      return [
        try row(Self.deep, "\(count), a hit", patterns, [path("leaf7")]),
        try row(Self.deep, "\(count), a miss at the end", patterns, [path("nothing")]),
        Contestant(
          group: Self.deep,
          name: "\(count), \(TableRows.regex)",
          run: BareSearch(table).match
        ),
      ]
    }
    return try rows(10) + rows(1_000)
  }

  private func longTargets() throws -> [Contestant] {
    let segments = String(repeating: "/a", count: 4_090)
    let segment = "/" + String(repeating: "a", count: 8_180)
    func rows(_ table: RouteTable) throws -> [Contestant] {
      let count = table.patterns.count
      return [
        try row(Self.long, "\(count) routes, one segment", table.patterns, [segment]),
        try row(Self.long, "\(count) routes, 4,090 segments", table.patterns, [segments]),
      ]
    }
    return try rows(.gitHub()) + rows(.synthetic(1_000))
  }

  private func row(
    _ group: String,
    _ name: String,
    _ patterns: [String],
    _ paths: [String]
  ) throws -> Contestant {
    guard let router = try Router.serving(RouteTable(name: "", patterns: patterns, lookups: []))
    else { fatalError("no limit was set") }
    let lookups = try Lookups(paths)
    return Contestant(group: group, name: name, isLookup: true) { times in
      try timed { try lookups.match(in: router, times) }
    }
  }
}

import RoutePatterns
import TestSupport
import Testing

@Suite struct ParameterByteTests {
  /// 64 KiB of marks that combine with one letter, and as many letters.
  private static let marks = "a" + String(repeating: "\u{301}\u{323}", count: 1 << 14)
  private static let letters = String(repeating: "a", count: marks.utf8.count)

  private struct Book: Decodable { var title: String? }

  static let uses: [(name: String, use: @Sendable (String) throws -> Void)] = [
    ("a value of a name", { #expect(QueryParameters(parsing: "\($0)=1")["title"] == nil) }),
    ("values", { #expect(QueryParameters(parsing: "\($0)=1").values(of: "title").isEmpty) }),
    ("names", { #expect(QueryParameters(parsing: "\($0)=1&\($0)=2").names.count == 1) }),
    ("a hash", { _ = QueryParameters(parsing: $0).hashValue }),
    ("decoding", { _ = try QueryParameters(parsing: "\($0)=1").decode(Book.self) }),
    (
      "decoding all",
      { _ = try Parameters(query: QueryParameters(parsing: "\($0)=1")).decode(Book.self) }
    ),
    (
      "adding",
      {
        let query = QueryParameters(parsing: "\($0)=1")
        _ = Parameters(query: query).adding(Parameters(query: query))
      }
    ),
    ("the path", { #expect(PathParameters(dictionaryLiteral: ($0, "1"))["title"] == nil) }),
  ]

  @Test(arguments: uses.indices)
  func `marks that combine take no longer than letters`(_ index: Int) throws {
    func time(_ name: String) throws -> Duration {
      let start = threadTime()
      try Self.uses[index].use(name)
      return threadTime() - start
    }
    _ = try time("warm")
    let bound = try time(Self.letters) * 10 + .milliseconds(60)
    #expect(try time(Self.marks) < bound, "\(Self.uses[index].name)")
  }

  @Test func `names are the same by their bytes`() throws {
    struct Keyed: Decodable { var KEY: String? }
    let query = QueryParameters(parsing: "\u{212A}EY=1&%E2%84%AAEY=2&e\u{301}=3")
    #expect(query["KEY"] == nil)
    #expect(query.values(of: "\u{212A}EY") == ["1", "2"])
    #expect(query["\u{e9}"] == nil)
    #expect(query["e\u{301}"] == "3")
    #expect(try query.decode(Keyed.self).KEY == nil)
    #expect(QueryParameters(parsing: "K&\u{212A}").names.count == 2)
    let path: PathParameters = ["\u{212A}EY": "1"]
    #expect(path["KEY"] == nil)
  }
}

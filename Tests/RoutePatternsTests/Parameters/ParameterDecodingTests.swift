import Foundation
import RoutePatterns
import Testing

/// Names and values that are decoded into types.
@Suite struct ParameterDecodingTests {
  enum Order: String, Decodable { case newest, oldest }
  enum Level: Int, Decodable { case low = 1, high }

  /// A text of its own, with a rule.
  struct Slug: Decodable, Equatable {
    var text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      text = try container.decode(String.self)
      guard !text.isEmpty else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "empty")
      }
    }
  }

  /// A property of each type that a value is read as.
  struct All: Decodable {
    var text: String?
    var int: Int?
    var small: UInt8?
    var large: UInt64?
    var double: Double?
    var float: Float?
    var flag: Bool?
    var uuid: UUID?
    var date: Date?
    var order: Order?
    var level: Level?
    var slug: Slug?
    var list: [Int]?
    var set: Set<String>?
    var twice: String??
    var orders: [Order]?

    /// The values that there are, as text.
    var shown: String {
      Mirror(reflecting: self).children.compactMap { child in
        guard let value = Mirror(reflecting: child.value).children.first?.value else { return nil }
        return "\(child.label ?? "")=\(value)"
      }.joined(separator: " ")
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let query: String
    let answer: String
    var testDescription: String { String(query.prefix(60)) }

    init(_ query: String, _ answer: String) {
      self.query = query
      self.answer = answer
    }
  }

  private static func cannot(_ name: String, _ expected: String? = nil) -> String {
    "The value of \"\(name)\" in the query cannot be read\(expected.map { " as \($0)" } ?? "")."
  }

  static let cases = [
    Case("", ""),
    Case("text=", "text="),
    Case("text", "text="),
    Case("text=a+b%26", "text=a b&"),
    Case("text=a&text=b", "text=a"),
    Case("text=%00", "text=\u{0}"),
    Case("other=1", ""),
    Case("int=7", "int=7"),
    Case("int=-7", "int=-7"),
    Case("int=%2B7", "int=7"),
    Case("int=", ""),
    Case("int=7x", cannot("int", "a whole number")),
    Case("int=0x7", cannot("int", "a whole number")),
    Case("int=7.0", cannot("int", "a whole number")),
    Case("int=+7", cannot("int", "a whole number")),
    Case("int=9223372036854775808", cannot("int", "a whole number")),
    Case("int=x&int=7", cannot("int", "a whole number")),
    Case("int=&int=7", cannot("int", "a whole number")),
    Case("int=%D9%A7", cannot("int", "a whole number")),
    Case("small=255", "small=255"),
    Case("small=256", cannot("small", "a whole number from 0 to 255")),
    Case("small=-1", cannot("small", "a whole number from 0 to 255")),
    Case("large=18446744073709551615", "large=18446744073709551615"),
    Case("double=1.5e3", "double=1500.0"),
    Case("double=-0.5", "double=-0.5"),
    Case("double=", ""),
    Case("double=nan", cannot("double", "a number")),
    Case("double=inf", cannot("double", "a number")),
    Case("double=1e999", cannot("double", "a number")),
    Case("double=0x1p3", cannot("double", "a number")),
    Case("double=1,5", cannot("double", "a number")),
    Case("double=e", cannot("double", "a number")),
    Case("float=0.5", "float=0.5"),
    Case("float=1e39", cannot("float", "a number")),
    Case("flag=true", "flag=true"),
    Case("flag=on", "flag=true"),
    Case("flag=1", "flag=true"),
    Case("flag=false", "flag=false"),
    Case("flag=off", "flag=false"),
    Case("flag=0", "flag=false"),
    Case("flag", ""),
    Case("flag=yes", cannot("flag", "true or false")),
    Case("flag=TRUE", cannot("flag", "true or false")),
    Case(
      "uuid=e621e1f8-c36c-495a-93fc-0c247a3e6e5f",
      "uuid=E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    ),
    Case("uuid=e621e1f8", cannot("uuid", "a UUID")),
    Case("order=oldest", "order=oldest"),
    Case("order=Oldest", cannot("order")),
    Case("order=", ""),
    Case("level=2", "level=high"),
    Case("level=3", cannot("level")),
    Case("level=x", cannot("level", "a whole number")),
    Case("slug=a", "slug=Slug(text: \"a\")"),
    Case("slug=", ""),
    Case("list=1&list=2&text=x&list=3", "text=x list=[1, 2, 3]"),
    Case("list=", ""),
    Case("list=1&list=x", cannot("list", "a whole number")),
    Case("list=1&list=", cannot("list", "a whole number")),
    Case("list=1,2", cannot("list", "a whole number")),
    Case("set=a&set=a", "set=[\"a\"]"),
    Case("twice=a", "twice=Optional(\"a\")"),
    Case("twice=", "twice=Optional(\"\")"),
    Case("orders=newest&orders=x", cannot("orders")),
  ]

  @Test(arguments: cases) func `a value is read as the type of its property`(_ row: Case) throws {
    do {
      #expect(try QueryParameters(parsing: row.query).decode(All.self).shown == row.answer)
    } catch let error as ParameterError {
      #expect(error.description == row.answer)
    }
  }

  static let dates: [(String, Double?)] = [
    ("2030-01-31", 1_896_048_000), ("1970-01-01", 0), ("1969-12-31", -86400),
    ("2030-01-31T08:30:00Z", 1_896_078_600), ("2030-01-31T08:30:00+02:00", 1_896_071_400),
    ("2030-01-31T08:30:00-00:30", 1_896_080_400), ("2030-01-31T08:30:00.5Z", 1_896_078_600.5),
    ("2030-02-29", nil), ("2028-02-29", 1_835_395_200), ("2030-02-31", nil), ("2030-1-31", nil),
    ("2030-01-31x", nil), ("2030-01-31T25:00:00Z", nil), ("2030-01-31T08:60:00Z", nil),
    ("2030-01-31T08:30:60Z", nil), ("2030-01-31T08:30:00", nil), ("2030-01-31T08:30:00Zx", nil),
    ("2030-01-31T08:30:00+24:00", nil), ("2030-01-31T08:30:00+2:00", nil),
    ("2030-01-31T08:30:00+0200", nil), ("2030-01-31T08:30:00.Z", nil),
    ("2030-01-31T08:30:00.1234567890Z", nil), ("2030-01-31 08:30:00Z", nil), ("now", nil),
    ("1896048000", nil), ("99999-01-01", nil), ("-2030-01-31", nil), ("²030-01-31", nil),
    ("2030-01-31T08:30:00+٠١:٠٠", nil), (String(repeating: "9", count: 10_000), nil),
  ]

  @Test(arguments: dates) func `a date is read in the forms of RFC 3339`(
    _ text: String,
    _ seconds: Double?
  ) throws {
    let query: QueryParameters = ["date": text]
    guard let seconds else {
      let error = #expect(throws: ParameterError.self) { try query.decode(All.self) }
      #expect(error?.expected == "a date such as 2030-01-31 or 2030-01-31T08:30:00Z")
      return
    }
    let date = try #require(try query.decode(All.self).date)
    #expect(abs(date.timeIntervalSince1970 - seconds) < 0.001)
  }

  private struct Search: Decodable, Equatable {
    var shelf: String
    var page: Int?
    var tag: [String]
  }

  @Test func `the path comes before the query, as where one value is asked for`() throws {
    let target = try RouteTarget("/shelves/new%2Fold?page=2&shelf=none&tag=a&tag=b")
    let match = try #require(try RoutePattern("/shelves/:shelf").match(target))
    let search = try match.parameters.decode(Search.self)
    #expect(search == Search(shelf: "new/old", page: 2, tag: ["a", "b"]))
    let bare = try #require(try RoutePattern("/shelves/:shelf").match(RouteTarget("/shelves/new")))
    #expect(try bare.parameters.decode() == Search(shelf: "new", page: nil, tag: []))
    var bad = bare.parameters
    bad.path.setValue(ParameterValue(raw: "%FF"), of: "shelf")
    let error = #expect(throws: ParameterError.self) { try bad.decode(Search.self) }
    #expect(error?.code == .unreadable && error?.name == "shelf" && error?.source == .path)
    #expect(throws: ParameterError.self) { try Parameters().decode(Search.self) }
  }

  @Test func `the query says nothing of a parameter of the path that took no part`() throws {
    struct Book: Decodable { var id: Int? }
    let pattern: RoutePattern = "/books{/:id}?"
    let match = try #require(try pattern.match(RouteTarget("/books?id=42")))
    #expect(try match.parameters.decode(Book.self).id == nil)
    let one = try #require(try pattern.match(RouteTarget("/books/7?id=42")))
    #expect(try one.parameters.decode(Book.self).id == 7)
  }

  private struct Odd: Decodable, Equatable {
    enum CodingKeys: String, CodingKey {
      case dotted = "a.b"
      case bracketed = "tags[]"
      case zero = "\u{0}"
    }

    var dotted: String
    var bracketed: [String]
    var zero: String
  }

  @Test func `names are what they are`() throws {
    let odd = try QueryParameters(parsing: "a.b=1&tags%5B%5D=x&tags[]=y&%00=z").decode(Odd.self)
    #expect(odd == Odd(dotted: "1", bracketed: ["x", "y"], zero: "z"))
    let error = #expect(throws: ParameterError.self) {
      try QueryParameters(parsing: "a.b=1").decode(Odd.self)
    }
    #expect(error?.description == "The value of \"\\u{0}\" in the query is missing.")
    let lists = try QueryParameters(parsing: "a=1&b=2&a=3").decode([String: [Int]].self)
    #expect(lists == ["a": [1, 3], "b": [2]])
    #expect(try QueryParameters(parsing: "a=1&a=3").decode([String: Int].self) == ["a": 1])
  }

  private struct Nested: Decodable {
    struct Inner: Decodable { var a: Int }

    var inner: Inner?
    var lists: [[Int]]?
    var list: [Inner]?
  }

  @Test func `a type with deeper parts is a mistake of the program`() throws {
    for query in ["inner=1", "lists=1", "list=1", "inner="] {
      let error = #expect(throws: ParameterError.self) {
        try QueryParameters(parsing: query).decode(Nested.self)
      }
      #expect(error?.code == .unsupported)
      #expect(error?.description.contains("cannot be decoded into a type with parts") == true)
    }
    let tops: [any Decodable.Type] = [Int.self, [Int].self, Int?.self]
    for type in tops {
      let error = #expect(throws: ParameterError.self) { try QueryParameters().decode(type) }
      #expect(error?.code == .unsupported && error?.name == nil)
    }
    let error = #expect(throws: ParameterError.self) { try QueryParameters().decode(Never.self) }
    #expect(error?.description == "The value of the parameters as a whole cannot be read.")
  }

  private struct Own: Error {}

  private struct Refusing: Decodable {
    init(from decoder: any Decoder) throws { throw Own() }
  }

  @Test func `an error of the type's own is thrown as it is`() {
    #expect(throws: Own.self) { try QueryParameters().decode(Refusing.self) }
    #expect(throws: Own.self) {
      try QueryParameters(parsing: "a=").decode([String: Refusing].self)
    }
  }

  @Test(.timeLimit(.minutes(1))) func `many values take little time`() throws {
    let query = (0..<200_000).map { "list=\($0)" }.joined(separator: "&")
    #expect(try QueryParameters(parsing: query).decode(All.self).list?.count == 200_000)
  }
}

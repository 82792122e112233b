import RoutePatterns
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct `Parameters of a match` {
  private enum Kind: String { case novel, poem }
  /// Its own text is not that of its cases.
  private enum Shelf: String, LosslessStringConvertible {
    case upper, lower

    init?(_ description: String) { nil }
    var description: String { "the \(rawValue) one" }
  }

  private func parameters(_ pattern: RoutePattern, _ url: String) throws -> Parameters {
    try #require(try pattern.match(RouteTarget(url))).parameters
  }

  @Test func `the path goes before the query`() throws {
    let parameters = try parameters("/books/:id", "/books/1?id=2&id=3&x=4#to%20p")
    #expect(parameters["id"] == "1")
    #expect(parameters.query["id"] == "2")
    #expect(parameters.query.values(of: "id") == ["2", "3"])
    #expect(parameters["x"] == "4")
    #expect(parameters["y"] == nil)
    #expect(parameters.fragment == "to p")
    #expect(parameters.description == "[id: 1]?id=2&id=3&x=4#to%20p")
  }

  @Test func `a case with a description of its own is read by what it stands for`() throws {
    let parameters = try parameters("/:shelf", "/upper?on=lower")
    #expect(parameters["shelf", as: Shelf.self] == .upper)
    #expect(parameters.path["shelf", as: Shelf.self] == .upper)
    #expect(parameters.query["on", as: Shelf.self] == .lower)
    #expect(parameters.path["shelf", as: Kind.self] == nil)
    #expect(try parameters.require("shelf", as: Shelf.self) == .upper)
    #expect(try parameters.query.require("on", as: Shelf.self) == .lower)
  }

  @Test(arguments: [
    ("a=1", "a", "1"), ("a=1&a=2", "a", "1"), ("a", "a", ""), ("a=", "a", ""), ("=1", "", "1"),
    ("a=b=c", "a", "b=c"), ("a+b=c+d", "a b", "c d"), ("a%2Bb=c%2Bd", "a+b", "c+d"),
    ("a%20b=c%20d", "a b", "c d"), ("%C3%A9=%C3%A9", "é", "é"), ("a=%26%3D", "a", "&="),
    ("&&a=1&", "a", "1"), ("a%2520b=2", "a%20b", "2"), ("a%20b=1&a%2520b=2", "a%20b", "2"),
    ("a+b=1&a%2Bb=2", "a+b", "2"), ("A=1&a=2", "a", "2"), ("a=100%", "a", "100%"),
  ])
  func `queries are read`(_ query: String, _ name: String, _ value: String) {
    let parameters = QueryParameters(parsing: query)
    #expect(parameters[name] == value)
    #expect(parameters.text == query.split(separator: "&").joined(separator: "&"))
  }

  /// What follows a separator may combine with it into one character, and separates all the same.
  @Test func `a separator separates whatever follows it`() {
    let query = QueryParameters(parsing: "a=1&\u{301}b=\u{301}2&c=3")
    #expect(query.names == ["a", "\u{301}b", "c"])
    #expect(query["a"] == "1")
    #expect(query["\u{301}b"] == "\u{301}2")
    let value = ParameterValue(raw: "a/\u{301}b/c", spansSegments: true)
    #expect(value.segments == ["a", "\u{301}b", "c"])
  }

  /// The answers of `URLSearchParams` of Node 20.
  @Test(arguments: [
    ("a=100%", [["a", "100%"]]), ("%zz=%2", [["%zz", "%2"]]), ("%%41", [["%A", ""]]),
    ("a=%E9t%E9", [["a", "\u{FFFD}t\u{FFFD}"]]), ("%FF=c", [["\u{FFFD}", "c"]]),
    ("%C3&%A9", [["\u{FFFD}", ""], ["\u{FFFD}", ""]]),
    ("%ed%a0%80", [["\u{FFFD}\u{FFFD}\u{FFFD}", ""]]), ("%e2%82x", [["\u{FFFD}x", ""]]),
    ("%F0%9F%98=%c0%af", [["\u{FFFD}", "\u{FFFD}\u{FFFD}"]]),
    ("a=1%0D%0A2%09", [["a", "1\r\n2\t"]]), ("%EF%BB%BFa=+", [["\u{FEFF}a", " "]]),
    ("=%26&%3D=", [["", "&"], ["=", ""]]), ("é=%C3é", [["é", "\u{FFFD}é"]]),
  ])
  func `a query reads as browsers read it`(_ query: String, _ items: [[String]]) throws {
    for text in [query, String(try RouteTarget("/?\(query)").query ?? "")] {
      let read = QueryParameters(parsing: text)
      #expect(
        read.names == items.map { $0[0] }.reduce(into: []) { if !$0.contains($1) { $0 += [$1] } }
      )
      for name in read.names {
        #expect(read.values(of: name) == items.filter { $0[0] == name }.map { $0[1] })
      }
    }
  }

  @Test func `what is not UTF-8 keeps its raw form`() {
    let query = QueryParameters(parsing: "a=%FF&a=b")
    #expect(query.values(of: "a") == ["\u{FFFD}", "b"])
    #expect(query.rawValues(of: "a") == ["%FF", "b"])
    #expect(query.text == "a=%FF&a=b")
    let value = ParameterValue(raw: "%FF/%2F", spansSegments: true)
    #expect(value.text == nil)
    #expect(value.segments == ["%FF", "/"])
    #expect(ParameterValue("a/b é").raw == "a%2Fb%20%C3%A9")
    #expect(ParameterValue(raw: "").segments == [])
    #expect(ParameterValue(raw: "", spansSegments: true).segments == [])
  }

  @Test func `what is set is got`() {
    for text in ["", "a", "a b", "+", "%41", "é", "&=?#", "/", "\u{0}"] {
      var parameters = Parameters()
      parameters[text] = text
      #expect(parameters[text] == text)
      #expect(parameters.path[text] == text)
      parameters.query[text] = text
      parameters.query.append(text, value: "2")
      #expect(parameters.query.values(of: text) == [text, "2"])
      #expect(QueryParameters(parsing: parameters.query.text) == parameters.query)
      parameters.query[text] = "3"
      #expect(parameters.query.values(of: text) == ["3"])
      parameters[text] = nil
      #expect(parameters[text] == nil)
      #expect(parameters.isEmpty)
    }
  }

  @Test func `a query keeps the place of what is set`() {
    var query: QueryParameters = ["a": "1", "b": "2", "a": "3", "c": "4"]
    query["b"] = "5"
    #expect(query.text == "a=1&b=5&a=3&c=4")
    query["a"] = "6"
    #expect(query.text == "a=6&b=5&c=4")
    query["d"] = "7 8"
    #expect(query.description == "a=6&b=5&c=4&d=7%208")
  }

  @Test func `added parameters take the place of others`() {
    let old = Parameters(
      path: ["id": "1", "x": "2"],
      query: ["q": "1", "q": "2", "r": "3"],
      fragment: "f"
    )
    let sum = old.adding(Parameters(path: ["id": "9", "y": "8"], query: ["q": "7", "q": "6"]))
    #expect(sum.path == ["id": "9", "x": "2", "y": "8"])
    #expect(sum.query.values(of: "q") == ["7", "6"])
    #expect(sum.query["r"] == "3")
    #expect(sum.fragment == "f")
    #expect(old.adding(["id": "5"])["id"] == "5")
    #expect(old.adding(Parameters()) == old)
    #expect(old["id"] == "1")
  }

  @Test func `values are converted`() throws {
    let id = "6F9619FF-8B86-D011-B42D-00CF4FC964FF"
    let parameters: Parameters = [
      "n": "-7", "b": "true", "k": "poem", "u": id, "d": "1.5", "e": "",
    ]
    #expect(parameters["n", as: Int.self] == -7)
    #expect(parameters["n", as: UInt.self] == nil)
    #expect(parameters["n", as: String.self] == "-7")
    #expect(parameters["b", as: Bool.self] == true)
    #expect(parameters["n", as: Bool.self] == nil)
    #expect(parameters["d", as: Double.self] == 1.5)
    #expect(parameters["k", as: Kind.self] == .poem)
    #expect(parameters["n", as: Kind.self] == nil)
    #expect(parameters["u", as: UUID.self]?.uuidString == id)
    #expect(parameters["n", as: UUID.self] == nil)
    #expect(parameters["e", as: Int.self] == nil)
    #expect(parameters["x", as: Int.self] == nil)
  }

  @Test func `a path parameter that took no part lets the query be read`() throws {
    let pattern: RoutePattern = "/books/:id?"
    #expect(try parameters(pattern, "/books?id=2")["id"] == "2")
    #expect(try parameters(pattern, "/books/1?id=2")["id"] == "1")
  }
}

import RoutePatterns
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct `Coded parameters` {
  private static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private static func parameters(_ text: String) throws -> Parameters {
    try JSONDecoder().decode(Parameters.self, from: Data(text.utf8))
  }

  struct Written: Sendable, CustomTestStringConvertible {
    var value: Parameters
    var text: String
    var testDescription: String { text }
  }

  private static let written = [
    Written(value: Parameters(), text: "{}"),
    Written(value: ["id": "a b"], text: #"{"path":[{"name":"id","value":"a%20b"}]}"#),
    Written(
      value: Parameters(path: spanning, query: ["page": "7"], fragment: "top"),
      text: #"{"fragment":"top","path":[{"name":"0","spansSegments":true,"value":"a/%2F"}],"#
        + #""query":"page=7"}"#
    ),
    Written(
      value: Parameters(query: ["a b": "&", "a b": ""]),
      text: #"{"query":"a%20b=%26&a%20b="}"#
    ),
    Written(value: Parameters(query: .init(parsing: "a&=&+?/")), text: #"{"query":"a&=&+?/"}"#),
    Written(
      value: Parameters(query: .init(parsing: "a=%E9&b=%0D%0A&%25=")),
      text: #"{"query":"a=%E9&b=%0D%0A&%25="}"#
    ),
    Written(value: Parameters(fragment: ""), text: #"{"fragment":""}"#),
    Written(value: Parameters(fragment: "é %zz"), text: #"{"fragment":"é %zz"}"#),
    Written(value: ["": ""], text: #"{"path":[{"name":"","value":""}]}"#),
    Written(value: Parameters(path: address), text: #"{"path":[{"name":"h","value":"[::1]"}]}"#),
  ]

  private static var spanning: PathParameters {
    var path = PathParameters()
    path.setValue(ParameterValue(raw: "a/%2F", spansSegments: true), of: "0")
    return path
  }

  private static var address: PathParameters {
    var path = PathParameters()
    path.setValue(ParameterValue(raw: "[::1]"), of: "h")
    return path
  }

  @Test(arguments: written)
  func `what is written is read`(_ row: Written) throws {
    #expect(try Self.text(row.value) == row.text)
    #expect(try Self.parameters(row.text) == row.value)
  }

  @Test func `what is empty may be written all the same`() throws {
    let text = #"{"path":[],"query":"","fragment":null,"more":1}"#
    #expect(try Self.parameters(text) == Parameters())
    let long = #"{"path":[{"name":"a","value":"b","spansSegments":false}],"query":"&a&&"}"#
    #expect(
      try Self.text(Self.parameters(long)) == #"{"path":[{"name":"a","value":"b"}],"query":"a"}"#
    )
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    var text: String
    var place: [String]
    var reason: String
    var testDescription: String { text }

    init(_ text: String, at place: [String], _ reason: String) {
      (self.text, self.place, self.reason) = (text, place, reason)
    }

    /// One with a wrong value in the path.
    static func value(_ value: String, _ reason: String) -> Refused {
      Refused(
        #"{"path":[{"name":"x","value":"y"},{"name":"id","value":"\#(value)"}]}"#,
        at: ["path", "1", "value"],
        #"the value of "id" holds "# + reason
      )
    }

    /// One with a wrong query.
    static func query(_ query: String, _ reason: String) -> Refused {
      Refused(#"{"query":"\#(query)"}"#, at: ["query"], "the query holds " + reason)
    }
  }

  private static let badEscape = "a percent sign without two hexadecimal digits after it"
  private static let mustBeEncoded = "a character that has to be percent-encoded"
  private static let notUTF8 = "bytes that are not UTF-8"

  private static let refused: [Refused] = [
    .value("a%zz", "\(badEscape) (byte 1): a%zz"),
    .value("%", "\(badEscape) (byte 0): %"),
    .value("ab%4", "\(badEscape) (byte 2): ab%4"),
    .value("%u0041", "\(badEscape) (byte 0): %u0041"),
    .value("%00", "a control character (byte 0): %00"),
    .value("a%7F", "a control character (byte 1): a%7F"),
    .value("a\\n", "a control character (byte 1): a\\u{A}"),
    .value("%FF", "\(notUTF8) (byte 0): %FF"),
    .value("%C3", "\(notUTF8) (byte 0): %C3"),
    .value("%C0%AF", "\(notUTF8) (byte 0): %C0%AF"),
    .value("%ED%A0%80", "\(notUTF8) (byte 0): %ED%A0%80"),
    .value("%c3%A9", "an escape that is not in capitals (byte 0): %c3%A9"),
    .value("x%2e%2e", "an escape of a character that stands as itself (byte 1): x%2e%2e"),
    .value("%61", "an escape of a character that stands as itself (byte 0): %61"),
    .value("é", "\(mustBeEncoded) (byte 0): é"),
    .value("a b", "\(mustBeEncoded) (byte 1): a b"),
    .value("a?b", "\(mustBeEncoded) (byte 1): a?b"),
    .value("a#b", "\(mustBeEncoded) (byte 1): a#b"),
    .value("a\\\\b", "\(mustBeEncoded) (byte 1): a\\b"),
    .value("a\\\"b", "\(mustBeEncoded) (byte 1): a\"b"),
    .query("a=100%", "\(badEscape) (byte 5): a=100%"),
    .query("a=%00", "a control character (byte 2): a=%00"),
    .query("a=b&c=%ff", "an escape that is not in capitals (byte 6): a=b&c=%ff"),
    .query("a=[]", "\(mustBeEncoded) (byte 2): a=[]"),
    .query("a#b", "\(mustBeEncoded) (byte 1): a#b"),
    Refused(
      #"{"fragment":"a\u0000"}"#,
      at: ["fragment"],
      "the fragment holds a control character (byte 1): a\\u{0}"
    ),
    Refused(
      #"{"path":[{"name":"a","value":""},{"name":"a","value":""}]}"#,
      at: ["path"],
      #"the parameter "a" is there twice"#
    ),
  ]

  @Test(arguments: refused)
  func `what no target holds is refused`(_ row: Refused) throws {
    let error = try #require(throws: DecodingError.self) { try Self.parameters(row.text) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record(error)
      return
    }
    // The place of an element that was read is that of its array, with an index or without.
    let place = context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
    #expect(Array(place.prefix(row.place.count)) == row.place)
    #expect(context.debugDescription == row.reason)
  }

  @Test(arguments: [
    #"{"path":{}}"#, #"{"path":[{"name":"a"}]}"#, #"{"path":[{"value":"a"}]}"#,
    #"{"path":[{"name":"a","value":1}]}"#, #"{"query":["a"]}"#, #"{"fragment":1}"#, "[]",
    #"{"path":[{"name":"a","value":"a","spansSegments":"yes"}]}"#,
  ])
  func `what has another form is refused`(_ text: String) {
    #expect(throws: DecodingError.self) { try Self.parameters(text) }
  }

  @Test(.busy) func `what a target holds is written and read`() throws {
    let count = PropertyRun.cases(default: 20_000)
    var generator = PatternGenerator(PropertyRun.generator(for: "coded", cases: count))
    let pieces = ["a", "%41", "%2F", "é", "%C3%A9", "日", "/", "=", "&", "?", "+", "%25", " ", "[]"]
    var matched = 0
    for _ in 0..<count {
      guard let pattern = try? RoutePattern(parsing: generator.pattern()) else { continue }
      for _ in 0..<4 {
        var text = generator.target()
        for lead in ["?", "#"] where generator.random.below(3) > 0 {
          text += lead
          for _ in 0..<generator.random.below(6) { text += generator.random.pick(pieces) }
        }
        guard let target = try? RouteTarget(text), let match = try? pattern.match(target) else {
          continue
        }
        matched += 1
        try Self.expectSame(match.parameters, "\(pattern) on \(target)")
      }
    }
    #expect(matched >= PropertyRun.least(oneIn: 50, of: count))
  }

  @Test(.busy) func `what a program sets is written and read`() throws {
    let count = PropertyRun.cases(default: 20_000)
    var random = PropertyRun.generator(for: "coded, set", cases: count)
    let pieces = ["a", "%", "%41", "/", "..", "é", "\u{301}", "日", "&", "=", "+", " ", "\"", "🛤️"]
    for _ in 0..<count {
      var parameters = Parameters()
      func text() -> String {
        (0..<random.below(4)).reduce(into: "") { text, _ in text += random.pick(pieces) }
      }
      for _ in 0..<random.below(4) { parameters[text()] = text() }
      for _ in 0..<random.below(4) { parameters.query.append(text(), value: text()) }
      if random.below(2) == 0 { parameters.fragment = text() }
      try Self.expectSame(parameters, "\(parameters)")
    }
  }

  private static func expectSame(_ parameters: Parameters, _ what: String) throws {
    let text = try text(parameters)
    let read = Result { try Self.parameters(text) }
    if case .success(parameters) = read { return }
    Issue.record("\(what): \(text), read as \(read)")
  }

  @Test func `anything can be written`() throws {
    for raw in ["%", "\u{0}", "é", "a b", "%FF", "..", ""] {
      var parameters = Parameters(query: .init(parsing: raw), fragment: raw)
      parameters.path.setValue(ParameterValue(raw: raw, spansSegments: true), of: raw)
      #expect(throws: Never.self) { try Self.text(parameters) }
    }
  }
}

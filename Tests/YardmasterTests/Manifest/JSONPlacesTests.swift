#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Testing

@testable import yardmaster

/// Marks in an order that is not theirs.
private func marks(_ count: Int) -> String {
  String(repeating: "\u{301}\u{323}", count: count / 2) + (count % 2 == 0 ? "" : "\u{301}")
}

private let texts: [(text: String, fault: JSONFault?, offset: Int)] = [
  ("1", nil, 0), ("-0", nil, 0), ("1.5e+10", nil, 0), ("0E-1", nil, 0), ("true", nil, 0),
  (" [ ] ", nil, 0), ("{ }", nil, 0), (#""\u00e9\ud83d\ude00\/\n""#, nil, 0),
  (#"[{"a": [1, null, {"b": false}]}, "c"]"#, nil, 0), ("[[[[[[]]]]]]", nil, 0),
  ("", .end, 0), ("   ", .end, 3), ("tru", .end, 3), ("trve", .unexpected, 2),
  ("+1", .unexpected, 0), (".5", .unexpected, 0), ("1.", .end, 2), ("1.x", .number, 2),
  ("1e", .end, 2), ("-", .end, 1), ("-x", .number, 1), ("00", .number, 0), ("-01", .number, 0),
  ("0x1", .unexpected, 1), ("NaN", .unexpected, 0), ("'a'", .unexpected, 0),
  ("[1 2]", .unexpected, 3), ("[,1]", .unexpected, 1), ("[1,,2]", .unexpected, 3),
  ("{a: 1}", .unexpected, 1), (#"{"a" 1}"#, .unexpected, 5), (#"{"a": 1,}"#, .unexpected, 8),
  (#"{"a": 1, "\u0061": 2}"#, .repeatedKey, 9), (#"{"a": {"a": 1}}"#, nil, 0),
  ("{\"a\(marks(100))\": \"\(marks(100))\"}", nil, 0), ("{\"a\(marks(101))\": 1}", .marks, 1),
  ("[\"a\(marks(101))\"]", .marks, 1), ("\"a\tb\"", .control, 2), (#""\x""#, .escape, 2),
  (#""\u12g4""#, .escape, 5),
  (#""\ud800\u0041""#, .surrogate, 1), (#""\udc00""#, .surrogate, 1), (#""a"#, .end, 2),
  (#""\"#, .end, 2), (#""\u12"#, .end, 5), ("// a\n1", .unexpected, 0), ("[1]]", .unexpected, 3),
]

@Suite struct `Places in JSON` {
  private func fault(_ text: String) -> JSONPlaces.Failure? {
    do throws(JSONPlaces.Failure) {
      try JSONPlaces.read(Array(text.utf8), from: 0) { _, _ in true }
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: texts.map(\.text)) func `are known where it is none`(_ text: String) throws {
    let expected = try #require(texts.first { $0.text == text })
    let found = fault(text)
    #expect(found?.fault == expected.fault)
    #expect(found?.offset ?? 0 == expected.offset)
  }

  @Test(arguments: texts.filter { $0.fault == nil }.map(\.text))
  func `are those of what the standard decoder reads`(_ text: String) throws {
    struct Anything: Decodable { init(from decoder: any Decoder) {} }
    _ = try JSONDecoder().decode(Anything.self, from: Data(text.utf8))
  }

  @Test func `are shown with their paths`() throws {
    var seen: [String] = []
    let text = #"[{"a": [1, {"b": 2}]}, "c"]"#
    try JSONPlaces.read(Array(text.utf8), from: 0) { path, offset in
      let steps = path.map { step in
        switch step {
        case .key(let key): key
        case .index(let index): "\(index)"
        }
      }
      seen.append("\(steps.joined(separator: ".")):\(offset)")
      return true
    }
    #expect(seen == [":0", "0:1", "0.a:7", "0.a.0:8", "0.a.1:11", "0.a.1.b:17", "1:23"])
  }

  @Test func `are no longer looked at when that is enough`() {
    var count = 0
    let failure = #expect(throws: JSONPlaces.Failure.self) {
      try JSONPlaces.read(Array("[1,2,x".utf8), from: 0) { _, _ in
        count += 1
        return count < 3
      }
    }
    #expect(failure?.fault == .stopped)
    #expect(failure?.offset == 3)
  }
}

import RoutePatterns
import Testing

/// What is UTF-8 and what is not, held against what the standard library says.
@Suite struct TargetUTF8Tests {
  /// Where the ranges of the second byte begin and end, and what is no such byte.
  private static let seconds: [UInt8] = [0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0]
  private static let others: [UInt8] = [0x41, 0x80, 0xBF, 0xC0]

  /// A byte, and all that may follow it until a character of its length is over.
  private static func sequences(_ first: UInt8) -> [[UInt8]] {
    var all = [[first]]
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var longest = all
    for place in 1..<length {
      longest = longest.flatMap { bytes in (place == 1 ? seconds : others).map { bytes + [$0] } }
      all += longest
    }
    return all
  }

  @Test func `what is no UTF-8 is no target, raw or escaped`() {
    var accepted = 0
    for first in UInt8(0x80)...UInt8(0xFF) {
      for bytes in Self.sequences(first) {
        let isText = String(validating: bytes, as: UTF8.self) != nil
        if isText { accepted += 1 }
        let escaped = bytes.map { "%" + String($0, radix: 16) }.joined()
        for input in [bytes, Array(escaped.utf8)] {
          let target = try? RouteTarget(utf8: [0x2F] + input)
          #expect((target != nil) == isText, "\(escaped)")
        }
      }
    }
    #expect(accepted > 100)
  }
}

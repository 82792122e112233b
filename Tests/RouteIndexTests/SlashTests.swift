import CSwitchyard
import RoutePatterns
import TestSupport
import Testing

@testable import RouteIndex

@Suite struct `Slashes and segments` {
  @Test func `sixteen bytes at once are read as one by one`() {
    var random = SeededGenerator(seed: PropertyRun.seed)
    for _ in 0..<20_000 {
      let bytes = (0..<16).map { _ -> UInt8 in
        random.below(3) == 0 ? UInt8(ascii: "/") : UInt8(random.below(128))
      }
      var expected: UInt64 = 0
      for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: "/") {
        expected |= 1 << UInt64(place)
      }
      bytes.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        #expect(cswitchyard_slashes(base) == expected)
        #expect(PlainSlashes.of(base) == expected)
      }
    }
  }

  @Test(arguments: 1...200) func `segments of a path of any length begin and end where they do`(
    _ length: Int
  ) {
    var random = SeededGenerator(seed: PropertyRun.seed)
    for _ in 0..<20 {
      let text =
        [UInt8(ascii: "/")]
        + (1..<max(length, 1)).map { _ -> UInt8 in
          random.below(4) == 0 ? UInt8(ascii: "/") : UInt8(ascii: "a")
        }
      let segments = text.dropFirst().split(
        separator: UInt8(ascii: "/"),
        omittingEmptySubsequences: false
      )
      let padded = length < 16 ? text + [UInt8](repeating: 0, count: 16 - length) : text
      padded.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        let path = IndexPath(base, length)
        var start = 1
        for segment in segments {
          #expect(start == segment.startIndex && path.end(from: start) == segment.endIndex)
          start = segment.endIndex + 1
        }
        #expect(start == length + 1 && path.end(from: start) == nil)
      }
    }
  }
}

/// The work of `CSwitchyard`, in Swift alone.
private enum PlainSlashes {
  /// The slashes among sixteen bytes, a bit for each.
  static func of(_ bytes: UnsafeRawPointer) -> UInt64 {
    unsafe slashes(TrieNumber.load(bytes)) | slashes(TrieNumber.load(bytes + 8)) << 8
  }

  /// A bit for each byte of a word that is a slash; of ASCII, so that no sum carries.
  private static func slashes(_ word: UInt64) -> UInt64 {
    let difference = word ^ 0x2F2F_2F2F_2F2F_2F2F
    let equal = ~(difference &+ 0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080
    return ((equal &>> 7) &* 0x0102_0408_1020_4080) &>> 56
  }
}

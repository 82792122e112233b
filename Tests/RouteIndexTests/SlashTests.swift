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
      }
    }
  }

  @Test(arguments: 1...200) func `segments of a path of any length begin and end where they do`(
    _ length: Int
  ) {
    var random = SeededGenerator(seed: PropertyRun.seed)
    let ends = UnsafeMutablePointer<Int32>.allocate(capacity: PathText.limit + 1)
    defer { ends.deallocate() }
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
        let path = PathText(base, length, ends)
        #expect(path.count == min(max(segments.count, 1), PathText.limit + 1))
        for (index, segment) in segments.prefix(PathText.limit).enumerated() {
          #expect(path.start(index) == segment.startIndex && path.end(index) == segment.endIndex)
        }
      }
    }
  }
}

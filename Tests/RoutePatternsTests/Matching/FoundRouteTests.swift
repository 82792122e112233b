import Testing

@testable import RoutePatterns

@Suite struct `Places of the values of a found route` {
  struct Row: Sendable, CustomTestStringConvertible {
    var count: Int
    var length: Int
    var base: Int
    /// How many of them are known.
    var known: Int

    init(_ count: Int, of length: Int, from base: Int, known: Int) {
      (self.count, self.length, self.base, self.known) = (count, length, base, known)
    }

    var testDescription: String { "\(count) of \(length) bytes, from \(base)" }

    /// Values with a byte between them.
    var ranges: [Range<Int>] {
      (0..<count).map { index in
        let start = base + 1 + index * (length + 1)
        return start..<(start + length)
      }
    }
  }

  static let rows = [
    Row(0, of: 1, from: 0, known: 0), Row(1, of: 1, from: 0, known: 1),
    Row(16, of: 3_000, from: 0, known: 16), Row(17, of: 14, from: 0, known: 17),
    Row(17, of: 14, from: 100_000, known: 17), Row(17, of: 15, from: 0, known: 16),
    Row(100, of: 1, from: 7, known: 100), Row(127, of: 1, from: 7, known: 127),
    Row(128, of: 1, from: 7, known: 16), Row(255, of: 0, from: 60, known: 255),
    Row(8, of: 3, from: 70_000, known: 8), Row(9, of: 3, from: 70_000, known: 9),
    Row(9, of: 30, from: 70_000, known: 8), Row(20, of: 30, from: 65_000, known: 8),
    Row(3, of: 1 << 20, from: 1 << 27, known: 3),
  ]

  @Test(arguments: rows) func `as many are known as have room`(_ row: Row) {
    let ranges = row.ranges
    let found = FoundRoute(
      id: (1, 2),
      isFallback: row.count % 2 == 0,
      CaptureRanges(count: row.count) { ranges[$0] }
    )
    #expect(found.id == (1, 2) && found.isFallback == (row.count % 2 == 0))
    #expect(found.isComplete == (row.known == row.count))
    for index in 0..<row.count {
      #expect(found.range(at: index) == (index < row.known ? ranges[index] : nil))
    }
    for index in [-1, row.count, row.count + 300, .max] {
      #expect(found.range(at: index) == nil)
    }
  }

  @Test func `a value that took no part has no place, however many there are`() {
    for count in [3, 9, 16, 17, 30] {
      let ranges = (0..<count).map { $0 % 3 == 1 ? nil : ($0 * 4 + 1)..<($0 * 4 + 3) }
      let captures = CaptureRanges(count: count) { ranges[$0] }
      let found = FoundRoute(id: (0, 1), isFallback: false, captures)
      #expect(found.isComplete == (count <= 16))
      for index in 0..<min(count, 16) { #expect(found.range(at: index) == ranges[index]) }
    }
  }
}

/// Literal text gathered from a pattern, which remembers where each byte of it stands there.
struct LiteralRun {
  private(set) var bytes: [UInt8] = []
  /// Where the text begins.
  private var start = 0
  /// Where it goes on at another place than just behind what came before.
  private var jumps: [(index: Int, offset: Int)] = []

  var isEmpty: Bool { bytes.isEmpty }

  mutating func append(_ range: Range<Int>, of source: [UInt8]) {
    go(to: range.lowerBound)
    bytes += source[range]
  }

  mutating func append(_ other: LiteralRun) {
    guard !other.isEmpty else { return }
    go(to: other.start)
    for jump in other.jumps { jumps.append((bytes.count + jump.index, jump.offset)) }
    bytes += other.bytes
  }

  private mutating func go(to offset: Int) {
    if bytes.isEmpty, jumps.isEmpty {
      start = offset
    } else if self.offset(at: bytes.count) != offset {
      jumps.append((bytes.count, offset))
    }
  }

  /// Removes a slash that the text ends with.
  mutating func removeTrailingSlash() {
    if bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    jumps.removeAll(keepingCapacity: true)
  }

  /// Where the byte at an index stands in the pattern.
  func offset(at index: Int) -> Int {
    guard let jump = jumps.last(where: { $0.index <= index }) else { return start + index }
    return jump.offset + index - jump.index
  }
}

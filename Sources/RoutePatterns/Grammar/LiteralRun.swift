/// Literal text gathered from a pattern, which remembers where each byte of it stands there.
struct LiteralRun {
  private(set) var bytes: [UInt8] = []
  /// Where the text goes on at another place than just behind what came before.
  private var jumps: [(index: Int, offset: Int)] = []

  var isEmpty: Bool { bytes.isEmpty }

  mutating func append(_ range: Range<Int>, of source: [UInt8]) {
    if offset(at: bytes.count) != range.lowerBound || jumps.isEmpty {
      jumps.append((bytes.count, range.lowerBound))
    }
    bytes += source[range]
  }

  mutating func append(_ other: LiteralRun) {
    for jump in other.jumps { jumps.append((bytes.count + jump.index, jump.offset)) }
    bytes += other.bytes
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
    guard let jump = jumps.last(where: { $0.index <= index }) else {
      return jumps.first?.offset ?? 0
    }
    return jump.offset + index - jump.index
  }
}

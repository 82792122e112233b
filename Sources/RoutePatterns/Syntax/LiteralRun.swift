/// Literal text gathered from a pattern: the places where it stands there.
struct LiteralRun {
  /// Nearly all text is one piece.
  private var first = 0..<0
  private var more: [Range<Int>] = []

  var isEmpty: Bool { first.isEmpty }

  /// Adds what stands in a range, which is not empty.
  mutating func append(_ range: Range<Int>) {
    if first.isEmpty {
      first = range
    } else if more.isEmpty, first.upperBound == range.lowerBound {
      first = first.lowerBound..<range.upperBound
    } else {
      more.append(range)
    }
  }

  mutating func append(_ other: LiteralRun) {
    guard !other.isEmpty else { return }
    append(other.first)
    for range in other.more { append(range) }
  }

  /// The text.
  func bytes(of source: [UInt8]) -> ArraySlice<UInt8> {
    more.isEmpty ? source[first] : more.reduce(into: source[first]) { $0 += source[$1] }
  }

  /// Removes a slash that the text ends with.
  mutating func removeTrailingSlash(of source: [UInt8]) {
    let last = more.last ?? first
    guard !last.isEmpty, source[last.upperBound - 1] == UInt8(ascii: "/") else { return }
    let rest = last.dropLast()
    if more.isEmpty {
      first = rest
    } else {
      more.removeLast()
      if !rest.isEmpty { more.append(rest) }
    }
  }

  mutating func removeAll() {
    first = 0..<0
    more.removeAll(keepingCapacity: true)
  }

  /// The place in the pattern of the byte at an index.
  func offset(at index: Int) -> Int {
    var place = first
    var rest = index
    for next in more where rest >= place.count {
      rest -= place.count
      place = next
    }
    return place.lowerBound + rest
  }
}

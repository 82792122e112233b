/// Which segments of a path are literal text: what many patterns have in common.
struct IndexShape: Hashable, Sendable {
  /// How many segments there are.
  var depth: Int
  /// A bit for each that is literal.
  var literals: UInt64
  /// Whether any may follow.
  var isOpen: Bool

  /// What the numbers of segments are added to.
  var salt: UInt64 {
    SegmentNumber.salt(literals, UInt64(depth) << 1 | (isOpen ? 1 : 0))
  }

  /// The segments that are taken as they come, if there is anything in them.
  var values: UInt64 { ~literals & ~(~0 << UInt64(depth)) }

  /// Whether a path of a number of segments can have the shape.
  func fits(count: Int) -> Bool { isOpen ? count >= depth : count == depth }
}

/// What is looked up of a pattern: a shape, the literal text of it, and the number of both.
struct IndexKey: Sendable {
  let shape: IndexShape
  /// The literal segments, letters folded where their case is ignored: the length of each, and its bytes in words, two
  /// of them at least.
  let text: [UInt64]
  /// The numbers of the literal segments and of the shape together.
  let sum: UInt64
  /// The longest of the literal segments.
  let longest: Int

  /// The key of the first segments of a pattern.
  init(_ segments: ArraySlice<PatternOutline.Segment>, isOpen: Bool, ignoresCase: Bool) {
    // Beyond what is told apart anything may follow.
    let told = segments.prefix(PathScan.limit - 1)
    var bits: UInt64 = 0
    var text: [UInt64] = []
    text.reserveCapacity(told.count * 3)
    for (index, segment) in told.enumerated() {
      guard case .literal(let literal) = segment else { continue }
      bits |= 1 << UInt64(index)
      Self.append(literal, to: &text, ignoresCase)
    }
    let shape = IndexShape(
      depth: told.count,
      literals: bits,
      isOpen: isOpen || told.count < segments.count
    )
    self.init(shape, text)
  }

  private init(_ shape: IndexShape, _ text: [UInt64]) {
    self.shape = shape
    self.text = text
    var (sum, longest) = (shape.salt, 0)
    Self.forEachLiteral(of: shape, text) { _, number, length in
      sum &+= number
      longest = max(longest, length)
    }
    self.sum = sum
    self.longest = longest
  }

  private static func append(
    _ literal: some Collection<UInt8>,
    to text: inout [UInt64],
    _ ignoresCase: Bool
  ) {
    let start = text.count
    text.append(0)
    var (word, length) = (UInt64(0), 0)
    for byte in literal {
      word |= UInt64(ignoresCase ? byte.lowercasedASCII : byte) << UInt64(length % 8 * 8)
      length += 1
      if length % 8 == 0 {
        text.append(word)
        word = 0
      }
    }
    if length % 8 > 0 { text.append(word) }
    while text.count < start + 3 { text.append(0) }
    text[start] = UInt64(length)
  }

  /// Calls a closure with the place, the number and the length of each literal segment.
  func forEachLiteral(_ body: (_ index: Int, _ number: UInt64, _ length: Int) -> Void) {
    Self.forEachLiteral(of: shape, text, body)
  }

  private static func forEachLiteral(
    of shape: IndexShape,
    _ text: [UInt64],
    _ body: (_ index: Int, _ number: UInt64, _ length: Int) -> Void
  ) {
    let seeds = SegmentNumber.seeds
    var rest = shape.literals
    var place = 0
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest - 1
      let length = Int(text[place])
      let words = place + 1..<place + 1 + max(2, (length + 7) / 8)
      var number = SegmentNumber.of(
        text[words.lowerBound],
        text[words.lowerBound + 1],
        length: length,
        at: index,
        seeds
      )
      for word in words.dropFirst(2) { number = SegmentNumber.more(number, text[word]) }
      body(index, number, length)
      place = words.upperBound
    }
  }

  /// The number that stands for the key, among routes with a tag or among all.
  func number(_ tag: IndexTag) -> UInt64 { SegmentNumber.of(sum: sum &+ tag.first) }
}

/// What stands for a tag: as good as any identifier that is drawn at random.
@frozen
package struct IndexTag: Hashable, Sendable {
  package let first: UInt64
  package let second: UInt64

  @inlinable @inline(__always)
  package init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  /// That of no tag, under which all routes are found.
  @inlinable @inline(__always)
  package static var all: IndexTag { IndexTag(first: 0, second: 0) }
}

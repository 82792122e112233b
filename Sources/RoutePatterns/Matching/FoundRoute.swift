/// A route that was found for a target, and where its values stand.
///
/// It holds nothing of the router, and is plain bytes: what a lookup finds it finds without a word
/// to other threads.
public struct FoundRoute: Sendable {
  // As vectors and one word: what has just been written in smaller pieces is slow to be copied.
  @usableFromInline let idWords: SIMD2<UInt64>
  @usableFromInline let places: RangeWords
  @usableFromInline let facts: Facts

  /// The facts besides, in one word.
  @usableFromInline
  struct Facts: Sendable {
    /// The place that marks begin at, and above it bits.
    @usableFromInline let word: UInt64

    /// Places are told by marks, within 256 bytes.
    @usableFromInline static var hasMarks: UInt64 { 1 << 32 }
    /// Places are told by offsets of 32 bits, and not of 16.
    static var isFar: UInt64 { 1 << 33 }
    static var isPartial: UInt64 { 1 << 34 }
    static var isFallback: UInt64 { 1 << 35 }

    @inlinable
    @inline(__always)
    init(_ bits: UInt64, base: Int = 0) {
      word = bits | UInt64(truncatingIfNeeded: base)
    }

    @inlinable
    @inline(__always)
    subscript(bit: UInt64) -> Bool { word & bit != 0 }

    @inlinable
    @inline(__always)
    var base: Int { Int(truncatingIfNeeded: word & 0xFFFF_FFFF) }
  }

  /// The identifier that the route is told apart by outside.
  package var id: (UInt64, UInt64) { (idWords.x, idWords.y) }

  /// Whether it stands in for a map.
  package var isFallback: Bool { facts[Facts.isFallback] }

  /// Whether it knows where all values stand.
  ///
  /// It does for up to sixteen values, for up to eight in a target beyond 64 KiB, and for any
  /// number within 256 bytes; of more it knows the first ones. The pattern of the route, matched
  /// with the target, has all of them.
  public var isComplete: Bool { !facts[Facts.isPartial] }

  /// One of a path of at most 62 bytes whose values are segments.
  ///
  /// - Parameters:
  ///   - id: what it is told apart by.
  ///   - slashes: a bit for each slash of the path, and one for its end.
  ///   - values: those of them that end a value.
  ///   - base: where the path begins.
  @inlinable
  @inline(__always)
  package init(id: (UInt64, UInt64), slashes: UInt64, values: UInt64, base: Int) {
    idWords = SIMD2(id.0, id.1)
    places = RangeWords(marks: SIMD2(slashes, values))
    facts = Facts(Facts.hasMarks, base: base)
  }

  /// One of any path.
  package init(id: (UInt64, UInt64), isFallback: Bool, _ captures: CaptureRanges) {
    idWords = SIMD2(id.0, id.1)
    let kind = isFallback ? Facts.isFallback : 0
    guard let more = captures.more else {
      (places, facts) = (captures.words, Facts(kind))
      return
    }
    if more.count <= RangeWords.farCount {
      (places, facts) = (RangeWords(far: more[...]), Facts(kind | Facts.isFar))
    } else if let start = more[0]?.lowerBound, start > 0,
      let marks = RangeWords(marking: more, start - 1)
    {
      (places, facts) = (marks, Facts(kind | Facts.hasMarks, base: start - 1))
    } else if more.allSatisfy({ ($0?.upperBound ?? 0) < CaptureRanges.inlineEnd }) {
      let count = min(more.count, CaptureRanges.inlineCount)
      places = RangeWords(count: count) { RangeWords.half(more[$0]) }
      facts = Facts(kind | (count < more.count ? Facts.isPartial : 0))
    } else {
      places = RangeWords(far: more.prefix(RangeWords.farCount))
      facts = Facts(kind | Facts.isFar | Facts.isPartial)
    }
  }

  /// The bytes of the target's text that a parameter took, by its place among the names of the
  /// pattern.
  @inlinable
  public func range(at index: Int) -> Range<Int>? {
    guard facts[Facts.hasMarks], index >= 0 else { return laterRange(at: index) }
    var (rest, count) = (places.first.y, index)
    while count > 0, rest != 0 {
      rest &= rest &- 1
      count &-= 1
    }
    guard rest != 0 else { return laterRange(at: index) }
    let before = places.first.x & ((rest & (0 &- rest)) &- 1)
    // Behind the slash before.
    let start = facts.base &+ 64 &- before.leadingZeroBitCount
    return unsafe Range(uncheckedBounds: (start, facts.base &+ rest.trailingZeroBitCount))
  }

  @usableFromInline
  @inline(never)
  func laterRange(at index: Int) -> Range<Int>? {
    if facts[Facts.hasMarks] { return places.marked(index, facts.base) }
    return facts[Facts.isFar] ? places.far(index) : places.near(index)
  }
}

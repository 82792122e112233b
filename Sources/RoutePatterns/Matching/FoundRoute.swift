/// A route that was found for a target, and where its values stand.
///
/// It holds nothing of the router: what a lookup finds it finds without a word to other threads.
public struct FoundRoute: Sendable {
  /// The places where values stand.
  ///
  /// Of a short path, in one form, two masks say it: a bit for each slash and the end, and those of
  /// them that end a value. Only what is made of either form is written when a route is handed on.
  @usableFromInline
  enum Places: Sendable {
    case masks(slashes: UInt64, values: UInt64, base: UInt32)
    case ranges(CaptureRanges)
  }

  /// The identifier that the route is told apart by outside.
  @usableFromInline package let id: (UInt64, UInt64)
  /// Whether it stands in for a map.
  @usableFromInline package let isFallback: Bool
  @usableFromInline let places: Places

  /// One of a path of at most 62 bytes whose values are segments.
  ///
  /// - Parameters:
  ///   - id: what it is told apart by.
  ///   - isFallback: whether it stands in for a map.
  ///   - slashes: a bit for each slash of the path, and one for its end.
  ///   - values: those of them that end a value.
  ///   - base: where the path begins.
  @inlinable
  @inline(__always)
  package init(
    id: (UInt64, UInt64),
    isFallback: Bool,
    slashes: UInt64,
    values: UInt64,
    base: UInt32
  ) {
    self.id = id
    self.isFallback = isFallback
    places = .masks(slashes: slashes, values: values, base: base)
  }

  /// One of any path.
  package init(id: (UInt64, UInt64), isFallback: Bool, _ captures: CaptureRanges) {
    self.id = id
    self.isFallback = isFallback
    places = .ranges(captures)
  }

  /// The bytes of the target's text that a parameter took, by its place among the names of the
  /// pattern.
  public func range(at index: Int) -> Range<Int>? {
    switch places {
    case .ranges(let captures): return captures[index]
    case .masks(let slashes, let values, let base):
      guard index >= 0 else { return nil }
      var (rest, index) = (values, index)
      while index > 0, rest != 0 {
        rest &= rest &- 1
        index &-= 1
      }
      guard rest != 0 else { return nil }
      let end = rest.trailingZeroBitCount
      let before = slashes & ((1 &<< UInt64(truncatingIfNeeded: end)) &- 1)
      // Behind the slash before.
      let start = 64 &- before.leadingZeroBitCount
      return (Int(base) &+ start)..<(Int(base) &+ end)
    }
  }
}

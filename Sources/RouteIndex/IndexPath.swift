internal import CSwitchyard
package import RoutePatterns

/// The path of a target, which is read segment by segment.
@safe
struct IndexPath {
  /// The most bytes of a path whose slashes a word has room for, and its end.
  private static var shortLimit: Int { 62 }

  private let base: UnsafeRawPointer
  let length: Int
  /// A bit for each slash of a path that is not long, and one for its end.
  let slashes: UInt64
  /// The last place that a word can be read at.
  private let last: Int

  /// The path of a target, as long as that is there; `short` is room for sixteen bytes, which a
  /// shorter path may be read from.
  @inline(__always)
  init(of target: borrowing RouteTarget, short: UnsafeMutableRawPointer) {
    let text = target.text
    let (start, length) = (target.pathStart, target.pathEnd &- target.pathStart)
    // The text of a target keeps its bytes in one piece.
    let path = unsafe text.utf8.withContiguousStorageIfAvailable { bytes -> UnsafeRawPointer in
      let text = unsafe UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
      if length >= 16 || start &+ 16 <= bytes.count { return unsafe text + start }
      if start > 0 || bytes.count >= 16 { return unsafe Self.copy(text + start, length, to: short) }
      // A text that is kept in the string itself lies on the stack, with zeros behind it; as one
      // vector, since what was stored in two words is slow to be read across them.
      let low = unsafe text.load(as: UInt64.self)
      let high = unsafe text.load(fromByteOffset: 8, as: UInt64.self)
      unsafe short.storeBytes(of: SIMD2(low, high), as: SIMD2<UInt64>.self)
      return UnsafeRawPointer(short)
    }
    guard let path = unsafe path else { preconditionFailure("A string keeps its bytes to itself.") }
    unsafe self.init(path, length)
  }

  /// A path that nothing may be read behind.
  @inline(__always)
  init(_ path: UnsafeRawPointer, _ length: Int, short: UnsafeMutableRawPointer) {
    unsafe self.init(length < 16 ? Self.copy(path, length, to: short) : path, length)
  }

  /// Copies a path of less than sixteen bytes to where as many can be read.
  @inline(never)
  private static func copy(
    _ path: UnsafeRawPointer,
    _ length: Int,
    to short: UnsafeMutableRawPointer
  ) -> UnsafeRawPointer {
    var words = SIMD2<UInt64>()
    unsafe withUnsafeMutableBytes(of: &words) {
      unsafe $0.copyMemory(from: .init(start: path, count: length))
    }
    unsafe short.storeBytes(of: words, as: SIMD2<UInt64>.self)
    return UnsafeRawPointer(short)
  }

  /// Reads a path, of which at least sixteen bytes can be read.
  @inline(__always)
  init(_ path: UnsafeRawPointer, _ length: Int) {
    unsafe base = unsafe path
    self.length = length
    last = max(length &- 8, 8)
    let end: UInt64 = 1 &<< UInt64(truncatingIfNeeded: length)
    if length < 16 {
      // What stands behind the path is left out.
      slashes = unsafe cswitchyard_slashes(path) & (end &- 1) | end
    } else if length <= Self.shortLimit {
      slashes = unsafe Self.slashes(path, length) | end
    } else {
      slashes = 0
    }
  }

  /// The slashes of a path of sixteen bytes to 64.
  @inline(__always)
  private static func slashes(_ path: UnsafeRawPointer, _ length: Int) -> UInt64 {
    let rest = UInt64(truncatingIfNeeded: length &- 16)
    var bits = unsafe cswitchyard_slashes(path) | cswitchyard_slashes(path + length - 16) &<< rest
    if length > 32 {
      unsafe bits |= cswitchyard_slashes(path + 16) &<< 16
      unsafe bits |= cswitchyard_slashes(path + length - 32) &<< (rest &- 16)
    }
    return bits
  }

  /// The slashes from a place on, and the end.
  @inline(__always)
  func slashes(from start: Int) -> UInt64 {
    let shift = UInt64(truncatingIfNeeded: start)
    return (slashes &>> shift) &<< shift
  }

  /// The place where the segment ends that begins at a place; `nil` behind the last.
  @inline(__always)
  func end(from start: Int) -> Int? { end(from: start, slashes(from: start)) }

  /// Likewise, where the slashes from there on are known: each takes one step then, whatever comes
  /// before it.
  @inline(__always)
  func end(from start: Int, _ rest: UInt64) -> Int? {
    if slashes == 0 { return endOfLong(from: start) }
    return rest == 0 ? nil : rest.trailingZeroBitCount
  }

  @inline(never)
  private func endOfLong(from start: Int) -> Int? {
    if start > length { return nil }
    var place = start
    while place < length {
      // The last sixteen bytes once more, where fewer are left.
      let from = min(place, length &- 16)
      let found =
        unsafe cswitchyard_slashes(base + from) &>> UInt64(truncatingIfNeeded: place &- from)
      if found != 0 { return place &+ found.trailingZeroBitCount }
      place = from &+ 16
    }
    return length
  }

  @inline(__always)
  func bytes(_ place: Int) -> UnsafeRawPointer { unsafe base + place }

  /// The bytes from a place on, as many as a word has; zeros or what stands there where fewer are
  /// left.
  @inline(__always)
  func word(_ place: Int) -> UInt64 {
    let from = min(place, last)
    return unsafe TrieNumber.load(bytes(from)) &>> UInt64(truncatingIfNeeded: (place &- from) &* 8)
  }

  /// The last bytes of the path, zeros before them where it is short.
  var ending: UInt64 {
    unsafe length >= 8
      ? TrieNumber.load(bytes(length - 8))
      : TrieNumber.load(bytes(0)) << UInt64(8 * (8 - length))
  }

  /// The values of a route, in a text that the path begins at some place of.
  func captures(of values: SegmentValues, base: Int) -> CaptureRanges {
    let count = values.segments.nonzeroBitCount + (values.restDepth < 0 ? 0 : 1)
    // They are asked for one after the other.
    var places = SegmentPlaces(of: values, in: self, base: base)
    guard count <= CaptureRanges.inlineCount, base + length < CaptureRanges.inlineEnd else {
      var ranges: [Range<Int>] = []
      for _ in 0..<count { ranges.append(places.next()) }
      return CaptureRanges(count: count) { ranges[$0] }
    }
    return CaptureRanges(
      count: count,
      halves: { _ in
        let range = places.next()
        return UInt32(truncatingIfNeeded: range.lowerBound &<< 16 | range.upperBound)
      }
    )
  }
}

/// The places of values in a path, one after the other.
private struct SegmentPlaces {
  private let path: IndexPath
  private let base: Int
  /// The segments that are left, and the number of them before the rest.
  private var segments: UInt64
  private let restDepth: Int
  /// The segment that was come to, and the place where it begins.
  private var (segment, start) = (0, 1)

  init(of values: SegmentValues, in path: IndexPath, base: Int) {
    (segments, restDepth) = (values.segments, values.restDepth)
    (self.path, self.base) = (path, base)
  }

  /// The next of the segments that are left, or all that is behind so many.
  mutating func next() -> Range<Int> {
    let isRest = segments == 0
    let wanted = isRest ? restDepth : segments.trailingZeroBitCount
    segments &= segments &- 1
    while segment < wanted, let end = path.end(from: start) {
      start = end + 1
      segment += 1
    }
    let end = isRest ? nil : path.end(from: start)
    return base + min(start, path.length)..<base + (end ?? path.length)
  }
}

/// The values of a route that the segments of a path decide; where they stand is read from the
/// target when somebody asks.
///
/// Most handlers ask for few of them or for none, and two words are handed on faster than ranges.
package struct SegmentValues: Sendable {
  /// A bit for each segment that is a value.
  let segments: UInt64
  /// The number of segments before the rest, if that is a value; else below zero.
  let restDepth: Int

  /// No values.
  package init() { (segments, restDepth) = (0, -1) }

  @inline(__always)
  init(of leaf: LeafPointer) {
    let traits = unsafe leaf.pointee.traits
    segments = unsafe leaf.pointee.captured
    restDepth = traits[LeafTraits.capturesRest] ? traits.depth : -1
  }

  /// Finds where they stand in the target that was looked for.
  package func captures(of target: borrowing RouteTarget) -> CaptureRanges {
    unsafe withUnsafeTemporaryAllocation(byteCount: 16, alignment: 16) { short in
      guard let short = short.baseAddress else { return CaptureRanges() }
      return unsafe IndexPath(of: target, short: short).captures(of: self, base: target.pathStart)
    }
  }
}

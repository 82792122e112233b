internal import CSwitchyard

/// A path of any length, with the ends of its first segments.
@safe
struct PathText {
  /// The number of segments that have their ends told: more than any node is deep.
  static let limit = 62

  private(set) var base: UnsafeRawPointer?
  private(set) var length = 0
  /// The number of segments, one more than have their ends told where there are more; below zero
  /// where they have not been looked for.
  private(set) var count = 0
  private var ends: UnsafeMutablePointer<Int32>?
  /// The last place that a word can be read at.
  private var last = 0

  init() {}

  /// A path whose segments are not looked for.
  init(unread path: UnsafeRawPointer, _ length: Int) {
    unsafe base = unsafe path
    self.length = length
    count = -1
  }

  /// Reads a path, of which at least sixteen bytes can be read, or which lies in its first bytes
  /// with zeros behind it.
  init(_ path: UnsafeRawPointer, _ length: Int, _ ends: UnsafeMutablePointer<Int32>) {
    unsafe base = unsafe path
    self.length = length
    unsafe self.ends = unsafe ends
    last = max(length &- 8, 8)
    var place = 1
    var start = 0
    while start < length, place <= Self.limit {
      // The last sixteen bytes once more, where fewer are left.
      let from = length < 16 ? 0 : min(start, length &- 16)
      var slashes =
        unsafe cswitchyard_slashes(path + from) &>> UInt64(truncatingIfNeeded: start &- from)
      while slashes != 0, place <= Self.limit {
        unsafe ends[place] = Int32(truncatingIfNeeded: start &+ slashes.trailingZeroBitCount)
        // The first slash ends no segment: it stands before the first.
        place &+= start &+ slashes.trailingZeroBitCount == 0 ? 0 : 1
        slashes &= slashes &- 1
      }
      start &+= 16
    }
    // That of each segment stands behind the end of the one before it.
    if place <= Self.limit { unsafe ends[place] = Int32(truncatingIfNeeded: length) }
    unsafe ends[0] = 0
    count = place
  }

  /// The place where a segment begins; `end` is the place where it ends.
  @inline(__always)
  func start(_ index: Int) -> Int { unsafe Int(ends.unsafelyUnwrapped[index]) &+ 1 }
  @inline(__always)
  func end(_ index: Int) -> Int { unsafe Int(ends.unsafelyUnwrapped[index &+ 1]) }

  @inline(__always)
  func bytes(_ place: Int) -> UnsafeRawPointer { unsafe base.unsafelyUnwrapped + place }

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

  /// Whether the text behind so many segments ends with the last bytes of a route.
  @inline(never)
  func hasRest(behind depth: Int, _ traits: LeafTraits, _ ending: UInt64) -> Bool {
    guard traits.allows(self.ending, ending), depth == 0 || depth < count else { return false }
    // Where no segment is asked for, none has been looked for.
    let first = depth == 0 ? 1 : start(depth)
    return first + traits.endingLength <= length
  }
}

/// The segments of a path that is not longer than a word has bits.
///
/// What `PathScan` does for any path, with all that is asked for again and again in registers: here is where the time
/// of a lookup goes.
@safe
struct QuickPath {
  /// How long such a path may be: each byte has a bit, and there is one for the end.
  static let limit = 63

  /// What is known of a segment.
  @safe
  struct Segment {
    /// Where it begins, in the upper half, and where it ends.
    var range: UInt32 = 0
    /// Its first bytes, zero where there are fewer, and its number; once they are read.
    var first: UInt64 = 0
    var second: UInt64 = 0
    var number: UInt64 = 0

    @inline(__always)
    var start: Int { Int(truncatingIfNeeded: range &>> 16) }

    @inline(__always)
    var length: Int { Int(truncatingIfNeeded: (range & 0xFFFF) &- (range &>> 16)) }
  }

  private let base: UnsafeRawPointer
  /// The place of the last word that can be read.
  private let lastWord: Int
  private let segments: UnsafeMutablePointer<Segment>
  private let seeds: (first: UInt64, second: UInt64)
  private let masks: UnsafePointer<(first: UInt64, second: UInt64)>
  /// How many segments there are.
  let count: Int
  /// A bit for each slash, and one for the end.
  private let slashes: UInt64

  /// - Parameters:
  ///   - path: a path that begins with a slash.
  ///   - length: how many bytes it has.
  ///   - workspace: has memory for as many segments as there can be.
  @inline(__always)
  init(
    _ path: UnsafeRawPointer,
    _ length: Int,
    _ workspace: UnsafeMutablePointer<ReaderRecord.Workspace>
  ) {
    // One by one: a scan that is lent is copied as a whole.
    unsafe segments = workspace.pointee.scan.segments
    seeds = unsafe (workspace.pointee.scan.seeds.first, workspace.pointee.scan.seeds.second)
    unsafe masks = workspace.pointee.scan.masks
    if length >= 8 {
      unsafe base = path
      lastWord = length &- 8
    } else {
      unsafe base = PathScan.copyShort(path, length, to: workspace.pointee.scan.short)
      lastWord = 8
    }
    var bits: UInt64 = 0
    var place = 0
    while place < lastWord {
      bits |=
        unsafe SegmentNumber.slashes(SegmentNumber.load(base + place))
        &<< UInt64(truncatingIfNeeded: place)
      place &+= 8
    }
    // The last word, of which some may have been seen.
    bits |=
      unsafe SegmentNumber.slashes(SegmentNumber.load(base + lastWord))
      &<< UInt64(truncatingIfNeeded: lastWord)
    slashes = bits | 1 &<< UInt64(truncatingIfNeeded: length)
    var rest = slashes & ~1
    var start: UInt32 = 1
    var segment = unsafe segments
    while rest != 0 {
      let end = UInt32(truncatingIfNeeded: rest.trailingZeroBitCount)
      rest &= rest &- 1
      unsafe segment.pointee.range = start &<< 16 | end
      start = end &+ 1
      unsafe segment += 1
    }
    count = unsafe segment - segments
  }

  /// Whether no segment is empty, which the slashes say all at once.
  @inline(__always)
  var isFull: Bool { slashes & (slashes &>> 1) == 0 }

  /// Whether none of some segments is empty, a bit for each.
  @inline(never)
  func hasValues(_ values: UInt64) -> Bool {
    (0..<count).allSatisfy { values >> UInt64($0) & 1 == 0 || self[$0].length > 0 }
  }

  /// The range of all that is behind so many segments.
  @inline(__always)
  func rest(from depth: Int) -> UInt32 {
    let end = UInt32(truncatingIfNeeded: self[count &- 1].range & 0xFFFF)
    return (count > depth ? self[depth].range & 0xFFFF_0000 : end &<< 16) | end
  }

  @inline(__always)
  subscript(index: Int) -> Segment {
    unsafeAddress { unsafe UnsafePointer(segments + index) }
  }

  /// The bytes from a place before the end on, as many as a word has.
  @inline(__always)
  private func word(_ place: Int) -> UInt64 {
    let from = min(place, lastWord)
    let word = unsafe SegmentNumber.load(base + from)
    return word &>> UInt64(truncatingIfNeeded: (place &- from) &* 8)
  }

  /// Reads the text of a segment.
  /// - Returns: its number.
  @inline(__always)
  func read(_ index: Int) -> UInt64 {
    let segment = unsafe segments + index
    let (start, length) = unsafe (segment.pointee.start, segment.pointee.length)
    let mask = unsafe masks + min(length, 16)
    let first = unsafe word(start) & mask.pointee.first
    let second = unsafe word(start &+ 8) & mask.pointee.second
    var number = SegmentNumber.of(first, second, length: length, at: index, seeds)
    if length > 16 { number = more(number, from: start &+ 16, to: start &+ length) }
    unsafe segment.pointee.first = first
    unsafe segment.pointee.second = second
    unsafe segment.pointee.number = number
    return number
  }

  /// The number of a segment of more than sixteen bytes.
  @inline(never)
  private func more(_ first: UInt64, from start: Int, to end: Int) -> UInt64 {
    var number = first
    var position = start
    while position < end {
      let mask = unsafe masks[min(end &- position, 8)].first
      number = SegmentNumber.more(number, word(position) & mask)
      position &+= 8
    }
    return number
  }

  /// Whether segments have the forms of a route.
  @inline(never)
  func fits(_ forms: FormBlock) -> Bool {
    unsafe forms.fits { index in
      let segment = unsafe segments + index
      return unsafe (base + segment.pointee.start, segment.pointee.length)
    }
  }

  /// Whether some bytes are those at a place.
  @inline(never)
  func hasText(_ range: Range<Int>, _ place: UnsafePointer<UInt64>) -> Bool {
    range.allSatisfy { index in
      let offset = index - range.lowerBound
      let byte = unsafe (base + index).load(as: UInt8.self)
      return unsafe byte == UInt8(truncatingIfNeeded: place[offset / 8] >> UInt64(offset % 8 * 8))
    }
  }
}

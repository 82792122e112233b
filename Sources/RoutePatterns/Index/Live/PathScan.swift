/// The segments of a path: where each begins, and of those that are asked for a number that stands for the text.
///
/// It branches as little as it can: where a processor guesses wrong costs more than a segment does.
@safe
struct PathScan: ~Copyable {
  /// How many segments are told apart; the masks of shapes have as many bits.
  static let limit = 60

  /// What is known of a segment's text.
  @safe
  struct Text {
    /// Its first bytes, zero where there are fewer.
    var first: UInt64 = 0
    var second: UInt64 = 0
    /// Texts that differ have numbers that differ, but for a chance that nobody can better who does not know what
    /// the numbers are made with.
    var number: UInt64 = 0
  }

  private let starts: UnsafeMutablePointer<UInt32>
  private let texts: UnsafeMutablePointer<Text>
  /// The last sixteen bytes of the path, or all and zeros up to as many; and sixteen more zeros.
  private let tail: UnsafeMutableRawPointer
  private var base: UnsafeRawPointer
  // Globals are looked at through a gate each time; these are at hand here.
  private let seeds = SegmentNumber.seeds
  private let masks = unsafe SegmentNumber.masks
  /// The place in the path of the first byte of `tail`.
  private var tailStart = 0
  /// How many segments there are, or one more than were asked for.
  private(set) var count = 0
  /// A bit for each segment that is empty.
  private(set) var empty: UInt64 = 0
  /// The end of the path.
  private(set) var length = 0

  /// For the life of the process, as records of readers are never freed, or until it is freed.
  init() {
    unsafe starts = .allocate(capacity: Self.limit + 2)
    unsafe starts.initialize(repeating: 0, count: Self.limit + 2)
    unsafe texts = .allocate(capacity: Self.limit + 2)
    unsafe texts.initialize(repeating: Text(), count: Self.limit + 2)
    unsafe tail = .allocate(byteCount: 32, alignment: 16)
    unsafe tail.initializeMemory(as: UInt64.self, repeating: 0, count: 4)
    unsafe base = UnsafeRawPointer(tail)
  }

  func free() {
    unsafe starts.deallocate()
    unsafe texts.deallocate()
    unsafe tail.deallocate()
  }

  /// Where a segment begins.
  @inline(__always)
  func start(_ index: Int) -> Int { unsafe Int(truncatingIfNeeded: starts[index]) }

  /// Where a segment ends.
  @inline(__always)
  func end(_ index: Int) -> Int { unsafe Int(truncatingIfNeeded: starts[index &+ 1]) &- 1 }

  // MARK: - Segments

  /// Finds the segments of a path, which begins with a slash and lies there until it was looked up, up to a number of
  /// them.
  @inline(__always)
  mutating func split(_ path: UnsafeBufferPointer<UInt8>, upTo most: Int) {
    assert(most <= Self.limit)
    guard let address = path.baseAddress, !path.isEmpty else { return }
    unsafe base = UnsafeRawPointer(address)
    length = path.count
    fillTail()
    // What is behind the first bytes is looked at if there is room for more segments.
    var slashes = slashes(from: 0, to: min(length, 64)) & ~1
    var (block, count, start) = (0, 0, 1)
    var empty: UInt64 = 0
    unsafe starts[0] = 1
    while count < most {
      if slashes == 0 {
        block &+= 64
        guard block < length else { break }
        slashes = self.slashes(from: block, to: min(length, block &+ 64))
        continue
      }
      let next = block &+ slashes.trailingZeroBitCount
      slashes &= slashes &- 1
      if next == start { empty |= 1 &<< UInt64(truncatingIfNeeded: count) }
      start = next &+ 1
      count &+= 1
      unsafe starts[count] = UInt32(truncatingIfNeeded: start)
    }
    if count < most {
      if length == start { empty |= 1 &<< UInt64(truncatingIfNeeded: count) }
      unsafe starts[count &+ 1] = UInt32(truncatingIfNeeded: length &+ 1)
    }
    // Where there are more than were asked for, one stands for them all.
    self.count = count &+ 1
    self.empty = empty
  }

  /// The slashes among the bytes of a range of 64 at the most, a bit for each.
  @inline(__always)
  private func slashes(from start: Int, to end: Int) -> UInt64 {
    var bits: UInt64 = 0
    var position = start
    var shift: UInt64 = 0
    while position &+ 8 <= end {
      bits |= unsafe SegmentNumber.slashes(SegmentNumber.load(base + position)) &<< shift
      position &+= 8
      shift &+= 8
    }
    // Only at the end of the path are there fewer than eight.
    if position < end {
      let rest = unsafe SegmentNumber.load(tail + (position &- tailStart))
      bits |= SegmentNumber.slashes(rest) &<< shift
    }
    return bits
  }

  /// Copies the end of the path to where more can be read than there is.
  @inline(__always)
  private mutating func fillTail() {
    if length >= 16 {
      tailStart = length &- 16
      unsafe tail.storeBytes(of: SegmentNumber.load(base + tailStart), as: UInt64.self)
      unsafe tail.storeBytes(
        of: SegmentNumber.load(base + (length &- 8)),
        toByteOffset: 8,
        as: UInt64.self
      )
      return
    }
    tailStart = 0
    var (first, second): (UInt64, UInt64) = (0, 0)
    if length >= 8 {
      first = unsafe SegmentNumber.load(base)
      // What both have is shifted out; of eight bytes nothing is left.
      let seen = UInt64(truncatingIfNeeded: 16 &- length) &* 8
      second = unsafe length == 8 ? 0 : SegmentNumber.load(base + (length &- 8)) &>> seen
    } else {
      var index = length
      while index > 0 {
        index &-= 1
        first = unsafe first &<< 8 | UInt64(base.load(fromByteOffset: index, as: UInt8.self))
      }
    }
    unsafe tail.storeBytes(of: first, as: UInt64.self)
    unsafe tail.storeBytes(of: second, toByteOffset: 8, as: UInt64.self)
  }

  // MARK: - Texts

  /// The text of a segment that was read.
  @inline(__always)
  subscript(index: Int) -> Text {
    unsafeAddress { unsafe UnsafePointer(texts + index) }
  }

  /// Reads the texts of segments, a bit for each.
  /// - Parameters:
  ///   - segments: which of them.
  ///   - longest: how long a segment is that has a number; longer ones are nobody's.
  @inline(__always)
  mutating func read(_ segments: UInt64, longest: Int) {
    var rest = segments
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      let start = start(index)
      let length = end(index) &- start
      let place =
        unsafe start > tailStart ? UnsafeRawPointer(tail) + (start &- tailStart) : base + start
      let mask = unsafe masks + min(length, 16)
      let first = unsafe SegmentNumber.load(place) & mask.pointee.first
      let second = unsafe SegmentNumber.load(place + 8) & mask.pointee.second
      var number = SegmentNumber.mixed(
        first ^ (seeds.first &+ UInt64(truncatingIfNeeded: index) &* SegmentNumber.odd),
        second ^ (seeds.second &+ UInt64(truncatingIfNeeded: length))
      )
      if length > 16, length <= longest {
        number = more(number, from: start &+ 16, to: start &+ length)
      }
      unsafe texts[index] = Text(first: first, second: second, number: number)
    }
  }

  /// The number of a segment of more than sixteen bytes.
  @inline(never)
  private func more(_ first: UInt64, from start: Int, to end: Int) -> UInt64 {
    var number = first
    var position = start
    while position < end {
      let place =
        unsafe position &+ 8 > length
        ? UnsafeRawPointer(tail) + (position &- tailStart) : base + position
      let mask = unsafe masks[min(end &- position, 8)].first
      let word = unsafe SegmentNumber.load(place) & mask
      number = SegmentNumber.mixed(number ^ word, SegmentNumber.odd)
      position &+= 8
    }
    return number
  }
}

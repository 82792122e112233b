/// The segments of a path: where each begins, and of those that are asked for a number that stands for the text.
///
/// It branches as little as it can: where a processor guesses wrong costs more than a segment does. Nothing that was
/// just written is read as a part of a larger word, which would cost as much.
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
  /// The bytes of a path that is shorter than a word, and zeros behind them.
  let short: UnsafeMutableRawPointer
  private var base: UnsafeRawPointer
  /// The place of the last word that can be read.
  private var lastWord = 0
  // Globals are looked at through a gate each time; these are at hand here.
  let seeds = SegmentNumber.seeds
  let masks = unsafe SegmentNumber.masks
  /// For the segments of a short path.
  let segments: UnsafeMutablePointer<QuickPath.Segment>
  /// A bit for each segment whose text was read.
  private var known: UInt64 = 0
  /// How many segments there are, or one more than were asked for.
  private(set) var count = 0
  /// A bit for each segment that is empty.
  private(set) var empty: UInt64 = 0
  /// The end of the path.
  private(set) var length = 0

  /// For the life of the process, as records of readers are never freed, or until it is freed.
  init() {
    unsafe starts = LoneMemory.allocate(UInt32.self, capacity: Self.limit + 2)
    unsafe starts.initialize(repeating: 0, count: Self.limit + 2)
    unsafe texts = LoneMemory.allocate(Text.self, capacity: Self.limit + 2)
    unsafe texts.initialize(repeating: Text(), count: Self.limit + 2)
    let words = unsafe LoneMemory.allocate(UInt64.self, capacity: 2)
    unsafe words.initialize(repeating: 0, count: 2)
    unsafe short = UnsafeMutableRawPointer(words)
    unsafe base = UnsafeRawPointer(short)
    unsafe segments = LoneMemory.allocate(
      QuickPath.Segment.self,
      capacity: QuickPath.limit + 1
    )
    unsafe segments.initialize(repeating: QuickPath.Segment(), count: QuickPath.limit + 1)
  }

  func free() {
    unsafe segments.deallocate()
    unsafe starts.deallocate()
    unsafe texts.deallocate()
    unsafe short.deallocate()
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
    known = 0
    length = path.count
    if length >= 8 {
      unsafe base = UnsafeRawPointer(address)
      lastWord = length &- 8
    } else {
      unsafe base = Self.copyShort(UnsafeRawPointer(address), length, to: short)
      lastWord = 8
    }
    // What is behind the first bytes is looked at if there is room for more segments.
    var slashes = slashes(from: 0) & ~1
    var (block, count, start) = (0, 0, 1)
    var empty: UInt64 = 0
    unsafe starts[0] = 1
    while count < most {
      if slashes == 0 {
        block &+= 64
        guard block < length else { break }
        slashes = self.slashes(from: block)
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

  /// Copies a path that is shorter than a word to where more can be read.
  @inline(never)
  static func copyShort(
    _ path: UnsafeRawPointer,
    _ length: Int,
    to memory: UnsafeMutableRawPointer
  ) -> UnsafeRawPointer {
    var word: UInt64 = 0
    for index in (0..<length).reversed() {
      word = unsafe word << 8 | UInt64(path.load(fromByteOffset: index, as: UInt8.self))
    }
    unsafe memory.storeBytes(of: word.littleEndian, as: UInt64.self)
    return UnsafeRawPointer(memory)
  }

  /// The bytes from a place before the end on, as many as a word has.
  @inline(__always)
  private func word(_ place: Int) -> UInt64 {
    let from = min(place, lastWord)
    let word = unsafe SegmentNumber.load(base + from)
    return word &>> UInt64(truncatingIfNeeded: (place &- from) &* 8)
  }

  /// The slashes among the 64 bytes from a place on, a bit for each.
  @inline(__always)
  private func slashes(from start: Int) -> UInt64 {
    var bits: UInt64 = 0
    let end = min(length, start &+ 64)
    var position = start
    var shift: UInt64 = 0
    while position < end {
      bits |= SegmentNumber.slashes(word(position)) &<< shift
      position &+= 8
      shift &+= 8
    }
    return bits
  }

  /// The last bytes of the path, the very last one uppermost; zeros before the first.
  @inline(__always)
  var ending: UInt64 {
    let word = unsafe SegmentNumber.load(base + (length >= 8 ? lastWord : 0))
    return length >= 8 ? word : word &<< UInt64(truncatingIfNeeded: (8 &- length) &* 8)
  }

  /// Whether segments have the forms of a route.
  @inline(never)
  func fits(_ forms: FormBlock) -> Bool {
    unsafe forms.fits { index in unsafe (base + start(index), end(index) &- start(index)) }
  }

  // MARK: - Texts

  /// The text of a segment that was read.
  @inline(__always)
  subscript(index: Int) -> Text {
    unsafeAddress { unsafe UnsafePointer(texts + index) }
  }

  /// Reads the texts of those segments that have not been, a bit for each.
  /// - Parameters:
  ///   - segments: which of them.
  ///   - longest: how long a segment is that has a number; longer ones are nobody's.
  @inline(__always)
  mutating func read(_ segments: UInt64, longest: Int) {
    var rest = segments & ~known
    known |= segments
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      let start = start(index)
      let length = end(index) &- start
      let mask = unsafe masks + min(length, 16)
      let first = unsafe word(start) & mask.pointee.first
      let second = unsafe word(start &+ 8) & mask.pointee.second
      var number = SegmentNumber.of(first, second, length: length, at: index, seeds)
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
      let mask = unsafe masks[min(end &- position, 8)].first
      number = SegmentNumber.more(number, word(position) & mask)
      position &+= 8
    }
    return number
  }
}

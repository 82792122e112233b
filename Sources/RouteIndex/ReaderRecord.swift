internal import RoutePatterns
internal import SwitchyardLocks
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

typealias RecordPointer = UnsafeMutablePointer<ReaderRecord>

/// The record that a thread needs while it reads memory that another may take away: a mark that it
/// reads, and the memory that a search works in, which so takes none.
///
/// A reader waits for nobody: it writes its mark where no other thread writes. Who takes memory out
/// of what is read looks at all marks before it is freed. Made once for a thread, and handed on to
/// another at its end.
@safe
struct ReaderRecord: ~Copyable {
  /// A way that is still to be taken: a value and those behind it in its chain, or the routes that
  /// anything may follow.
  @safe
  struct Turn {
    var node: NodePointer
    /// The number of the node that a value leads on from, or that has the routes.
    let number: UInt64
    /// The place where the segment begins.
    var start: Int
    /// The values before it.
    var values: UInt64
    let isTail: Bool
  }

  /// Sixteen bytes for a short path, with zeros behind it; first of all, so that their address is
  /// that of the record.
  var short = SIMD2<UInt64>()
  /// The epoch in which the thread began to read: 0 while it does not.
  let mark = Atomic<UInt64>(0)
  /// The address of what it reads, which nothing else has as long as somebody reads it.
  let place = Atomic<UInt>(0)
  /// Whether a thread or a search has it.
  let isTaken = Atomic<Bool>(true)
  /// Whether it is that of a search within another.
  var isSpare = false
  /// The one that was made before it.
  let next: RecordPointer?

  /// At most two for each segment that a pattern has.
  private let turns: UnsafeMutablePointer<Turn>
  private var turnCount = 0
  private(set) var hits: UnsafeMutablePointer<LeafPointer>
  private var hitCapacity = 32
  private(set) var hitCount = 0
  /// A path whose letters are folded.
  private var folded = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)

  init(next: RecordPointer?) {
    unsafe self.next = unsafe next
    unsafe turns = .allocateAlone(2 * PatternReading.limit + 2)
    unsafe hits = .allocateAlone(hitCapacity)
  }

  @inline(__always)
  mutating func clearTurns() { turnCount = 0 }

  /// Takes note of a way that is tried where nothing ends the walk before it.
  @inline(never)
  mutating func addTurn(
    _ node: NodePointer,
    _ number: UInt64,
    _ start: Int,
    _ values: UInt64,
    isTail: Bool = false
  ) {
    unsafe (turns + turnCount).initialize(
      to: Turn(node: node, number: number, start: start, values: values, isTail: isTail)
    )
    turnCount &+= 1
  }

  /// The latest way that the path leads to, with what is behind the value.
  @inline(never)
  mutating func nextTurn(on path: IndexPath) -> Turn? {
    while turnCount > 0 {
      turnCount &-= 1
      var turn = unsafe turns[turnCount]
      if turn.isTail { return turn }
      guard let end = path.end(from: turn.start),
        let node = unsafe turn.node.fitting(path.bytes(turn.start), end &- turn.start)
      else { continue }
      if let other = unsafe node.nextValue {
        unsafe addTurn(other, turn.number, turn.start, turn.values)
      }
      unsafe turn.node = unsafe node
      turn.start = end &+ 1
      turn.values |= 1 &<< UInt64(truncatingIfNeeded: end)
      return turn
    }
    return nil
  }

  @inline(__always)
  mutating func clearHits() { hitCount = 0 }

  @inline(__always)
  mutating func append(_ leaf: LeafPointer) {
    if hitCount == hitCapacity { grow() }
    unsafe (hits + hitCount).initialize(to: leaf)
    hitCount &+= 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = unsafe UnsafeMutablePointer<LeafPointer>.allocateAlone(hitCapacity * 2)
    unsafe larger.moveInitialize(from: hits, count: hitCount)
    unsafe hits.deallocate()
    unsafe hits = unsafe larger
    hitCapacity *= 2
  }

  /// Brings the hits from one on into the order in which they are asked.
  @inline(never)
  func sortHits(from start: Int) {
    let (hits, count) = unsafe (hits + start, hitCount &- start)
    // Those of one list mostly are, or all the other way round.
    let isReversed = unsafe hits[1].precedes(hits[0])
    if (2..<count).allSatisfy({ unsafe hits[$0].precedes(hits[$0 - 1]) == isReversed }) {
      var list = unsafe UnsafeMutableBufferPointer(start: hits, count: count)
      if isReversed { unsafe list.reverse() }
      return
    }
    // By steps that become smaller (Shell): in place, and there are seldom more than a few.
    var step = count > 8 ? count / 2 : 1
    while step > 0 {
      for index in step..<count {
        let hit = unsafe hits[index]
        var place = index
        while place >= step, unsafe hit.precedes(hits[place - step]) {
          unsafe hits[place] = unsafe hits[place - step]
          place -= step
        }
        unsafe hits[place] = unsafe hit
      }
      step = step == 2 ? 1 : Int(Double(step) / 2.2)
    }
  }

  /// A copy of a path with its letters in lower case.
  mutating func fold(_ path: IndexPath) -> IndexPath {
    // Eight bytes behind it, and sixteen in all.
    if unsafe folded.count < path.length + 16 {
      unsafe folded.deallocate()
      unsafe folded = .allocate(byteCount: 2 * path.length + 16, alignment: 8)
    }
    guard let copy = unsafe folded.baseAddress else { return path }
    for place in 0..<path.length {
      let byte = unsafe path.bytes(place).load(as: UInt8.self)
      unsafe copy.storeBytes(of: byte.lowercasedASCII, toByteOffset: place, as: UInt8.self)
    }
    return unsafe IndexPath(copy, path.length)
  }
}

/// All threads that read.
@safe
enum Readers {
  /// The latest of all records; they are never freed, and as many as searches were made at once.
  private static let latest = unsafe Locked<RecordPointer?>(nil)

  /// The key that a thread finds its record by.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key) { pointer in
      Readers.forgetWord()
      let record: UnsafeMutableRawPointer? = unsafe pointer
      unsafe record?.assumingMemoryBound(to: ReaderRecord.self).pointee.isTaken
        .store(false, ordering: .releasing)
    }
    precondition(failure == 0, "The system has no keys for thread locals left.")
    return key
  }()

  /// The record of this thread.
  static func record() -> RecordPointer {
    if let known = unsafe pthread_getspecific(key) {
      return unsafe known.assumingMemoryBound(to: ReaderRecord.self)
    }
    let record = unsafe spareRecord()
    let failure = unsafe pthread_setspecific(key, UnsafeMutableRawPointer(record))
    precondition(failure == 0, "The system has no memory left for a thread local.")
    return unsafe record
  }

  /// A record that nobody has.
  @inline(never)
  static func spareRecord() -> RecordPointer {
    unsafe latest.withLock { latest in
      var known = unsafe latest
      while let record = unsafe known {
        if unsafe !record.pointee.isTaken.exchange(true, ordering: .acquiringAndReleasing) {
          return unsafe record
        }
        unsafe known = unsafe record.pointee.next
      }
      let made = unsafe RecordPointer.allocateAlone(1)
      unsafe made.initialize(to: ReaderRecord(next: latest))
      unsafe latest = unsafe made
      return unsafe made
    }
  }

  /// The earliest epoch that a thread reads something in; the largest number when none reads it.
  static func earliestMark(at place: UInt) -> UInt64 {
    var earliest = UInt64.max
    var record = unsafe latest.withLock { unsafe $0 }
    while let reader = unsafe record {
      // In one order with the marks of readers, and with what they read after it.
      let mark = unsafe reader.pointee.mark.load(ordering: .sequentiallyConsistent)
      // A reader that has gone elsewhere meanwhile reads this no longer; one that has come finds
      // nothing of what was taken away before.
      if mark != 0, unsafe reader.pointee.place.load(ordering: .acquiring) == place {
        earliest = min(earliest, mark)
      }
      unsafe record = unsafe reader.pointee.next
    }
    return earliest
  }
}

extension UnsafeMutablePointer where Pointee: ~Copyable {
  /// Takes memory that shares no line of a cache with any other, for what one thread writes again
  /// and again.
  static func allocateAlone(_ count: Int) -> Self {
    // Processors fetch lines in pairs.
    let size = (MemoryLayout<Pointee>.stride * count + 127) & ~127
    return unsafe UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 128)
      .bindMemory(to: Pointee.self, capacity: count)
  }
}

/// The memory of one search, kept by the thread, so that a search takes none.
@safe
struct SearchWorkspace: ~Copyable {
  /// A way that is still to be taken: the routes that anything may follow, or a value and those
  /// behind it.
  @safe
  struct Alternative {
    let node: NodePointer
    let depth: Int
    let isTail: Bool
  }

  /// A value that is still to be tried on a quick search, and those behind it.
  @safe
  struct Turn {
    var node: NodePointer
    /// A bit for the end of its segment, and those behind it.
    let bits: UInt64
    /// The values before it.
    let values: UInt64
  }

  /// Sixteen bytes for a short path, with zeros behind it.
  let short: UnsafeMutableRawPointer
  /// The ends of the first segments.
  let ends: UnsafeMutablePointer<Int32>
  /// At most two for each segment that a pattern has.
  let alternatives: UnsafeMutablePointer<Alternative>
  /// At most one for each segment.
  private let turns: UnsafeMutablePointer<Turn>
  private var turnCount = 0
  var path = PathText()
  var hits: UnsafeMutablePointer<LeafPointer>
  private var hitCapacity = 32
  private(set) var hitCount = 0
  /// A path whose letters are folded.
  private var folded: UnsafeMutableRawBufferPointer?

  init() {
    unsafe short = unsafe UnsafeMutableRawPointer(
      LoneMemory.allocate(SIMD2<UInt64>.self, capacity: 1)
    )
    unsafe short.initializeMemory(as: UInt64.self, repeating: 0, count: 2)
    unsafe ends = unsafe LoneMemory.allocate(Int32.self, capacity: PathText.limit + 1)
    unsafe ends.initialize(repeating: 0, count: PathText.limit + 1)
    unsafe alternatives = unsafe LoneMemory.allocate(
      Alternative.self,
      capacity: 2 * PathText.limit + 4
    )
    unsafe turns = unsafe LoneMemory.allocate(Turn.self, capacity: 64)
    unsafe hits = unsafe LoneMemory.allocate(LeafPointer.self, capacity: 32)
  }

  func free() {
    unsafe short.deallocate()
    unsafe ends.deallocate()
    unsafe alternatives.deallocate()
    unsafe turns.deallocate()
    unsafe hits.deallocate()
    unsafe folded?.deallocate()
  }

  @inline(__always)
  mutating func clearTurns() { turnCount = 0 }

  /// Takes note of a value that is tried where nothing is found before it.
  @inline(never)
  mutating func addTurn(_ node: NodePointer, _ bits: UInt64, _ values: UInt64) {
    unsafe (turns + turnCount).initialize(to: Turn(node: node, bits: bits, values: values))
    turnCount &+= 1
  }

  /// The next turn whose value the path leads to.
  @inline(never)
  mutating func nextTurn(_ path: UnsafeRawPointer, _ slashes: UInt64) -> Turn? {
    while turnCount > 0 {
      turnCount &-= 1
      var turn = unsafe turns[turnCount]
      // Behind the slash before.
      let before = slashes & ((turn.bits & (0 &- turn.bits)) &- 1)
      let start = 64 &- before.leadingZeroBitCount
      let length = turn.bits.trailingZeroBitCount &- start
      guard let node = unsafe turn.node.fitting(path + start, length) else { continue }
      if let other = unsafe node.nextValue {
        unsafe addTurn(other, turn.bits, turn.values)
      }
      unsafe turn.node = unsafe node
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
    let larger = unsafe LoneMemory.allocate(LeafPointer.self, capacity: hitCapacity * 2)
    unsafe larger.moveInitialize(from: hits, count: hitCount)
    unsafe hits.deallocate()
    unsafe hits = unsafe larger
    hitCapacity *= 2
  }

  /// Brings the hits from one on into the order in which they are asked.
  @inline(never)
  func sortHits(from start: Int) {
    let (hits, count) = unsafe (hits + start, hitCount &- start)
    guard count > 1 else { return }
    if unsafe hits[0].pointee.traits[LeafTraits.ranked] { return unsafe Self.sort(hits, count) }
    // Those of one list are in order, or all the other way round.
    let isReversed = unsafe hits[1].isOrdered(before: hits[0])
    var ordered = 2
    while ordered < count,
      unsafe hits[ordered].isOrdered(before: hits[ordered &- 1]) == isReversed
    {
      ordered &+= 1
    }
    if ordered < count { return unsafe Self.sort(hits, count) }
    if isReversed { unsafe Self.reverse(hits, count) }
  }

  /// Brings hits into order by steps that become smaller (Shell): in place, and there are seldom
  /// more than a few.
  @inline(never)
  private static func sort(_ hits: UnsafeMutablePointer<LeafPointer>, _ count: Int) {
    // Those of one list mostly are.
    if (1..<count).allSatisfy({ unsafe !hits[$0].precedes(hits[$0 - 1]) }) { return }
    var step = count > 8 ? count / 2 : 1
    while step > 0 {
      for index in stride(from: step, to: count, by: 1) {
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

  @inline(__always)
  private static func reverse(_ hits: UnsafeMutablePointer<LeafPointer>, _ count: Int) {
    var (low, high) = (0, count &- 1)
    while low < high {
      let first = unsafe hits[low]
      unsafe hits[low] = unsafe hits[high]
      unsafe hits[high] = unsafe first
      (low, high) = (low &+ 1, high &- 1)
    }
  }

  /// A copy of some text with its letters in lower case, and eight bytes behind it.
  mutating func fold(_ text: UnsafeRawBufferPointer) -> UnsafeRawPointer {
    if unsafe (folded?.count ?? 0) < text.count + 8 {
      unsafe folded?.deallocate()
      unsafe folded = .allocate(byteCount: 2 * text.count + 8, alignment: 8)
    }
    guard let folded = unsafe folded, let base = folded.baseAddress else {
      return unsafe UnsafeRawPointer(short)
    }
    for unsafe(index, byte) in unsafe text.enumerated() {
      unsafe folded[index] = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }
    return UnsafeRawPointer(base)
  }
}

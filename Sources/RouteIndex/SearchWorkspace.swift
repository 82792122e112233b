/// The memory of one search, kept by the thread, so that a search takes none.
@safe
struct SearchWorkspace: ~Copyable {
  /// A way that is still to be taken: the routes that anything may follow, or a value and those behind it.
  struct Alternative {
    let node: NodePointer
    let number: UInt64
    let depth: Int
    let isTail: Bool
  }

  /// Sixteen bytes for a short path, with zeros behind it.
  let short: UnsafeMutableRawPointer
  /// The ends of the first segments.
  let ends: UnsafeMutablePointer<Int32>
  /// At most two for each segment that a pattern has.
  let alternatives: UnsafeMutablePointer<Alternative>
  var path = PathText()
  var hits: UnsafeMutablePointer<LeafPointer>
  private var hitCapacity = 32
  private(set) var hitCount = 0
  /// A path whose letters are folded.
  private var folded: UnsafeMutableRawBufferPointer?

  init() {
    short = UnsafeMutableRawPointer(LoneMemory.allocate(SIMD2<UInt64>.self, capacity: 1))
    short.initializeMemory(as: UInt64.self, repeating: 0, count: 2)
    ends = LoneMemory.allocate(Int32.self, capacity: PathText.limit + 1)
    ends.initialize(repeating: 0, count: PathText.limit + 1)
    alternatives = LoneMemory.allocate(Alternative.self, capacity: 2 * PathText.limit + 4)
    hits = LoneMemory.allocate(LeafPointer.self, capacity: 32)
  }

  func free() {
    short.deallocate()
    ends.deallocate()
    alternatives.deallocate()
    hits.deallocate()
    folded?.deallocate()
  }

  @inline(__always)
  mutating func clearHits() { hitCount = 0 }

  @inline(__always)
  mutating func append(_ leaf: LeafPointer) {
    if hitCount == hitCapacity { grow() }
    (hits + hitCount).initialize(to: leaf)
    hitCount &+= 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = LoneMemory.allocate(LeafPointer.self, capacity: hitCapacity * 2)
    larger.moveInitialize(from: hits, count: hitCount)
    hits.deallocate()
    hits = larger
    hitCapacity *= 2
  }

  /// Brings the hits from one on into the order in which they are asked.
  ///
  /// By steps that become smaller (Shell): in place, and there are seldom more than a few.
  @inline(never)
  func sortHits(from start: Int) {
    let (hits, count) = (hits + start, hitCount - start)
    var step = count > 8 ? count / 2 : 1
    while step > 0 {
      for index in stride(from: step, to: count, by: 1) {
        let hit = hits[index]
        var place = index
        while place >= step, hit.precedes(hits[place - step]) {
          hits[place] = hits[place - step]
          place -= step
        }
        hits[place] = hit
      }
      step = step == 2 ? 1 : Int(Double(step) / 2.2)
    }
  }

  /// A copy of some text with its letters in lower case, and eight bytes behind it.
  mutating func fold(_ text: UnsafeRawBufferPointer) -> UnsafeRawPointer {
    if (folded?.count ?? 0) < text.count + 8 {
      folded?.deallocate()
      folded = .allocate(byteCount: 2 * text.count + 8, alignment: 8)
    }
    guard let folded, let base = folded.baseAddress else { return UnsafeRawPointer(short) }
    for (index, byte) in text.enumerated() {
      folded[index] = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }
    return UnsafeRawPointer(base)
  }
}

internal import Synchronization

/// The root that readers start from: the table of nodes, replaced as a whole when it grows.
///
/// The slot of a node is the first free one at its number, or behind it.
@safe
struct TrieRoot: ~Copyable {
  let table: UnsafeMutablePointer<TrieNode>
  /// The number of bits that a number is shifted by to be that of a slot.
  let shift: UInt64
  let factors: TrieFactors
  /// The node that each lane begins with.
  let tops: UnsafeMutablePointer<TrieNode>
  let size: Int

  /// Makes an empty table, whose size is a power of two.
  init(size: Int) {
    self.size = size
    unsafe table = unsafe LoneMemory.allocate(TrieNode.self, capacity: Self.room(size))
    for slot in 0..<Self.room(size) {
      unsafe (table + slot).initialize(to: TrieNode(id: 0, number: 0))
    }
    shift = UInt64(size.leadingZeroBitCount + 1)
    factors = TrieFactors.all
    unsafe tops = unsafe LoneMemory.allocate(TrieNode.self, capacity: IndexLane.allCases.count)
    for lane in IndexLane.allCases {
      // Apart from one another, as the same path has a node in each.
      let number = UInt64(lane.rawValue) &* 0x9E37_79B9_7F4A_7C15
      unsafe (tops + Int(lane.rawValue)).initialize(
        to: TrieNode(id: UInt32(lane.rawValue) + 1, number: number)
      )
    }
  }

  /// With some slots behind the last that a number leads to, so that no search goes round.
  static func room(_ size: Int) -> Int { size + max(64, size / 64) }

  func free() {
    unsafe table.deallocate()
    unsafe tops.deallocate()
  }

  /// Takes memory for a root, with the masks behind it.
  static func make(size: Int) -> UnsafeMutablePointer<TrieRoot> {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: maskPlace + 17 * 8, alignment: 64)
    let root = unsafe memory.bindMemory(to: TrieRoot.self, capacity: 1)
    unsafe root.initialize(to: TrieRoot(size: size))
    for length in 0...16 {
      let mask: UInt64 = length >= 8 ? .max : (1 << UInt64(8 * length)) - 1
      unsafe (memory + maskPlace).storeBytes(of: mask, toByteOffset: 8 * length, as: UInt64.self)
    }
    return unsafe root
  }

  fileprivate static var maskPlace: Int { 64 }

  /// The slot where a search for a number begins.
  @inline(__always)
  func slot(_ number: UInt64) -> NodePointer {
    unsafe table + Int(truncatingIfNeeded: number &>> shift)
  }

  /// The child that a literal of a path leads to; nothing where there is none.
  @inline(__always)
  func literal(
    of node: NodePointer,
    _ number: UInt64,
    _ text: UnsafeRawPointer,
    _ length: Int,
    first: UInt64,
    last: UInt64
  ) -> (node: NodePointer, number: UInt64)? {
    if length > 16 {
      let bytes = unsafe UnsafeRawBufferPointer(start: text, count: length)
      return unsafe longLiteral(of: node, number, bytes, first: first)
    }
    let key = unsafe node.pointee.own | UInt64(truncatingIfNeeded: length)
    let number = TrieNumber.literal(number, first, last, length, factors)
    guard let child = unsafe child(key, number, first: first, last: last) else { return nil }
    return unsafe (child, number)
  }

  /// The node of a key and two words.
  @inline(__always)
  func child(_ key: UInt64, _ number: UInt64, first: UInt64, last: UInt64) -> NodePointer? {
    var node = unsafe slot(number)
    while true {
      let other = unsafe node.pointee.key.load(ordering: .acquiring)
      if other == key, unsafe node.pointee.first == first,
        unsafe node.pointee.second.load(ordering: .relaxed) == last
      {
        return unsafe node
      }
      if other == 0 { return nil }
      unsafe node += 1
    }
  }

  @inline(never)
  func longLiteral(
    of node: NodePointer,
    _ number: UInt64,
    _ bytes: UnsafeRawBufferPointer,
    first: UInt64
  ) -> (node: NodePointer, number: UInt64)? {
    let key = unsafe node.pointee.own | UInt64(truncatingIfNeeded: bytes.count)
    let number = unsafe TrieNumber.longLiteral(number, bytes, factors)
    var node = unsafe slot(number)
    while true {
      let other = unsafe node.pointee.key.load(ordering: .acquiring)
      if other == key, unsafe node.pointee.first == first, unsafe node.hasText(bytes) {
        return unsafe (node, number)
      }
      if other == 0 { return nil }
      unsafe node += 1
    }
  }

  /// The node of a tag beside a node.
  @inline(__always)
  func tagged(_ tag: IndexTag, of node: NodePointer, _ number: UInt64) -> NodePointer? {
    unsafe child(
      node.pointee.own | UInt64(TrieEdge.tag),
      TrieNumber.tag(number, tag, factors),
      first: tag.first,
      last: tag.second
    )
  }
}

extension UnsafeMutablePointer<TrieRoot> {
  /// The bits of the first eight bytes that a text of some length has, of sixteen bytes at most.
  @inline(__always)
  func mask(_ length: Int) -> UInt64 {
    unsafe UnsafeRawPointer(self)
      .load(fromByteOffset: TrieRoot.maskPlace &+ length &* 8, as: UInt64.self)
  }
}

extension NodePointer {
  /// Whether the literal of more than sixteen bytes that leads here is a text of the same length.
  fileprivate func hasText(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let own = unsafe longText else { return false }
    return text.indices.allSatisfy { unsafe text[$0] == own[$0] }
  }

  /// The text of a literal of more than sixteen bytes.
  var longText: UnsafeMutablePointer<UInt8>? {
    let address = unsafe UInt(truncatingIfNeeded: pointee.second.load(ordering: .relaxed))
    return unsafe UnsafeMutablePointer<UInt8>(bitPattern: address)
  }
}

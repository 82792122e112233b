internal import Synchronization

/// The root that readers start from: the table of nodes, replaced as a whole when it grows.
///
/// The slot of a node is the first free one at its number, or behind it.
@safe
struct TrieRoot: ~Copyable {
  let table: UnsafeMutablePointer<TrieNode>
  /// The number of bits that a number is shifted by to be that of a slot.
  let shift: UInt64
  let factor: UInt64
  /// The node that each lane begins with.
  let tops: UnsafeMutablePointer<TrieNode>
  let size: Int

  /// Makes an empty table, whose size is a power of two.
  init(size: Int) {
    self.size = size
    unsafe table = unsafe .allocateAlone(Self.room(size))
    for slot in 0..<Self.room(size) {
      unsafe (table + slot).initialize(to: TrieNode(id: 0, number: 0))
    }
    shift = UInt64(size.leadingZeroBitCount + 1)
    factor = TrieNumber.factor
    unsafe tops = unsafe .allocateAlone(IndexLane.allCases.count)
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
    let number = unsafe TrieNumber.longLiteral(number, bytes, factor)
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
      TrieNumber.tag(number, tag, factor),
      first: tag.first,
      last: tag.second
    )
  }
}

extension UnsafeMutablePointer<TrieRoot> {
  /// The bits of the first eight bytes that a text of some length has, of sixteen bytes at most: to
  /// read them takes a fifth from a lookup that would tell them by a shift.
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

/// The number of a node, made of the path alone, so that all nodes on the way are fetched at once.
enum TrieNumber {
  /// New in each process, so that nobody can choose texts with equal numbers.
  static let factor = UInt64.random(in: 0 ... .max) | 1

  /// That of the node that a literal of at most sixteen bytes leads to: of its first eight bytes,
  /// and the last eight if it has more.
  @inline(__always)
  static func literal(
    _ parent: UInt64,
    _ first: UInt64,
    _ last: UInt64,
    _ length: Int,
    _ factor: UInt64
  ) -> UInt64 {
    let text = (last &<< 23 | last &>> 41) &+ first &+ UInt64(truncatingIfNeeded: length)
    return (parent &<< 17 | parent &>> 47) ^ (text &* factor)
  }

  /// That of the node that a literal of any length leads to.
  static func longLiteral(
    _ parent: UInt64,
    _ text: UnsafeRawBufferPointer,
    _ factor: UInt64
  ) -> UInt64 {
    var number = parent
    var place = 0
    while place < text.count {
      let word = unsafe load(text.baseAddress.unsafelyUnwrapped + min(place, text.count - 8))
      let product = (number ^ word).multipliedFullWidth(by: factor)
      number = product.high ^ product.low
      place += 8
    }
    return literal(parent, number, 0, text.count, factor)
  }

  /// That of the nodes that values lead to.
  @inline(__always)
  static func value(_ parent: UInt64) -> UInt64 { (parent &<< 17 | parent &>> 47) ^ 0x7F4A_7C15 }

  /// That of the node of a tag.
  @inline(__always)
  static func tag(_ node: UInt64, _ tag: IndexTag, _ factor: UInt64) -> UInt64 {
    (node &<< 17 | node &>> 47) ^ ((tag.first &+ (tag.second &<< 1)) &* factor)
  }

  @inline(__always)
  static func load(_ bytes: UnsafeRawPointer) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
  }

  /// The first and the last eight bytes of a text, as many as it has.
  static func words(_ text: ArraySlice<UInt8>) -> (first: UInt64, last: UInt64) {
    unsafe text.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return (0, 0) }
      if bytes.count >= 8 {
        return unsafe (load(base), bytes.count > 8 ? load(base + bytes.count - 8) : 0)
      }
      var word: UInt64 = 0
      for index in (0..<bytes.count).reversed() {
        word = unsafe word << 8 | UInt64(bytes[index])
      }
      return (word, 0)
    }
  }
}

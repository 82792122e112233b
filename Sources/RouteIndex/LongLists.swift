internal import Synchronization

/// The order of long lists once more, so that a place in one is found without going through it.
@safe
struct LongLists {
  /// The node of a list, and which of its lists it is.
  typealias Key = UInt64

  /// From how many steps on it is worth it.
  static let limit = 32

  private var lists: [Key: [LeafPointer]] = unsafe [:]

  /// Takes note of a list from its first leaf on.
  mutating func add(_ key: Key, _ first: LeafPointer?) {
    var list: [LeafPointer] = unsafe []
    var known = unsafe first
    while let leaf = unsafe known {
      unsafe list.append(leaf)
      unsafe known = unsafe leaf.pointee.next.load(ordering: .relaxed)
    }
    unsafe lists[key] = unsafe list
  }

  /// Puts a leaf into its list, if that is long.
  /// - Returns: what it stands behind, and what stands behind it.
  mutating func insert(_ leaf: LeafPointer) -> (LeafPointer?, LeafPointer?)? {
    guard unsafe !lists.isEmpty, let index = unsafe lists.index(forKey: leaf.key) else {
      return nil
    }
    let place = unsafe Self.place(of: leaf, in: lists.values[index])
    unsafe lists.values[index].insert(leaf, at: place)
    let list = unsafe lists.values[index]
    return unsafe (
      place > 0 ? list[place - 1] : nil, place + 1 < list.count ? list[place + 1] : nil
    )
  }

  mutating func remove(_ leaf: LeafPointer) {
    guard unsafe !lists.isEmpty, let index = unsafe lists.index(forKey: leaf.key) else { return }
    let place = unsafe Self.place(of: leaf, in: lists.values[index])
    guard unsafe place < lists.values[index].count, unsafe lists.values[index][place] == leaf else {
      return
    }
    unsafe lists.values[index].remove(at: place)
    if unsafe lists.values[index].count < Self.limit / 2 { unsafe lists.remove(at: index) }
  }

  mutating func remove(_ key: Key) { unsafe lists[key] = nil }

  mutating func removeAll() { unsafe lists = unsafe [:] }

  /// The place where a leaf is, or is to be.
  private static func place(of leaf: LeafPointer, in list: [LeafPointer]) -> Int {
    var (low, high) = unsafe (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if unsafe list[middle].precedes(leaf) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension LeafPointer {
  /// The key that the list that it is in is told apart by, as long as the nodes are not made anew.
  var key: LongLists.Key {
    unsafe pointee.node.pointee.own | (pointee.traits[LeafTraits.tail] ? 1 : 0)
  }
}

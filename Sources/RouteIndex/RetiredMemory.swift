/// The parts taken out of an index, until no reader can have seen them.
///
/// A queue of plain words, of which what was taken goes when it is half of all.
@safe
struct RetiredMemory {
  /// A part; a route is held by the index until it is freed.
  @safe
  enum Kind {
    /// To be unlinked when nobody sees it any more.
    case removed(Unmanaged<IndexedRoute>)
    /// To be freed when nobody stands on it any more.
    case unlinked(Unmanaged<IndexedRoute>)
    /// To be unlinked when nobody reads what was before it.
    case fork(LeafPointer)
    case unlinkedFork(LeafPointer)
    case memory(UnsafeMutableRawPointer)
  }

  /// In the order in which they were taken out, each with the epoch in which that was.
  private var parts: [(epoch: UInt64, kind: Kind)] = []
  private var first = 0
  /// The number of the first that are counted among what is removed and seen still.
  var counted = 0

  var isEmpty: Bool { first == parts.count }
  var count: Int { parts.count - first }
  subscript(index: Int) -> Kind { parts[first + index].kind }

  mutating func add(_ kind: Kind, in epoch: UInt64) { parts.append((epoch, kind)) }

  /// Takes the first if it was taken out before an epoch.
  mutating func popFirst(before epoch: UInt64) -> Kind? {
    guard !isEmpty, parts[first].epoch < epoch else { return nil }
    let kind = parts[first].kind
    first += 1
    counted = max(0, counted - 1)
    if first > 64, first * 2 > parts.count {
      parts.removeFirst(first)
      first = 0
    }
    return kind
  }
}

/// The payloads that an index has held and is to let go of: their end may call whatever there is,
/// so that no lock may be held.
@safe
package struct RetiredPayloads {
  // Mostly there is one: without memory from the heap.
  private var first: IndexedRoute?
  private var others: [IndexedRoute] = []

  mutating func add(_ route: IndexedRoute) {
    if first == nil { first = route } else { others.append(route) }
  }

  /// Lets go of them.
  package func release() {
    first?.release()
    for route in others { route.release() }
  }
}

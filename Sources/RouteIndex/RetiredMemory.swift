internal import RoutePatterns
internal import Synchronization

/// The parts taken out of an index, until no reader can have seen them.
@safe
struct RetiredMemory {
  @safe
  enum Kind {
    /// To be unlinked when nobody sees it any more.
    case removed(IndexedRoute)
    /// To be freed when nobody stands on it any more.
    case unlinked(IndexedRoute)
    /// To be unlinked when nobody reads what was before it.
    case fork(LeafPointer)
    case unlinkedFork(LeafPointer)
    case memory(UnsafeMutableRawPointer)
  }

  /// In the order in which they were taken out, each with the epoch in which that was.
  var waiting = Deque<(epoch: UInt64, kind: Kind)>()
  /// The number of the first that are counted among what is removed and seen still.
  var counted = 0

  mutating func add(_ kind: Kind, in epoch: UInt64) { waiting.append((epoch, kind)) }
}

/// A queue of which what was taken goes when it is half of all.
struct Deque<Element> {
  private var elements: [Element] = []
  private var first = 0

  var isEmpty: Bool { first == elements.count }
  var count: Int { elements.count - first }
  mutating func append(_ element: Element) { elements.append(element) }
  subscript(index: Int) -> Element { elements[first + index] }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[first]
    first += 1
    if first == elements.count || first > 64 && first * 2 > elements.count {
      elements.removeFirst(first)
      first = 0
    }
    return element
  }
}

extension LiveIndex {
  /// Unlinks what no reader sees any more, and frees what none can stand on.
  /// - Returns: what is to be let go of when no lock is held, and whether nothing is left.
  package func collect() -> (payloads: RetiredPayloads, isDone: Bool) {
    var payloads = RetiredPayloads()
    var isDone = retired.waiting.isEmpty
    while !isDone {
      // Who reads from here on finds nothing of what was taken out before.
      unsafe reader.shared.pointee.epoch.add(1, ordering: .sequentiallyConsistent)
      let earliest = reader.earliestMark
      var hasGone = false
      while !retired.waiting.isEmpty, retired.waiting[0].epoch < earliest {
        // What the loop itself takes out waits for those who have come meanwhile.
        guard retired.waiting[0].epoch < epoch, let (_, kind) = retired.waiting.popFirst() else {
          break
        }
        hasGone = true
        retired.counted = max(0, retired.counted - 1)
        takeAway(kind, &payloads)
      }
      isDone = retired.waiting.isEmpty
      if !hasGone { break }
    }
    if !isDone { countUnseen() }
    return (payloads, isDone)
  }

  private func takeAway(_ kind: RetiredMemory.Kind, _ payloads: inout RetiredPayloads) {
    switch kind {
    case .removed(let route):
      unsafe route.forEachLeaf { leaf in
        guard unsafe !leaf.pointee.isReplaced else { return }
        // Mostly nobody reads meanwhile.
        if !unseen.isEmpty, let count = unsafe unseen[leaf.key] {
          unsafe unseen[leaf.key] = count > 1 ? count - 1 : nil
        }
        unsafe unlink(leaf)
      }
      // The others are freed with the list that they are in.
      if unsafe route.first?.pointee.isReplaced ?? false { unsafe route.first = nil }
      unsafe route.others.removeAll { unsafe $0.pointee.isReplaced }
      retired.add(.unlinked(route), in: epoch)
    case .unlinked(let route):
      free(route)
      payloads.routes.append(route)
    case .fork(let fork):
      if unsafe unlinkFork(fork) { unsafe retired.add(.unlinkedFork(fork), in: epoch) }
    case .unlinkedFork(let fork): unsafe free(fork)
    case .memory(let memory): unsafe memory.deallocate()
    }
  }

  /// Frees the leaves of a route.
  func free(_ route: IndexedRoute) {
    unsafe route.forEachLeaf { unsafe $0.deallocate() }
    unsafe (route.first, route.others) = unsafe (nil, [])
    unsafe Unmanaged.passUnretained(route).release()
  }

  /// Counts what waits because somebody reads.
  private func countUnseen() {
    while retired.counted < retired.waiting.count {
      if case .removed(let route) = retired.waiting[retired.counted].kind {
        unsafe route.forEachLeaf { unsafe countUnseen($0) }
      }
      retired.counted += 1
    }
  }
}

/// The payloads that an index has held and is to let go of: their end may call whatever there is,
/// so that no lock may be held.
@safe
package struct RetiredPayloads {
  fileprivate var routes: [IndexedRoute] = []

  /// Lets go of them.
  package func release() {
    for route in routes { route.payload = nil }
  }
}

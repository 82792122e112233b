internal import Synchronization

/// The end of what was taken out.
extension IndexWriter {
  mutating func collect() -> (payloads: RetiredPayloads, isDone: Bool) {
    var payloads = RetiredPayloads()
    var hasGone = true
    while hasGone, !retired.isEmpty {
      // Who reads from here on finds nothing of what was taken out before.
      unsafe reader.shared.pointee.epoch.add(1, ordering: .sequentiallyConsistent)
      // What the loop itself takes out waits for those who have come meanwhile.
      let end = min(reader.earliestMark, epoch)
      hasGone = false
      while let kind = retired.popFirst(before: end) {
        hasGone = true
        takeAway(kind, &payloads)
      }
    }
    if !retired.isEmpty { countUnseen() }
    return (payloads, retired.isEmpty)
  }

  private mutating func takeAway(_ kind: RetiredMemory.Kind, _ payloads: inout RetiredPayloads) {
    switch kind {
    case .removed(let held):
      let route = unsafe held.takeUnretainedValue()
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
      if unsafe !route.others.isEmpty {
        unsafe route.others.removeAll { unsafe $0.pointee.isReplaced }
      }
      unsafe retired.add(.unlinked(held), in: epoch)
    case .unlinked(let held):
      let route = unsafe held.takeUnretainedValue()
      payloads.add(route)
      free(route)
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
  private mutating func countUnseen() {
    while retired.counted < retired.count {
      if case .removed(let route) = retired[retired.counted] {
        unsafe route.takeUnretainedValue().forEachLeaf { unsafe countUnseen($0) }
      }
      retired.counted += 1
    }
  }
}

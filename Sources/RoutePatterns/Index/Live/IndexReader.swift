internal import Synchronization

/// What readers and the one who changes an index share, where no reference is counted: to count one more is to write
/// what all threads read.
@safe
struct IndexShared: ~Copyable {
  let order: IndexOrder
  let ignoresCase: Bool
  let key = Readers.key
  let epochs = ReaderEpochs()
  /// What readers begin with; always something but at the very beginning.
  let root = unsafe Atomic<UnsafeMutablePointer<IndexRoot>?>(nil)

  init(order: IndexOrder, ignoresCase: Bool) {
    self.order = order
    self.ignoresCase = ignoresCase
  }
}

/// The way to look for routes in an index, which must be held meanwhile.
///
/// `@unchecked` because what it points to is shared as the index says.
@safe
package struct IndexReader: @unchecked Sendable {
  let shared: UnsafeMutablePointer<IndexShared>

  init(order: IndexOrder, ignoresCase: Bool) {
    unsafe shared = .allocate(capacity: 1)
    unsafe shared.initialize(to: IndexShared(order: order, ignoresCase: ignoresCase))
  }

  func free() {
    unsafe shared.deinitialize(count: 1)
    unsafe shared.deallocate()
  }

  /// What there is now, for a reader that has made its mark.
  @inline(__always)
  var current: UnsafeMutablePointer<IndexRoot> {
    // In one order with the marks of readers.
    guard let root = unsafe shared.pointee.root.load(ordering: .sequentiallyConsistent) else {
      fatalError("An index has a root from its beginning to its end.")
    }
    return unsafe root
  }

  /// Marks the thread as one that reads.
  @inline(__always)
  func enter() -> (
    UnsafeMutablePointer<ReaderRecord>, UnsafeMutablePointer<ReaderRecord.Workspace>
  ) {
    let record = unsafe Readers.record(shared.pointee.key)
    return unsafe (record, shared.pointee.epochs.enter(record))
  }
}

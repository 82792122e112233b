internal import Synchronization

/// What readers and the one who changes an index share, where no reference is counted: to count one more is to write
/// what all threads read.
@safe
struct IndexShared: ~Copyable {
  let order: IndexOrder
  let ignoresCase: Bool
  /// How many steps the matches of a lookup may take.
  let steps: Int
  let key = Readers.key
  let epochs = ReaderEpochs()
  /// The number of the latest version of the routes.
  let version = Atomic<UInt64>(0)
  /// What readers begin with; always something but at the very beginning.
  let root = unsafe Atomic<UnsafeMutablePointer<IndexRoot>?>(nil)

  init(
    order: IndexOrder,
    ignoresCase: Bool,
    steps: Int
  ) {
    self.order = order
    self.ignoresCase = ignoresCase
    self.steps = steps
  }
}

/// The way to look for routes in an index, which must be held meanwhile.
///
/// `@unchecked` because what it points to is shared as the index says.
@safe
package struct IndexReader: @unchecked Sendable {
  let shared: UnsafeMutablePointer<IndexShared>

  init(_ content: consuming IndexShared) {
    unsafe shared = .allocate(capacity: 1)
    unsafe shared.initialize(to: content)
  }

  func free() {
    unsafe shared.deinitialize(count: 1)
    unsafe shared.deallocate()
  }

  /// The number of the latest version of the routes.
  ///
  /// A reader that has made its mark finds all routes of the version that it loads then, and no others.
  @inline(__always)
  package var version: UInt64 {
    // In one order with the marks of readers.
    unsafe shared.pointee.version.load(ordering: .sequentiallyConsistent)
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

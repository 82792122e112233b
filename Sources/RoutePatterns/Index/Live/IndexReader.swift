internal import Synchronization

/// What readers and the one who changes an index share, where no reference is counted: to count one more is to write
/// what all threads read.
@safe
struct IndexShared: ~Copyable {
  let order: IndexOrder
  let ignoresCase: Bool
  /// How many steps the matches of a lookup may take.
  let steps: Int
  /// Says of a payload with owners whether it is still there.
  let isThere: @Sendable (UnsafeRawPointer) -> Bool
  let key = Readers.key
  let epochs = ReaderEpochs()
  /// How many routes have been taken out, counted before they are.
  let removals = Atomic<Int>(0)
  /// What readers begin with; always something but at the very beginning.
  let root = unsafe Atomic<UnsafeMutablePointer<IndexRoot>?>(nil)

  init(
    order: IndexOrder,
    ignoresCase: Bool,
    steps: Int,
    isThere: @escaping @Sendable (UnsafeRawPointer) -> Bool
  ) {
    self.order = order
    self.ignoresCase = ignoresCase
    self.steps = steps
    unsafe self.isThere = isThere
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

  /// How many routes have been taken out.
  ///
  /// Where that changes while routes are looked for, one that stood in for another may have been missed, and the
  /// other as well.
  @inline(__always)
  package var removals: Int {
    unsafe shared.pointee.removals.load(ordering: .sequentiallyConsistent)
  }

  /// How often is looked while routes are being taken out.
  package static var attempts: Int { 64 }

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

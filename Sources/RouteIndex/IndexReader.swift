internal import RoutePatterns
internal import Synchronization

/// The state that readers and the one who changes an index share, where no reference is counted: to
/// count one more is to write what all threads read.
@safe
struct IndexShared: ~Copyable {
  let root = unsafe Atomic<UnsafeMutablePointer<TrieRoot>?>(nil)
  /// The version that there is.
  let version = Atomic<UInt64>(0)
  /// Ends when something is taken away; never 0, which is no mark.
  let epoch = Atomic<UInt64>(1)
  /// The links that keep the first route that is come to from being the first of all.
  let obstacles: UInt64
  /// The links that another way to go counts as: where maps are not compared, what it leads to may
  /// be the one to be asked before.
  let otherWays: UInt64
  let order: IndexOrder
  let ignoresCase: Bool
  /// The number of steps that the matches of a lookup may take.
  let steps: Int

  init(order: IndexOrder, ignoresCase: Bool, steps: Int) {
    self.order = order
    self.ignoresCase = ignoresCase
    self.steps = steps
    // Of patterns in a list more is compared than the path says.
    let isRanked = order == .mostSpecificFirst
    obstacles = isRanked ? TrieLinks.hasOthers : TrieLinks.hasOthers | TrieLinks.hasTail
    otherWays = isRanked ? 0 : TrieLinks.hasOthers
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

  /// The version that there is now; each change makes the next.
  @inline(__always)
  package var version: UInt64 { unsafe shared.pointee.version.load(ordering: .acquiring) }

  /// The root that there is now, for a reader that has made its mark.
  @inline(__always)
  var root: UnsafeMutablePointer<TrieRoot> {
    // There is one from the beginning of an index to its end.
    unsafe shared.pointee.root.load(ordering: .acquiring).unsafelyUnwrapped
  }

  /// The version that a reader sees that has made its mark.
  @inline(__always)
  var visible: UInt64 {
    // In one order with the marks of readers.
    unsafe shared.pointee.version.load(ordering: .sequentiallyConsistent)
  }

  // MARK: - Marks

  /// Marks the thread as one that reads; a search within another, in which order ever they end, has
  /// a record of its own.
  func enter() -> RecordPointer {
    var record = unsafe Readers.record()
    if unsafe record.pointee.mark.load(ordering: .relaxed) != 0 {
      unsafe record = unsafe Readers.spareRecord()
      unsafe record.pointee.isSpare = true
    }
    unsafe mark(record)
    return unsafe record
  }

  /// Ends what `enter` began.
  func leave(_ record: RecordPointer) {
    unsafe record.pointee.mark.store(0, ordering: .releasing)
    if unsafe record.pointee.isSpare {
      unsafe record.pointee.isSpare = false
      unsafe record.pointee.isTaken.store(false, ordering: .releasing)
    }
  }

  /// Marks a thread that reads nothing else as one that reads.
  @inline(__always)
  func mark(_ record: RecordPointer) {
    // Released: whoever finds this thread elsewhere finds that it has left where it was.
    unsafe record.pointee.place.store(UInt(bitPattern: shared), ordering: .releasing)
    // Whatever is read from here on is read after the mark is seen by all; an older epoch only
    // keeps more. To have the writer see to that (membarrier) makes a lookup 3 % faster.
    unsafe record.pointee.mark.store(
      shared.pointee.epoch.load(ordering: .relaxed),
      ordering: .sequentiallyConsistent
    )
  }
}

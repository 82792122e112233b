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
  /// The number of searches that stand within others of the same thread.
  let nested = Atomic<Int>(0)
  /// The links that keep the first map that is come to from being the first of all.
  let mapObstacles: UInt64
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
    mapObstacles = isRanked ? TrieLinks.hasOthers : TrieLinks.hasOthers | TrieLinks.hasTail
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

  /// The version that a reader sees that has made its mark: read before all else, which may belong
  /// to a later one, and which some processors would read before the mark is seen by all.
  @inline(__always)
  var visible: UInt64 {
    // In one order with the marks of readers.
    unsafe shared.pointee.version.load(ordering: .sequentiallyConsistent)
  }

  /// The earliest epoch that somebody reads in; the largest number when nobody reads.
  var earliestMark: UInt64 {
    let earliest = unsafe Readers.earliestMark(at: UInt(bitPattern: shared))
    return unsafe shared.pointee.nested.load(ordering: .sequentiallyConsistent) == 0 ? earliest : 0
  }

  /// Marks the thread as one that reads.
  @inline(__always)
  func enter() -> (record: RecordPointer, workspace: UnsafeMutablePointer<SearchWorkspace>) {
    let record = unsafe Readers.knownRecord()
    if unsafe record.pointee.mark.load(ordering: .relaxed) != 0 {
      return unsafe (record, enterNested())
    }
    unsafe mark(record)
    return unsafe (record, record.pointee.workspace)
  }

  /// Marks a thread that reads nothing else as one that reads.
  @inline(__always)
  func mark(_ record: RecordPointer) {
    // Released: whoever finds this thread elsewhere finds that it has left where it was.
    unsafe record.pointee.place.store(UInt(bitPattern: shared), ordering: .releasing)
    // Whatever is read from here on is read after the mark is seen by all; an older epoch only
    // keeps more.
    unsafe record.pointee.mark.store(
      shared.pointee.epoch.load(ordering: .relaxed),
      ordering: .sequentiallyConsistent
    )
  }

  /// Ends what `enter` began.
  @inline(__always)
  func leave(_ record: RecordPointer, _ workspace: UnsafeMutablePointer<SearchWorkspace>) {
    if unsafe workspace != record.pointee.workspace { return unsafe leaveNested(workspace) }
    unsafe record.pointee.mark.store(0, ordering: .releasing)
  }

  /// For a search within another, in which order ever they end: nothing is freed meanwhile.
  @inline(never)
  private func enterNested() -> UnsafeMutablePointer<SearchWorkspace> {
    unsafe shared.pointee.nested.add(1, ordering: .sequentiallyConsistent)
    let workspace = UnsafeMutablePointer<SearchWorkspace>.allocate(capacity: 1)
    unsafe workspace.initialize(to: SearchWorkspace())
    return unsafe workspace
  }

  @inline(never)
  private func leaveNested(_ workspace: UnsafeMutablePointer<SearchWorkspace>) {
    unsafe workspace.pointee.free()
    unsafe workspace.deallocate()
    unsafe shared.pointee.nested.subtract(1, ordering: .releasing)
  }
}

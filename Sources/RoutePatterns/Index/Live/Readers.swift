internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// What a thread needs while it reads memory that another may take away: a mark that it reads, and some memory to
/// work in.
///
/// A reader waits for nobody: it writes its mark where no other thread writes. Who takes memory out of what is
/// read looks at all marks before it is freed. Made once for a thread, and handed on to another at its end.
@safe
struct ReaderRecord: ~Copyable {
  /// What the thread reads, and since when: 0 while it does not.
  let mark = Atomic<UInt64>(0)
  /// Whether a thread has it.
  let isTaken = Atomic<Bool>(true)
  let workspace: UnsafeMutablePointer<Workspace>
  /// The one that was made before it.
  let next: UnsafeMutablePointer<ReaderRecord>?

  init(next: UnsafeMutablePointer<ReaderRecord>?) {
    unsafe self.next = next
    unsafe workspace = LoneMemory.allocate(Workspace.self, capacity: 1)
    unsafe workspace.initialize(to: Workspace())
  }

  /// The memory of one search; what other threads look at lies elsewhere.
  struct Workspace: ~Copyable {
    /// How many reads of the thread stand within one another, in the memory of the first.
    var depth = 0
    var scan = PathScan()
    var hits = HitList()
  }
}

/// Memory that shares no line of a cache with any other, for what one thread writes again and again.
enum LoneMemory {
  /// Processors fetch lines in pairs.
  static let alignment = 128

  /// Takes memory for values, which is freed as any other.
  static func allocate<Value: ~Copyable>(_ type: Value.Type, capacity: Int) -> UnsafeMutablePointer<
    Value
  > {
    let size = (MemoryLayout<Value>.stride * capacity + alignment - 1) & ~(alignment - 1)
    return unsafe UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
      .bindMemory(to: Value.self, capacity: capacity)
  }
}

/// All threads that read.
@safe
enum Readers {
  /// The latest of all records; they are never freed, and as many as there were threads at once.
  private static let latest = unsafe Locked<UnsafeMutablePointer<ReaderRecord>?>(nil)

  /// The key that a thread finds its record by.
  static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key) { pointer in
      #if canImport(Darwin)
        let record = unsafe pointer.assumingMemoryBound(to: ReaderRecord.self)
        unsafe record.pointee.isTaken.store(false, ordering: .releasing)
      #else
        let record = unsafe pointer?.assumingMemoryBound(to: ReaderRecord.self)
        unsafe record?.pointee.isTaken.store(false, ordering: .releasing)
      #endif
    }
    precondition(failure == 0, "The system has no keys for thread locals left.")
    return key
  }()

  /// The record of this thread.
  @inline(__always)
  static func record(_ key: pthread_key_t) -> UnsafeMutablePointer<ReaderRecord> {
    guard let record = unsafe pthread_getspecific(key) else { return unsafe newRecord(key) }
    return unsafe record.assumingMemoryBound(to: ReaderRecord.self)
  }

  @inline(never)
  private static func newRecord(_ key: pthread_key_t) -> UnsafeMutablePointer<ReaderRecord> {
    let record = unsafe latest.withLock { latest in
      var known = unsafe latest
      while let record = unsafe known {
        let taken = unsafe record.pointee.isTaken.exchange(true, ordering: .acquiringAndReleasing)
        if !taken { return unsafe record }
        unsafe known = record.pointee.next
      }
      let made = unsafe LoneMemory.allocate(ReaderRecord.self, capacity: 1)
      unsafe made.initialize(to: ReaderRecord(next: latest))
      unsafe latest = made
      return unsafe made
    }
    let failure = unsafe pthread_setspecific(key, UnsafeMutableRawPointer(record))
    precondition(failure == 0, "The system has no memory left for a thread local.")
    return unsafe record
  }

  /// Calls a closure with the marks of all threads.
  static func forEachMark(_ body: (UInt64) -> Void) {
    var record = unsafe latest.withLock { unsafe $0 }
    while let reader = unsafe record {
      // In one order with the marks of readers, and with what they read after it.
      unsafe body(reader.pointee.mark.load(ordering: .sequentiallyConsistent))
      unsafe record = reader.pointee.next
    }
  }
}

/// The readers of one thing, whose memory is taken away piece by piece: each of its epochs ends when something was.
struct ReaderEpochs: ~Copyable {
  /// How many have been made.
  private static let made = Atomic<UInt64>(0)
  private static var bits: UInt64 { 44 }

  /// The number of the thing, above its epochs; never zero, which is no mark.
  ///
  /// After a million of them one is used again: what is read of the other may keep memory a little longer.
  private let base =
    (ReaderEpochs.made.add(1, ordering: .relaxed).oldValue % ((1 << 20) - 1) + 1) << bits
  /// The epoch there is, with the thing's own number above.
  private let current: Atomic<UInt64>
  /// How many reads stand within others.
  private let nested = Atomic<Int>(0)

  init() { current = Atomic(base + 1) }

  /// Marks a thread as one that reads, and gives it memory to work in.
  @inline(__always)
  borrowing func enter(
    _ record: UnsafeMutablePointer<ReaderRecord>
  ) -> UnsafeMutablePointer<ReaderRecord.Workspace> {
    let workspace = unsafe record.pointee.workspace
    unsafe workspace.pointee.depth &+= 1
    guard unsafe workspace.pointee.depth == 1 else { return unsafe newWorkspace() }
    // Whatever is read from here on is read after the mark is seen by all; an older epoch only keeps more.
    unsafe record.pointee.mark.store(
      current.load(ordering: .acquiring),
      ordering: .sequentiallyConsistent
    )
    return unsafe workspace
  }

  /// Ends what `enter` began.
  @inline(__always)
  borrowing func leave(
    _ record: UnsafeMutablePointer<ReaderRecord>,
    _ workspace: UnsafeMutablePointer<ReaderRecord.Workspace>
  ) {
    let first = unsafe record.pointee.workspace
    unsafe first.pointee.depth &-= 1
    if unsafe workspace != first { unsafe free(workspace) }
    // In whatever order they end, the last takes the mark away.
    if unsafe first.pointee.depth == 0 { unsafe record.pointee.mark.store(0, ordering: .releasing) }
  }

  /// For a search within another, as a closure of a pattern may begin one.
  @inline(never)
  private borrowing func newWorkspace() -> UnsafeMutablePointer<ReaderRecord.Workspace> {
    nested.add(1, ordering: .sequentiallyConsistent)
    let workspace = UnsafeMutablePointer<ReaderRecord.Workspace>.allocate(capacity: 1)
    unsafe workspace.initialize(to: ReaderRecord.Workspace())
    return unsafe workspace
  }

  @inline(never)
  private borrowing func free(_ workspace: UnsafeMutablePointer<ReaderRecord.Workspace>) {
    unsafe workspace.pointee.scan.free()
    unsafe workspace.pointee.hits.free()
    unsafe workspace.deallocate()
    nested.subtract(1, ordering: .releasing)
  }

  /// The epoch that there is.
  var now: UInt64 { current.load(ordering: .relaxed) }

  /// Begins a new epoch: who reads from here on finds nothing of what was taken away before.
  /// - Returns: the earliest epoch that somebody still reads in; the largest number when nobody reads.
  func advance() -> UInt64 {
    let next = current.add(1, ordering: .sequentiallyConsistent).newValue
    // A change each microsecond for half a year.
    precondition(next >> Self.bits == base >> Self.bits, "There are no more epochs.")
    var earliest = UInt64.max
    let base = base
    Readers.forEachMark { mark in
      if mark >> Self.bits == base >> Self.bits { earliest = min(earliest, mark) }
    }
    return nested.load(ordering: .sequentiallyConsistent) == 0 ? earliest : 0
  }
}

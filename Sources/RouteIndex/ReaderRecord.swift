internal import SwitchyardLocks
internal import SwitchyardSystem
internal import Synchronization

typealias RecordPointer = UnsafeMutablePointer<ReaderRecord>

/// The record that a thread needs while it reads memory that another may take away: a mark that it
/// reads, and some memory to work in.
///
/// A reader waits for nobody: it writes its mark where no other thread writes. Who takes memory out
/// of what is read looks at all marks before it is freed. Made once for a thread, and handed on to
/// another at its end.
@safe
struct ReaderRecord: ~Copyable {
  /// The epoch in which the thread began to read: 0 while it does not.
  let mark = Atomic<UInt64>(0)
  /// The address of what it reads, which nothing else has as long as somebody reads it.
  let place = Atomic<UInt>(0)
  let workspace: UnsafeMutablePointer<SearchWorkspace>
  /// Whether a thread has it.
  let isTaken = Atomic<Bool>(true)
  /// The one that was made before it.
  let next: RecordPointer?

  init(next: RecordPointer?) {
    unsafe self.next = unsafe next
    unsafe workspace = unsafe LoneMemory.allocate(SearchWorkspace.self, capacity: 1)
    unsafe workspace.initialize(to: SearchWorkspace())
  }
}

/// All threads that read.
@safe
enum Readers {
  /// The latest of all records; they are never freed, and as many as there were threads at once.
  private static let latest = unsafe Locked<RecordPointer?>(nil)

  /// The key that a thread finds its record by.
  static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key) { pointer in
      #if canImport(Darwin)
        let record = pointer.assumingMemoryBound(to: ReaderRecord.self)
        record.pointee.isTaken.store(false, ordering: .releasing)
      #else
        Readers.forgetWord()
        let record = unsafe pointer?.assumingMemoryBound(to: ReaderRecord.self)
        unsafe record?.pointee.isTaken.store(false, ordering: .releasing)
      #endif
    }
    precondition(failure == 0, "The system has no keys for thread locals left.")
    return key
  }()

  /// The record of this thread.
  static func record() -> RecordPointer {
    guard let record = unsafe pthread_getspecific(key) else { return unsafe newRecord(key) }
    return unsafe record.assumingMemoryBound(to: ReaderRecord.self)
  }

  @inline(never)
  private static func newRecord(_ key: pthread_key_t) -> RecordPointer {
    let record = unsafe latest.withLock { latest in
      var known = unsafe latest
      while let record = unsafe known {
        if unsafe !record.pointee.isTaken.exchange(true, ordering: .acquiringAndReleasing) {
          return unsafe record
        }
        unsafe known = unsafe record.pointee.next
      }
      let made = unsafe LoneMemory.allocate(ReaderRecord.self, capacity: 1)
      unsafe made.initialize(to: ReaderRecord(next: latest))
      unsafe latest = unsafe made
      return unsafe made
    }
    let failure = unsafe pthread_setspecific(key, UnsafeMutableRawPointer(record))
    precondition(failure == 0, "The system has no memory left for a thread local.")
    return unsafe record
  }

  /// The earliest epoch that a thread reads something in; the largest number when none reads it.
  static func earliestMark(at place: UInt) -> UInt64 {
    var earliest = UInt64.max
    var record = unsafe latest.withLock { unsafe $0 }
    while let reader = unsafe record {
      // In one order with the marks of readers, and with what they read after it.
      let mark = unsafe reader.pointee.mark.load(ordering: .sequentiallyConsistent)
      // A reader that has gone elsewhere meanwhile reads this no longer; one that has come finds
      // nothing of what was taken away before.
      if mark != 0, unsafe reader.pointee.place.load(ordering: .acquiring) == place {
        earliest = min(earliest, mark)
      }
      unsafe record = unsafe reader.pointee.next
    }
    return earliest
  }
}

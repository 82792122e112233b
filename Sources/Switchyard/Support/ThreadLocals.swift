import SwitchyardSystem
import Synchronization

/// The identity of a thread.
struct ThreadID: Equatable, Sendable {
  fileprivate let number: UInt

  static var current: ThreadID {
    #if canImport(Darwin)
      unsafe ThreadID(number: UInt(bitPattern: pthread_self()))
    #else
      ThreadID(number: UInt(pthread_self()))
    #endif
  }
}

extension ThreadID {
  /// A number in whose low bits threads differ: their own ones lie whole stacks apart.
  var spread: Int { Int(truncatingIfNeeded: (UInt64(number) &* 0x9E37_79B9_7F4A_7C15) >> 48) }
}

/// Threads, some of them several times.
struct ThreadBag {
  /// The first by itself: mostly there is no other, and then no array either.
  private var first: ThreadID?
  private var others: [ThreadID] = []

  func contains(_ thread: ThreadID) -> Bool {
    first == thread || (!others.isEmpty && others.contains(thread))
  }

  mutating func insert(_ thread: ThreadID) {
    if first == nil { first = thread } else { others.append(thread) }
  }

  /// Removes a thread, once.
  mutating func remove(_ thread: ThreadID) {
    if first == thread {
      first = others.popLast()
    } else if let index = others.lastIndex(of: thread) {
      others.remove(at: index)
    }
  }
}

/// The number of driver loops that are nested on a thread.
///
/// Each belongs to a handler that has opened something; they are bounded, because a stack is.
@safe
struct LoopDepth {
  static let limit = 16

  /// One more than the key; 0 as long as there is none.
  ///
  /// Not a lazy constant: under the thread sanitizer each access to one takes a lock of the
  /// runtime, at which all threads that open would wait for one another.
  private static let made = Atomic<UInt>(0)

  /// Its own memory of the thread, which is asked for once: to go back takes no look.
  private let number: UnsafeMutablePointer<Int>

  /// Goes one deeper on the current thread, unless that is too deep.
  static func enter() -> LoopDepth? {
    let number = unsafe current
    guard unsafe number.pointee < limit else { return nil }
    unsafe number.pointee += 1
    return unsafe LoopDepth(number: number)
  }

  /// Goes back, on the same thread.
  func leave() { unsafe number.pointee -= 1 }

  private static var current: UnsafeMutablePointer<Int> {
    let made = made.load(ordering: .acquiring)
    let key = made == 0 ? makeKey() : pthread_key_t(made - 1)
    guard let number = unsafe pthread_getspecific(key) else { return unsafe makeNumber(key) }
    return unsafe number.assumingMemoryBound(to: Int.self)
  }

  @inline(never)
  private static func makeNumber(_ key: pthread_key_t) -> UnsafeMutablePointer<Int> {
    let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    unsafe number.initialize(to: 0)
    let failure = unsafe pthread_setspecific(key, number)
    precondition(failure == 0, "The system has no memory left for a thread local.")
    return unsafe number
  }

  private static func makeKey() -> pthread_key_t {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key) { pointer in
      #if canImport(Darwin)
        pointer.deallocate()
      #else
        unsafe pointer?.deallocate()
      #endif
    }
    precondition(failure == 0, "The system has no keys for thread locals left.")
    let known = made.compareExchange(
      expected: 0,
      desired: UInt(key) + 1,
      ordering: .acquiringAndReleasing
    )
    guard !known.exchanged else { return key }
    // Another thread was quicker.
    pthread_key_delete(key)
    return pthread_key_t(known.original - 1)
  }
}

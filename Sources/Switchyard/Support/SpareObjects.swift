import Synchronization

/// Some objects that nobody uses at the moment, to be used again.
///
/// There are places for a few; threads that are busy at once mostly have places of their own.
///
/// `@unchecked` because of the memory of the places, each of which is atomic.
@safe
final class SpareObjects: @unchecked Sendable {
  /// The words from one place to the next: each takes a line of a cache for itself.
  private static var stride: Int { 8 }

  /// In each place the address of an object that is held, or 0.
  private let words: UnsafeMutablePointer<Atomic<UInt>>
  private let count: Int
  private let isClosed = Atomic(false)

  // A power of two, and of the order of threads that are busy at once.
  init(count: Int = 16) {
    self.count = count
    unsafe words = .allocate(capacity: count * Self.stride)
    for place in 0..<count { unsafe (words + place * Self.stride).initialize(to: Atomic(0)) }
  }

  // What is held holds this, so that it was closed.
  deinit {
    for place in 0..<count { unsafe (words + place * Self.stride).deinitialize(count: 1) }
    unsafe words.deallocate()
  }

  private func place(_ thread: ThreadID) -> Int { thread.spread & (count &- 1) }

  @inline(__always)
  private func withWord<Result>(_ place: Int, _ body: (borrowing Atomic<UInt>) -> Result) -> Result
  {
    unsafe body(words[place &* Self.stride])
  }

  /// Takes an object, if there is one for a thread.
  func take(by thread: ThreadID) -> AnyObject? {
    let place = place(thread)
    return withWord(place) { $0.load(ordering: .relaxed) } == 0 ? nil : take(place)
  }

  /// Takes what there is, also what another thread has kept just now.
  private func take(_ place: Int) -> AnyObject? {
    let address = withWord(place) { $0.exchange(0, ordering: .sequentiallyConsistent) }
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
    return unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeRetainedValue()
  }

  /// Keeps an object that nobody has but the caller; if there is room, and until it is closed.
  func keep(_ object: consuming AnyObject, by thread: ThreadID) {
    let place = place(thread)
    let held = unsafe Unmanaged.passRetained(consume object)
    let isKept = withWord(place) { word in
      unsafe word.compareExchange(
        expected: 0,
        desired: UInt(bitPattern: held.toOpaque()),
        ordering: .sequentiallyConsistent
      ).exchanged
    }
    if !isKept { unsafe held.release() }
    // Who closes it may have come by before.
    if isClosed.load(ordering: .sequentiallyConsistent) { _ = take(place) }
  }

  /// Lets go of all, and keeps none from now on.
  func close() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    for place in 0..<count { _ = take(place) }
  }
}

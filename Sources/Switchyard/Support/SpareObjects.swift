import Synchronization

/// Some objects that nobody uses at the moment, to be used again.
///
/// There are places for a few; threads that are busy at once mostly have places of their own.
struct SpareObjects: Sendable {
  /// A place for an object, which takes a line of a cache for itself.
  @safe
  private final class Place: Sendable {
    /// The address of an object that is held, or 0.
    let word = Atomic<UInt>(0)
    private let padding: (UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0)

    func take() -> AnyObject? { word.load(ordering: .relaxed) == 0 ? nil : takeSurely() }

    /// Takes what there is, also what another thread has kept just now.
    func takeSurely() -> AnyObject? {
      let address = word.exchange(0, ordering: .sequentiallyConsistent)
      guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
      return unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeRetainedValue()
    }

    func keep(_ object: consuming AnyObject) {
      let held = unsafe Unmanaged.passRetained(object)
      let isKept = unsafe word.compareExchange(
        expected: 0,
        desired: UInt(bitPattern: held.toOpaque()),
        ordering: .sequentiallyConsistent
      ).exchanged
      if !isKept { unsafe held.release() }
    }
  }

  private final class Closure: Sendable {
    let isClosed = Atomic(false)
  }

  private let places: [Place]
  private let closure = Closure()

  // A power of two, and of the order of threads that are busy at once.
  init(count: Int = 16) { places = (0..<count).map { _ in Place() } }

  private func place(_ thread: ThreadID) -> Place { places[thread.spread & (places.count &- 1)] }

  /// Takes an object, if there is one for a thread.
  func take(by thread: ThreadID) -> AnyObject? { place(thread).take() }

  /// Keeps an object that nobody has but the caller; if there is room, and until it is closed.
  func keep(_ object: consuming AnyObject, by thread: ThreadID) {
    let place = place(thread)
    place.keep(object)
    // Who closes it may have come by before.
    if closure.isClosed.load(ordering: .sequentiallyConsistent) { _ = place.takeSurely() }
  }

  /// Lets go of all, and keeps none from now on.
  func close() {
    closure.isClosed.store(true, ordering: .sequentiallyConsistent)
    for place in places { _ = place.takeSurely() }
  }
}

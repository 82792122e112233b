import Synchronization

/// A reference to an object that is made when it is first asked for, by any thread, and then stays.
///
/// The standard library's type for this is not specialised here, and costs some 600 instructions
/// each time.
package struct LazyReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  /// The address of an object that is held, or 0.
  private let word = Atomic<UInt>(0)

  deinit { unsafe Self.held(word.load(ordering: .acquiring))?.release() }

  /// Makes a reference to none.
  package init() {}

  /// The object, if it was made.
  package var current: Object? {
    unsafe Self.held(word.load(ordering: .acquiring))?.takeUnretainedValue()
  }

  /// Whether the object was made, by this thread or by one behind which this one comes.
  @inline(__always)
  var isMade: Bool { word.load(ordering: .relaxed) != 0 }

  /// The object; of several that are made at once the first counts.
  package func value(orMake make: () -> Object) -> Object {
    if let held = unsafe Self.held(word.load(ordering: .acquiring)) {
      return unsafe held.takeUnretainedValue()
    }
    let made = unsafe Unmanaged.passRetained(make())
    let (isFirst, other) = unsafe word.compareExchange(
      expected: 0,
      desired: UInt(bitPattern: made.toOpaque()),
      ordering: .acquiringAndReleasing
    )
    guard !isFirst, let other = unsafe Self.held(other) else {
      return unsafe made.takeUnretainedValue()
    }
    unsafe made.release()
    return unsafe other.takeUnretainedValue()
  }

  /// Lets go of the object, when nobody else asks for it.
  func clear() {
    if word.load(ordering: .relaxed) == 0 { return }
    unsafe Self.held(word.exchange(0, ordering: .acquiring))?.release()
  }

  private static func held(_ word: UInt) -> Unmanaged<Object>? {
    guard let address = unsafe UnsafeRawPointer(bitPattern: word) else { return nil }
    return unsafe Unmanaged.fromOpaque(address)
  }
}

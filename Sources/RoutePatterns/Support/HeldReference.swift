/// A reference to an object that somebody else holds meanwhile, which is not counted: to count one
/// is to write what all threads read.
@safe
@usableFromInline
package struct HeldReference<Object: AnyObject> {
  @usableFromInline package let reference: Unmanaged<Object>

  /// Refers to an object.
  @inlinable
  @inline(__always)
  package init(_ object: Object) { unsafe reference = Unmanaged.passUnretained(object) }

  /// Refers to the object at an address.
  @unsafe
  @inlinable
  @inline(__always)
  package init(at address: UnsafeRawPointer) {
    unsafe reference = Unmanaged.fromOpaque(address)
  }

  /// Counts a reference to the object, until that is released.
  package func retain() { _ = unsafe reference.retain() }

  /// Releases a reference that was counted.
  package func release() { unsafe reference.release() }

  /// Calls a closure with the object.
  @inlinable
  @inline(__always)
  package func read<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try unsafe reference._withUnsafeGuaranteedRef { try body($0) }
  }
}

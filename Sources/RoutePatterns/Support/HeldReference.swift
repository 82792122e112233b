/// A reference to an object that somebody else holds meanwhile, which is not counted: to count one
/// is to write what all threads read.
@safe
package struct HeldReference<Object: AnyObject> {
  @usableFromInline let reference: Unmanaged<Object>

  /// Refers to an object.
  @inlinable
  package init(_ object: Object) { unsafe reference = Unmanaged.passUnretained(object) }

  /// Refers to the object at an address.
  @unsafe
  @inlinable
  package init(at address: UnsafeRawPointer) {
    unsafe reference = Unmanaged.fromOpaque(address)
  }

  /// Calls a closure with the object.
  @inlinable
  @inline(__always)
  package func read<Result>(_ body: (Object) -> Result) -> Result {
    unsafe reference._withUnsafeGuaranteedRef { body($0) }
  }
}

#if canImport(Darwin)
  public import Darwin
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#endif

/// A value that one thread at a time can get at.
///
/// Over the mutex of pthread, which the thread sanitizer follows; what it reports of the standard library's own
/// under contention is false. The value is touched within `withLock` alone, hence `@unchecked`.
@safe
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {
  @usableFromInline var value: Value
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

  @inlinable
  package init(_ value: Value) {
    self.value = value
    // A mutex must not move in memory, as a stored property of Swift may.
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    let failure = unsafe pthread_mutex_init(mutex, nil)
    precondition(failure == 0, "The system has no memory left for a mutex.")
  }

  @inlinable
  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deinitialize(count: 1)
    unsafe mutex.deallocate()
  }

  /// Calls a closure with the value, which must not call anything that comes from outside.
  @inlinable
  @inline(__always)
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}

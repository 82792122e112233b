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
  // Both lie in one place of memory, which a mutex must not leave. Nobody else knows of it: what is done to the value
  // under the lock needs no second check that it is done alone, as it would in a property.
  @usableFromInline package let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline package let value: UnsafeMutablePointer<Value>

  @inlinable
  package init(_ initial: Value) {
    let alignment = unsafe max(
      MemoryLayout<Value>.alignment,
      MemoryLayout<pthread_mutex_t>.alignment
    )
    // The value lies behind the mutex, at the next place where it may.
    let offset = unsafe (MemoryLayout<pthread_mutex_t>.size + alignment - 1) / alignment * alignment
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: offset + MemoryLayout<Value>.size,
      alignment: alignment
    )
    unsafe mutex = memory.bindMemory(to: pthread_mutex_t.self, capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe value = (memory + offset).bindMemory(to: Value.self, capacity: 1)
    unsafe value.initialize(to: initial)
    let failure = unsafe pthread_mutex_init(mutex, nil)
    precondition(failure == 0, "The system has no memory left for a mutex.")
  }

  @inlinable
  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe value.deinitialize(count: 1)
    unsafe UnsafeMutableRawPointer(mutex).deallocate()
  }

  /// Calls a closure with the value, which must not call anything that comes from outside.
  @inlinable
  @inline(__always)
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try unsafe body(&value.pointee)
  }
}

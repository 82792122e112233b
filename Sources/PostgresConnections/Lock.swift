#if PostgreSQL
  #if canImport(Darwin)
    internal import Darwin
  #elseif canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// A lock that one thread at a time holds.
  ///
  /// Over the mutex of pthread, which the thread sanitizer follows; what it reports of the standard
  /// library's own under contention is false. Its memory stays where it is, hence `@unchecked`. Not
  /// `Locked` of RoutePatterns: who keeps sessions alone has no use for PCRE2.
  @safe
  package final class Lock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    package init() {
      unsafe mutex.initialize(to: pthread_mutex_t())
      let failure = unsafe pthread_mutex_init(mutex, nil)
      precondition(failure == 0, "The system has no memory left for a mutex.")
    }

    deinit {
      unsafe pthread_mutex_destroy(mutex)
      unsafe mutex.deallocate()
    }

    package func withLock<Result>(_ body: () -> Result) -> Result {
      unsafe pthread_mutex_lock(mutex)
      defer { unsafe pthread_mutex_unlock(mutex) }
      return body()
    }

    /// Calls a closure if nobody holds the lock; otherwise returns `nil` at once.
    func withLockIfAvailable<Result>(_ body: () -> Result) -> Result? {
      guard unsafe pthread_mutex_trylock(mutex) == 0 else { return nil }
      defer { unsafe pthread_mutex_unlock(mutex) }
      return body()
    }
  }
#endif

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The signal that by default ends a process which writes to a pipe or socket without a reader.
package enum PipeSignal {
  /// Calls a closure that may write where nobody reads any more, and keeps the signal from it.
  ///
  /// The writing fails with `EPIPE`, and `errno` is as the closure has left it. A caller that
  /// blocks the signal itself decides what becomes of it.
  package static func withhold<Result>(_ body: () -> Result) -> Result {
    var (signals, before, pending) = (sigset_t(), sigset_t(), sigset_t())
    unsafe _ = sigemptyset(&signals)
    unsafe _ = sigaddset(&signals, SIGPIPE)
    unsafe _ = pthread_sigmask(SIG_BLOCK, &signals, &before)
    let result = body()
    guard unsafe sigismember(&before, SIGPIPE) == 0 else { return result }
    let error = errno
    unsafe _ = sigpending(&pending)
    // It is for this thread alone, so nobody else takes it. Not every system has `sigtimedwait`.
    if unsafe sigismember(&pending, SIGPIPE) == 1 {
      var signal: Int32 = 0
      unsafe _ = sigwait(&signals, &signal)
    }
    unsafe _ = pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = error
    return result
  }
}

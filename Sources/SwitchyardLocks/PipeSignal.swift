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
  ///
  /// - Parameters:
  ///   - descriptor: what is written to; on Darwin, where the signal is sent to the process, it is
  ///     told to raise none.
  ///   - body: the closure.
  /// - Returns: what the closure returns.
  package static func withhold<Result>(
    from descriptor: CInt? = nil,
    _ body: () -> Result
  ) -> Result {
    #if canImport(Darwin)
      if let descriptor { _ = fcntl(descriptor, F_SETNOSIGPIPE, 1) }
      return body()
    #else
      var (signals, before, pending) = (sigset_t(), sigset_t(), sigset_t())
      unsafe _ = sigemptyset(&signals)
      unsafe _ = sigaddset(&signals, SIGPIPE)
      unsafe _ = pthread_sigmask(SIG_BLOCK, &signals, &before)
      let result = body()
      guard unsafe sigismember(&before, SIGPIPE) == 0 else { return result }
      let error = errno
      unsafe _ = sigpending(&pending)
      // That of a write is for this thread alone. One that was sent to the process may have been
      // taken by another meanwhile, so it is not waited for.
      if unsafe sigismember(&pending, SIGPIPE) == 1 {
        var none = timespec()
        unsafe _ = sigtimedwait(&signals, nil, &none)
      }
      unsafe _ = pthread_sigmask(SIG_SETMASK, &before, nil)
      errno = error
      return result
    #endif
  }
}

#if PostgreSQL
  internal import CPostgres

  #if canImport(Darwin)
    internal import Darwin
  #elseif canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// A request to end what a server does for a connection, which goes out beside that.
  ///
  /// libpq has copied all that it needs, and only reads it: hence `@unchecked`. It is not
  /// encrypted: whoever reads it can end what that connection does, which is let go.
  @safe
  final class PostgresCancellation: @unchecked Sendable {
    private let request: OpaquePointer

    /// Takes a request of libpq for its own.
    init(_ request: OpaquePointer) { unsafe self.request = request }

    deinit { unsafe PQfreeCancel(request) }

    /// Sends the request, and waits until the server has taken it, for as long as that takes.
    ///
    /// A server that is away has nothing to end.
    func send() {
      // "The recommended size is 256 bytes".
      var reason = [CChar](repeating: 0, count: 256)
      let count = Int32(reason.count)
      withoutPipeSignal { unsafe _ = PQcancel(request, &reason, count) }
    }

    /// Calls a closure that may write to a socket which the other side has closed.
    ///
    /// Elsewhere libpq itself sees to it that this does not end the process, in the same way.
    private func withoutPipeSignal(_ body: () -> Void) {
      var (signals, before, pending) = (sigset_t(), sigset_t(), sigset_t())
      unsafe _ = sigemptyset(&signals)
      unsafe _ = sigaddset(&signals, SIGPIPE)
      unsafe _ = pthread_sigmask(SIG_BLOCK, &signals, &before)
      body()
      unsafe _ = sigpending(&pending)
      if unsafe sigismember(&pending, SIGPIPE) == 1 {
        var signal: Int32 = 0
        unsafe _ = sigwait(&signals, &signal)
      }
      unsafe _ = pthread_sigmask(SIG_SETMASK, &before, nil)
    }
  }
#endif

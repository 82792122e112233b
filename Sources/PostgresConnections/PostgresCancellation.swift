#if PostgreSQL
  internal import CPostgres
  internal import SwitchyardLocks

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
      // Elsewhere libpq itself keeps the signal away, in the same way.
      PipeSignal.withhold { unsafe _ = PQcancel(request, &reason, count) }
    }
  }
#endif

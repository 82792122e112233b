#if PostgreSQL
  internal import SwitchyardSystem

  /// Tells when a socket can be read or written, on the thread that waits for all of them.
  ///
  /// It has a descriptor of its own for it: libpq closes its own whenever it likes.
  final class SocketWatch {
    private let descriptor: Int32
    /// Whether it also tells when the socket can be written; not all the time, as mostly it can.
    var awaitsWriting: Bool {
      didSet {
        guard awaitsWriting != oldValue else { return }
        SocketLoop.shared.setAwaitsWriting(awaitsWriting, descriptor)
      }
    }

    /// Tells a closure, and whether there is something to read.
    init?(
      _ socket: Int32,
      writing: Bool,
      _ body: @escaping @Sendable (_ hasMore: Bool) -> Void
    ) {
      descriptor = fcntl(socket, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { return nil }
      awaitsWriting = writing
      SocketLoop.shared.watch(descriptor, writing: writing, body)
    }

    deinit { SocketLoop.shared.end(descriptor) }
  }
#endif

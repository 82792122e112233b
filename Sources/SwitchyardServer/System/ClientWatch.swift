#if os(Linux)
  import CMicroHTTPD
  import SwitchyardLocks
  import SwitchyardSystem

  /// Notices clients that leave while their connection is suspended.
  ///
  /// Of `MHD_suspend_connection` the manual says: "While a connection is suspended, MHD will not
  /// detect disconnects by the client." One thread waits with an epoll of its own for that event on
  /// sockets that have been suspended once. A socket is added and removed by the library's thread
  /// that has the connection, while the socket is open; the client of an event is looked up by a
  /// number that is never used twice, so that a late event affects no other client.
  ///
  /// Sockets that linger are watched by the same thread, for bytes that come, and those with an
  /// early response that is not sent yet for room.
  @safe
  final class ClientWatch: @unchecked Sendable {
    /// The closures to call about a socket.
    private struct Watched {
      let onEvent: @Sendable () -> Void
      var onRoom: (@Sendable () -> Void)?
    }

    // The descriptors are closed when the thread has ended; `sockets` is locked.
    let events: Int32
    private let wake: Int32
    private let sockets = Locked<[UInt64: Watched]>([:])
    private let onFault: @Sendable (String) -> Void
    private var thread = pthread_t()
    /// The number of the event that ends the thread; sockets count from one.
    private static let end: UInt64 = 0

    /// Starts the thread.
    /// - Parameter onFault: receives the reason when clients that leave can no longer be noticed.
    /// - Throws: `EmbeddedServerError` when the system has no threads or descriptors left.
    init(onFault: @escaping @Sendable (String) -> Void) throws(EmbeddedServerError) {
      self.onFault = onFault
      events = cmicrohttpd_watch_create()
      wake = cmicrohttpd_wake_create()
      guard events >= 0, wake >= 0, cmicrohttpd_watch_wake(events, wake, Self.end) == 0 else {
        let reason = systemErrorText()
        for descriptor in [events, wake] where descriptor >= 0 { close(descriptor) }
        throw EmbeddedServerError(.noResources, "a set of descriptors", reason: reason)
      }
      // The thread holds the watch until it ends; `stop` waits for that.
      let context = unsafe Unmanaged.passRetained(self).toOpaque()
      let failure = unsafe pthread_create(
        &thread,
        nil,
        { context in
          guard let context = unsafe context else { return nil }
          unsafe Unmanaged<ClientWatch>.fromOpaque(context).takeRetainedValue().run()
          return nil
        },
        context
      )
      guard failure == 0 else {
        unsafe Unmanaged<ClientWatch>.fromOpaque(context).release()
        close(events)
        close(wake)
        throw EmbeddedServerError(.noResources, "a thread", reason: systemErrorText(failure))
      }
    }

    /// Calls a closure when the client of a socket leaves, or has left; at most once, unless its
    /// room is watched as well, and not once it is removed.
    func add(_ number: UInt64, socket: Int32, _ onLeave: @escaping @Sendable () -> Void) {
      sockets.withLock { $0[number] = Watched(onEvent: onLeave) }
      // If the system has no memory for it, the client is not watched.
      _ = cmicrohttpd_watch_leaving(events, socket, number)
    }

    /// Calls a closure as well whenever a socket that was added accepts bytes again, or does so
    /// already.
    func addRoom(_ number: UInt64, socket: Int32, _ onRoom: @escaping @Sendable () -> Void) {
      sockets.withLock { $0[number]?.onRoom = onRoom }
      // If it fails, sweeps write what is left.
      _ = cmicrohttpd_watch_accepting(events, socket, number)
    }

    /// Calls a closure whenever there is something to read on a socket, until it is removed.
    func addReading(_ number: UInt64, socket: Int32, _ onBytes: @escaping @Sendable () -> Void) {
      sockets.withLock { $0[number] = Watched(onEvent: onBytes) }
      // If the system has no memory for it, sweeps find the bytes.
      _ = cmicrohttpd_watch_wake(events, socket, number)
    }

    /// Stops watching a socket, which must still be open.
    func remove(_ number: UInt64, socket: Int32) {
      _ = cmicrohttpd_watch_remove(events, socket)
      let watched = sockets.withLock { $0.removeValue(forKey: number) }
      // Objects that the closures hold are released after the lock.
      _ = watched
    }

    /// Ends the thread, and waits until it has ended.
    func stop() {
      cmicrohttpd_wake(wake)
      pthread_join(thread, nil)
      close(events)
      close(wake)
    }

    private func run() {
      var numbers = [UInt64](repeating: 0, count: 64)
      var haveRoom = [Bool](repeating: false, count: 64)
      while true {
        let count = unsafe cmicrohttpd_watch_wait(events, &numbers, &haveRoom)
        guard count >= 0 || errno == EINTR else {
          let reason = systemErrorText()
          return onFault("Clients that leave are not noticed any more: \(reason).")
        }
        for (number, hasRoom) in zip(numbers, haveRoom).prefix(Int(max(count, 0))) {
          guard number != Self.end else { return }
          let watched = sockets.withLock { $0[number] }
          if hasRoom { watched?.onRoom?() } else { watched?.onEvent() }
        }
      }
    }
  }
#else
  /// The client watch of other systems: there, a client that leaves is noticed when the response is
  /// written.
  final class ClientWatch: Sendable {
    init(onFault: @escaping @Sendable (String) -> Void) throws(EmbeddedServerError) {}
    func add(_ number: UInt64, socket: Int32, _ onLeave: @escaping @Sendable () -> Void) {}
    func addRoom(_ number: UInt64, socket: Int32, _ onRoom: @escaping @Sendable () -> Void) {}
    func addReading(_ number: UInt64, socket: Int32, _ onBytes: @escaping @Sendable () -> Void) {}
    func remove(_ number: UInt64, socket: Int32) {}
    func stop() {}
  }
#endif

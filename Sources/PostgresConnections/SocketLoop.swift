#if PostgreSQL
  internal import Dispatch
  internal import SwitchyardLocks
  internal import SwitchyardSystem

  /// The one thread that waits for the sockets of all connections.
  ///
  /// A source of Dispatch wakes two threads for each answer: the one that waits, and one of the
  /// queue. This one goes on itself, which took a tenth off the time of a load and a store.
  final class SocketLoop: Sendable {
    static let shared = SocketLoop()

    private struct State {
      var watches: [Int32: Watched] = [:]
      /// Whether the thread has yet to see that they have changed.
      var isChanged = false
    }

    private struct Watched {
      var awaitsWriting = false
      let body: @Sendable (_ hasMore: Bool) -> Void
    }

    private let state = Locked(State())
    private let wakeUp: (reading: Int32, writing: Int32)

    private init() {
      var ends: [Int32] = [-1, -1]
      // Where no descriptor is left it looks for changes from time to time.
      unsafe _ = pipe(&ends)
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      wakeUp = (ends[0], ends[1])
      DispatchQueue(label: "switchyard.postgres.sockets").async { self.run() }
    }

    /// Calls a closure whenever a socket can be read, and when it can be written if that is wanted,
    /// with whether there is something to read.
    func watch(
      _ socket: Int32,
      writing: Bool,
      _ body: @escaping @Sendable (_ hasMore: Bool) -> Void
    ) {
      change { $0[socket] = Watched(awaitsWriting: writing, body: body) }
    }

    func setAwaitsWriting(_ awaitsWriting: Bool, _ socket: Int32) {
      change { $0[socket]?.awaitsWriting = awaitsWriting }
    }

    /// Calls no longer, but for what has been seen already, and closes the descriptor.
    func end(_ socket: Int32) {
      change {
        $0[socket] = nil
        close(socket)
      }
    }

    private func change(_ body: (inout [Int32: Watched]) -> Void) {
      state.withLock { state in
        body(&state.watches)
        guard !state.isChanged else { return }
        state.isChanged = true
        unsafe _ = write(wakeUp.writing, [1], 1)
      }
    }

    private func run() {
      let pause: Int32 = wakeUp.reading < 0 ? 10 : -1
      var sockets: [pollfd] = []
      var bodies: [@Sendable (Bool) -> Void] = []
      while true {
        state.withLock { state in
          guard state.isChanged || sockets.isEmpty else { return }
          var byte: UInt8 = 0
          unsafe _ = read(wakeUp.reading, &byte, 1)
          state.isChanged = false
          sockets = [pollfd(fd: wakeUp.reading, events: Int16(POLLIN), revents: 0)]
          bodies = []
          for (socket, watched) in state.watches {
            let events = watched.awaitsWriting ? POLLIN | POLLOUT : POLLIN
            sockets.append(pollfd(fd: socket, events: Int16(events), revents: 0))
            bodies.append(watched.body)
          }
        }
        guard unsafe poll(&sockets, nfds_t(sockets.count), pause) > 0 else { continue }
        for (socket, body) in zip(sockets.dropFirst(), bodies) where socket.revents != 0 {
          body(socket.revents & Int16(POLLIN) != 0)
        }
      }
    }
  }
#endif

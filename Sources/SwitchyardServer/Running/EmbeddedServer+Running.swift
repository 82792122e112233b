import Dispatch

extension EmbeddedServer {
  /// A server from its start to its stop.
  final class Running: Sendable {
    let socket: ListeningSocket
    private let connections: ConnectionRegistry
    private let daemon: LibraryDaemon
    private let sweeper: Sweeper

    init(_ responder: RouteResponder, _ configuration: Configuration) throws(EmbeddedServerError) {
      try configuration.check(responder.configuration)
      if let warning = configuration.warning { ResponseFault.print(warning) }
      let socket = try ListeningSocket(address: configuration.address, port: configuration.port)
      let core: ServerCore
      do {
        core = try ServerCore(responder: responder, configuration: configuration)
      } catch {
        closeDescriptor(socket.descriptor)
        throw error
      }
      let connections = ConnectionRegistry(core)
      do {
        daemon = try LibraryDaemon(
          connections: connections,
          socket: socket.descriptor,
          place: configuration.place
        )
      } catch {
        core.watch.stop()
        throw error
      }
      self.socket = socket
      self.connections = connections
      sweeper = Sweeper(every: configuration.sweep) { connections.sweep() }
    }

    // MARK: - Stopping

    /// The interval at which idle connections are looked for.
    private static let sweep: Duration = .milliseconds(10)
    /// The time that cancelled handlers have for their response.
    private static let lastWords: Duration = .seconds(1)

    func stop(_ gracePeriod: Duration) async {
      connections.core.drain()
      await emptied(within: gracePeriod)
      // What lingers has had its time; that of the last words begins now.
      connections.core.lingering.closeAll()
      connections.cancelAll()
      await emptied(within: Self.lastWords)
      // The library stops the program when it is stopped with a connection that is suspended.
      sweeper.stop()
      connections.terminate()
      await withCheckedContinuation { continuation in
        // It waits for the library's threads, which must not block a thread of tasks.
        DispatchQueue.global().async { [self] in
          daemon.stop()
          connections.core.lingering.closeAll()
          connections.core.watch.stop()
          continuation.resume()
        }
      }
    }

    /// Waits until all connections are closed and none lingers, or a time is over.
    private func emptied(within time: Duration) async {
      let end = ContinuousClock.now + time
      while true {
        connections.closeIdle()
        if connections.isEmpty || ContinuousClock.now >= end { return }
        guard (try? await Task.sleep(for: Self.sweep)) != nil else { return }
      }
    }
  }
}

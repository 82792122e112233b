#if Observability
  public import ServiceLifecycle
  public import SwitchyardServer

  /// A server that runs as one of several services.
  ///
  ///     let server = ServerService(try EmbeddedServer(router: router))
  ///     let group = ServiceGroup(
  ///       services: [database, server],
  ///       gracefulShutdownSignals: [.sigterm, .sigint],
  ///       logger: logger
  ///     )
  ///     try await group.run()
  ///
  /// The group watches for signals and ends its services in turn, the last first. When that of the
  /// server comes its readiness ends, for a time it answers on, and requests under way may end,
  /// as with `EmbeddedServer.run`.
  public struct ServerService: Service {
    private let server: EmbeddedServer
    private let unreadyPeriod: Duration
    private let gracePeriod: Duration
    private let onStart: @Sendable (EmbeddedServer) -> Void
    private let onStop: @Sendable () -> Void

    /// Makes the service of a server that does not run yet.
    /// - Parameters:
    ///   - server: the server.
    ///   - unreadyPeriod: the time between the end of readiness and that of the server.
    ///   - gracePeriod: the time in which requests may end after that.
    ///   - onStart: called when the server listens.
    ///   - onStop: called before the server stops, to end streams that would go on for ever.
    public init(
      _ server: EmbeddedServer,
      unreadyFor unreadyPeriod: Duration = .zero,
      gracePeriod: Duration = .seconds(10),
      onStart: @escaping @Sendable (EmbeddedServer) -> Void = { _ in },
      onStop: @escaping @Sendable () -> Void = {}
    ) {
      self.server = server
      self.unreadyPeriod = unreadyPeriod
      self.gracePeriod = gracePeriod
      self.onStart = onStart
      self.onStop = onStop
    }

    /// Listens and answers until the group shuts down.
    /// - Throws: `EmbeddedServerError` with the reason that it cannot start.
    @concurrent public func run() async throws {
      try await cancelWhenGracefulShutdown {
        try await server.run(
          unreadyFor: unreadyPeriod,
          gracePeriod: gracePeriod,
          endsUponSignals: false,
          onStart: onStart,
          onStop: onStop
        )
      }
    }
  }
#endif

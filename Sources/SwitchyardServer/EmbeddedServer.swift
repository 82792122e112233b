import SwitchyardLocks

/// A router behind a real HTTP server.
///
///     let router = Router(.server)
///     router.get("/hello/:name") { request in
///       .text("Hello, \(request.parameters["name"] ?? "you")!")
///     }
///     let server = try EmbeddedServer(router: router)
///     try await server.run()                  // until SIGTERM or SIGINT
///
/// A handler starts on the server's own thread, and if it ends at once it is answered there; any
/// other lets its connection rest until it has ended, so that no thread of the server waits. Give a
/// handler that blocks a `queue:`. A client that leaves cancels its handler.
///
/// The limits for clients that are slow or leave, answers before the end of a body, and requests
/// that the HTTP library refuses or accepts by itself are described in <doc:RunningAServer>.
public final class EmbeddedServer: Sendable {
  private enum State {
    case stopped
    /// With a closure to be called when it has stopped.
    case running(Running, onEnd: (@Sendable () -> Void)?)
    case stopping([CheckedContinuation<Void, Never>])
  }

  /// The configuration of the server.
  public let configuration: Configuration
  /// The responder that answers the requests.
  public let responder: RouteResponder
  private let state = Locked(State.stopped)

  /// Makes a server of a responder; it does not listen yet.
  public init(responder: RouteResponder, configuration: Configuration = Configuration()) {
    self.responder = responder
    self.configuration = configuration
  }

  /// Makes a server of a router; it does not listen yet.
  /// - Throws: an error for a serial router, in which one slow request would hold up all others.
  public convenience init(
    router: Router,
    configuration: Configuration = Configuration()
  ) throws {
    let responder = try RouteResponder(router: router, configuration: configuration.responder)
    self.init(responder: responder, configuration: configuration)
  }

  deinit {
    // The server was not stopped: the library and its threads hold no reference to this object.
    if case .running(let running, _) = state.withLock({ $0 }) {
      Task { await running.stop(.zero) }
    }
  }

  /// The port that the server listens at, or `nil` while it does not.
  public var port: UInt16? {
    state.withLock { state in
      guard case .running(let running, _) = state else { return nil }
      return running.socket.port
    }
  }

  /// Listens, and answers from now on.
  ///
  /// A server that has stopped can be started again.
  /// - Throws: `EmbeddedServerError` with the reason that it cannot start.
  public func start() throws { try start(onEnd: nil) }

  /// Listens, and calls a closure when it has stopped.
  func start(onEnd: (@Sendable () -> Void)?) throws {
    try state.withLock { state in
      guard case .stopped = state else {
        throw EmbeddedServerError(.alreadyRunning, configuration.place)
      }
      state = .running(try Running(responder, configuration), onEnd: onEnd)
      configuration.readiness?.setServing(true)
    }
  }

  /// Stops: every request that has begun is answered, if its handler ends within the grace period.
  ///
  /// No client is let in any more, and each connection is closed with its next response, or at once
  /// if it is idle. Requests that are not done after the grace period are cancelled; one that does
  /// not end then either is closed without an answer. A task that is cancelled while it waits ends
  /// the grace period.
  /// - Parameter gracePeriod: the time in which requests may end.
  public func stop(gracePeriod: Duration = .seconds(10)) async {
    guard let (running, onEnd) = await begin() else { return }
    await running.stop(gracePeriod)
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      defer { state = .stopped }
      guard case .stopping(let waiters) = state else { return [] }
      return waiters
    }
    for waiter in waiters { waiter.resume() }
    onEnd?()
  }

  /// Returns the run to be stopped, or `nil` when it has stopped, or another task has stopped it.
  private func begin() async -> (Running, onEnd: (@Sendable () -> Void)?)? {
    let running = state.withLock { state -> (Running, onEnd: (@Sendable () -> Void)?)? in
      guard case .running(let running, let onEnd) = state else { return nil }
      state = .stopping([])
      configuration.readiness?.setServing(false)
      return (running, onEnd)
    }
    if let running { return running }
    await withCheckedContinuation { waiter in
      let isStopped = state.withLock { state in
        guard case .stopping(let waiters) = state else { return true }
        state = .stopping(waiters + [waiter])
        return false
      }
      if isStopped { waiter.resume() }
    }
    return nil
  }
}

public import Switchyard
import RoutePatterns

/// A router behind a real HTTP server.
///
///     let router = Router(.server)
///     router.get("/hello/:name") { request in .text("Hello, \(request.parameters["name"] ?? "you")!") }
///     let server = try HTTPServer(router: router)
///     try server.start()
///     ...
///     await server.stop()
///
/// A handler starts on the server's own thread, and if it ends at once it is answered there; any other lets its
/// connection rest until it has ended, so that no thread of the server waits. What blocks takes a `queue:`.
/// A client that leaves cancels its handler.
///
/// What clients may do that are slow or leave, what is answered before the end of a body, and what the HTTP library
/// refuses or lets through by itself, is told in <doc:RunningAServer>.
public final class HTTPServer: Sendable {
  private enum State {
    case stopped
    case running(Running)
    case stopping([CheckedContinuation<Void, Never>])
  }

  /// How the server was set up.
  public let configuration: Configuration
  /// What answers the requests.
  public let responder: HTTPResponder
  private let state = Locked(State.stopped)

  /// Makes a server of a responder; it does not listen yet.
  public init(responder: HTTPResponder, configuration: Configuration = Configuration()) {
    self.responder = responder
    self.configuration = configuration
  }

  /// Makes a server of a router; it does not listen yet.
  /// - Throws: an error for a serial router, in which one slow request would hold up all others.
  public convenience init(
    router: Router,
    configuration: Configuration = Configuration()
  ) throws {
    let responder = try HTTPResponder(router: router, configuration: configuration.responder)
    self.init(responder: responder, configuration: configuration)
  }

  deinit {
    // Nobody has stopped it: what runs still holds nothing of this object.
    if case .running(let running) = state.withLock({ $0 }) {
      Task { await running.stop(.zero) }
    }
  }

  /// The port that the server listens at; nothing while it does not.
  public var port: UInt16? {
    state.withLock { state in
      guard case .running(let running) = state else { return nil }
      return running.socket.port
    }
  }

  /// Listens, and answers from now on.
  ///
  /// A server that has stopped can be started again.
  /// - Throws: `HTTPServerError`, which says what stands in the way.
  public func start() throws {
    try state.withLock { state in
      guard case .stopped = state else {
        throw HTTPServerError(.alreadyRunning, configuration.place)
      }
      state = .running(try Running(responder, configuration))
    }
  }

  /// Stops: no request is lost that has begun, if its handler ends within the grace period.
  ///
  /// No client is let in any more, and each connection is closed with its next response, or at once where nothing
  /// is going on. What is not done after the grace period is cancelled; one that does not end then either is
  /// closed without an answer. A task that is cancelled while it waits ends the grace period.
  /// - Parameter gracePeriod: how long requests may take to end.
  public func stop(gracePeriod: Duration = .seconds(10)) async {
    let running = await begin()
    guard let running else { return }
    await running.stop(gracePeriod)
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      defer { state = .stopped }
      guard case .stopping(let waiters) = state else { return [] }
      return waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// What is to be stopped; nothing when it has stopped, or somebody else has stopped it.
  private func begin() async -> Running? {
    let running = state.withLock { state -> Running? in
      guard case .running(let running) = state else { return nil }
      state = .stopping([])
      return running
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

extension HTTPServer.Configuration {
  /// The address and port as they are written.
  var place: String { address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)" }
}

import SwitchyardLocks

/// The readiness of a server for requests, as load balancers and supervisors ask for it.
///
///     let readiness = ServerReadiness()
///     router.get("/ready") { _ in readiness.response }
///     configuration.readiness = readiness
///
/// It is there from the start of the server to the beginning of its end, unless the program says
/// that it cannot do its work.
public final class ServerReadiness: Sendable {
  private struct State {
    var isServing = false
    var isAble = true
  }

  private let state = Locked(State())

  /// Makes one for a server that does not run yet.
  public init() {}

  /// Whether the server is to be sent requests.
  public var isReady: Bool { state.withLock { $0.isServing && $0.isAble } }

  /// Whether the program can do its work; set it to `false` while it lacks something that it needs,
  /// such as a database.
  public var isAble: Bool {
    get { state.withLock { $0.isAble } }
    set { state.withLock { $0.isAble = newValue } }
  }

  /// The response of a route for readiness: 200, or 503 if it is not ready.
  public var response: ServerResponse {
    var response =
      isReady ? ServerResponse.text("ready\n") : .text("not ready\n", status: .serviceUnavailable)
    response.fields[.cacheControl] = "no-store"
    return response
  }

  func setServing(_ isServing: Bool) { state.withLock { $0.isServing = isServing } }
}

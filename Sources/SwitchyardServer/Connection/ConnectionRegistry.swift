import SwitchyardLocks
import Synchronization

/// The connections of a server that are open.
final class ConnectionRegistry: Sendable {
  private struct State {
    var connections: [UInt64: ServerConnection] = [:]
    /// Numbers the connections, from one.
    var count: UInt64 = 0
  }

  let core: ServerCore
  private let state = Locked(State())
  private let terminating = Atomic(false)

  init(_ core: ServerCore) { self.core = core }

  /// Makes a connection object for one that the library has accepted.
  @unsafe
  func makeConnection(_ handle: OpaquePointer) -> ServerConnection {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    let connection = unsafe ServerConnection(core: core, number: number, handle: handle)
    state.withLock { $0.connections[number] = connection }
    // After it can be found: code that ends the server signals it, or has set this before.
    if terminating.load(ordering: .sequentiallyConsistent) { connection.terminate() }
    return connection
  }

  /// Removes a connection that is closed.
  func remove(_ connection: ServerConnection) {
    let removed = state.withLock { $0.connections.removeValue(forKey: connection.number) }
    // Objects that it holds are released after the lock.
    _ = removed
  }

  private var connections: [ServerConnection] { state.withLock { Array($0.connections.values) } }

  /// Ends waits for clients that have lasted too long.
  func sweep() {
    let now = ContinuousClock.now
    for connection in connections { connection.sweep(now) }
    core.lingering.sweep(now)
  }

  // MARK: - The end

  /// Whether all connections are closed, and none lingers.
  ///
  /// One that begins to linger is removed after that.
  var isEmpty: Bool { state.withLock { $0.connections.isEmpty } && core.lingering.isEmpty }

  /// Closes the connections that are idle, and those that need not linger any more.
  func closeIdle() {
    for connection in connections { connection.closeIfIdle() }
    core.lingering.sweep(.now)
  }

  /// Cancels the handlers of all requests.
  func cancelAll() { for connection in connections { connection.cancel() } }

  /// Ends all connections; none is suspended any more.
  func terminate() {
    terminating.store(true, ordering: .sequentiallyConsistent)
    for connection in connections { connection.terminate() }
  }
}

import RoutePatterns
import Synchronization

/// The state that all connections of a server share.
final class ServerCore: Sendable {
  private struct Registry {
    var connections: [UInt64: HTTPConnection] = [:]
    /// Numbers the connections, from one.
    var count: UInt64 = 0
  }

  let responder: HTTPResponder
  let configuration: HTTPServer.Configuration
  let watch: ClientWatch
  private let registry = Locked(Registry())
  private let draining = Atomic(false)
  private let terminating = Atomic(false)

  init(
    responder: HTTPResponder,
    configuration: HTTPServer.Configuration
  ) throws(HTTPServerError) {
    self.responder = responder
    self.configuration = configuration
    watch = try ClientWatch(onFailure: HTTPFailure.print)
  }

  /// The scheme that the server listens for.
  var scheme: RouteTarget.ServerScheme { configuration.tls == nil ? .http : .https }

  /// The number of bytes that are read of a body without a reader, so that the client sees the
  /// response.
  var drainLimit: Int { max(responder.configuration.bodyLength, 256 * 1024) }

  /// The number of bytes that are read of a body at all, including those beyond its limit.
  var receiveLimit: Int {
    let (sum, overflow) = drainLimit.addingReportingOverflow(responder.configuration.bodyLength)
    return overflow ? .max : sum
  }

  /// The number of bytes that are read of a body at all if its client was answered meanwhile.
  var lingerLimit: Int {
    let (sum, overflow) = receiveLimit.addingReportingOverflow(16 << 20)
    return overflow ? .max : sum
  }

  /// The memory of a connection in the library.
  ///
  /// It holds the head of a request, a record for each field, and the head of the response.
  ///
  /// The responder's limits take half of it at most, so that it answers first.
  var poolSize: Int {
    let limits = responder.configuration
    let needed = 2 * (limits.targetLength + limits.fieldsLength) + 128 * limits.fieldCount
    return max(64 * 1024, needed)
  }

  // MARK: - Connections

  /// Makes a connection object for one that the library has accepted.
  @unsafe
  func makeConnection(_ handle: OpaquePointer) -> HTTPConnection {
    let number = registry.withLock { registry in
      registry.count += 1
      return registry.count
    }
    let connection = unsafe HTTPConnection(core: self, number: number, handle: handle)
    registry.withLock { $0.connections[number] = connection }
    // After it can be found: code that ends the server signals it, or has set this before.
    if terminating.load(ordering: .sequentiallyConsistent) { connection.terminate() }
    return connection
  }

  /// Removes a connection that is closed.
  func remove(_ connection: HTTPConnection) {
    let removed = registry.withLock { $0.connections.removeValue(forKey: connection.number) }
    // Objects that it holds are released after the lock.
    _ = removed
  }

  private var connections: [HTTPConnection] { registry.withLock { Array($0.connections.values) } }

  /// Ends waits for clients that have lasted too long.
  func sweep() {
    let now = ContinuousClock.now
    for connection in connections { connection.sweep(now) }
  }

  // MARK: - The end

  /// Whether each response is the last of its connection.
  var isDraining: Bool { draining.load(ordering: .relaxed) }

  /// Whether all connections are closed.
  var isEmpty: Bool { registry.withLock { $0.connections.isEmpty } }

  /// Makes each response from now on the last of its connection.
  func drain() { draining.store(true, ordering: .sequentiallyConsistent) }

  /// Closes the connections that are idle.
  func closeIdle() { for connection in connections { connection.closeIfIdle() } }

  /// Cancels the handlers of all requests.
  func cancelAll() { for connection in connections { connection.cancel() } }

  /// Ends all connections; none is suspended any more.
  func terminate() {
    terminating.store(true, ordering: .sequentiallyConsistent)
    for connection in connections { connection.terminate() }
  }
}

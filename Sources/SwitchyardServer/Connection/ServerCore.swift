import Synchronization

/// The state that all connections of a server share.
final class ServerCore: Sendable {
  let responder: RouteResponder
  let configuration: EmbeddedServer.Configuration
  let watch: ClientWatch
  let lingering: LingeringSockets
  private let draining = Atomic(false)

  init(
    responder: RouteResponder,
    configuration: EmbeddedServer.Configuration
  ) throws(EmbeddedServerError) {
    self.responder = responder
    self.configuration = configuration
    watch = try ClientWatch(onFault: ResponseFault.print)
    lingering = LingeringSockets(watch: watch, configuration)
  }

  /// The scheme that the server listens for.
  var scheme: RouteTarget.ServerScheme { configuration.tls == nil ? .http : .https }

  /// The number of bytes that are read of a body without a reader, so that the client sees the
  /// response.
  var drainLimit: Int { max(responder.configuration.bodyLength, 256 * 1024) }

  /// The number of bytes that are read of a body with a limit at all, including those beyond that.
  func receiveLimit(_ limit: Int) -> Int {
    let (sum, overflow) = drainLimit.addingReportingOverflow(limit)
    return overflow ? .max : sum
  }

  /// The number of bytes that are read of a body at all if its client was answered meanwhile.
  func lingerLimit(_ receiveLimit: Int) -> Int {
    let more = LingeringSockets.lengthLimit
    let (sum, overflow) = receiveLimit.addingReportingOverflow(more)
    return overflow ? .max : sum
  }

  /// The memory of a connection in the library.
  ///
  /// It holds the head of a request, a record for each field, and the head of the response.
  ///
  /// The library clears all of it after each request. The largest head within the responder's
  /// limits leaves 4 KiB for the head of the response: a record has 64 bytes, and a field four
  /// beside its name and value.
  var poolSize: Int {
    let limits = responder.configuration
    let needed = limits.targetLength + limits.fieldsLength + 68 * limits.fieldCount
    return max(32 * 1024, needed + 4096)
  }

  // MARK: - The end

  /// Whether each response is the last of its connection.
  var isDraining: Bool { draining.load(ordering: .relaxed) }

  /// Makes each response from now on the last of its connection.
  func drain() { draining.store(true, ordering: .sequentiallyConsistent) }
}

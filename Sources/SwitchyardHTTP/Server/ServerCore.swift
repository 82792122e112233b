import RoutePatterns
import Synchronization

/// What all connections of a server share.
final class ServerCore: Sendable {
  let responder: HTTPResponder
  let configuration: HTTPServer.Configuration
  let watch: ClientWatch
  private let draining = Atomic(false)

  init(
    responder: HTTPResponder,
    configuration: HTTPServer.Configuration
  ) throws(HTTPServerError) {
    self.responder = responder
    self.configuration = configuration
    watch = try ClientWatch(onFailure: HTTPFailure.print)
  }

  /// The scheme that clients come with.
  var scheme: RouteTarget.ServerScheme { configuration.tls == nil ? .http : .https }

  /// How much of a body that nobody wants is read, so that the client sees the response.
  var drainLimit: Int { max(responder.configuration.bodyLength, 256 * 1024) }

  /// How much of a body is read at all, with what its limit has not let through.
  var receiveLimit: Int {
    let (sum, overflow) = drainLimit.addingReportingOverflow(responder.configuration.bodyLength)
    return overflow ? .max : sum
  }

  /// How much of a body is read at all where its client was answered meanwhile.
  var lingerLimit: Int {
    let (sum, overflow) = receiveLimit.addingReportingOverflow(16 << 20)
    return overflow ? .max : sum
  }

  /// The memory of a connection in the library, where it keeps the head of a request, a record for each field, and
  /// the head of the response.
  ///
  /// The library clears all of it after each request. What the responder's limits let through leaves 4 KiB for the
  /// head of the response: a record has 64 bytes, and a field four beside its name and value.
  var poolSize: Int {
    let limits = responder.configuration
    let needed = limits.targetLength + limits.fieldsLength + 68 * limits.fieldCount
    return max(32 * 1024, needed + 4096)
  }

  // MARK: - The end

  /// Whether each response is the last of its connection.
  var isDraining: Bool { draining.load(ordering: .relaxed) }

  /// From now on each response is the last of its connection.
  func drain() { draining.store(true, ordering: .sequentiallyConsistent) }
}

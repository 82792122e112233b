import HTTPTestSupport
import SwitchyardServer
import TestSupport
import Testing

/// Starts a server with a router on a free port, and stops it after a test.
func withServer<Result>(
  _ register: (Router) -> Void,
  configure: (inout EmbeddedServer.Configuration) -> Void = { _ in },
  router settings: Router.Configuration = .patient,
  _ body: (EmbeddedServer, UInt16) async throws -> Result
) async throws -> Result {
  let router = Router(settings)
  register(router)
  var configuration = EmbeddedServer.Configuration.patient
  configure(&configuration)
  let server = try EmbeddedServer(router: router, configuration: configuration)
  // Handlers may hold the router that keeps them, and threads may be about to let go of the server.
  Farewell.plan(for: router) { $0.dispose(of: $0.routes.compactMap(\.id)) }
  Farewell.plan(for: server) { _ in }
  try server.start()
  let port = try #require(server.port)
  do {
    let result = try await body(server, port)
    await server.stop(gracePeriod: .seconds(5))
    return result
  } catch {
    await server.stop(gracePeriod: .zero)
    throw error
  }
}

extension EmbeddedServer.Configuration {
  /// That of a server at a free port which no time limit lets go of a client, however slow the machine and its
  /// sanitizers are: beside all other tests a thousand requests have taken more than a minute.
  static var patient: Self {
    var configuration = Self()
    configuration.port = 0
    configuration.threads = 2
    configuration.idleTimeLimit = .seconds(3600)
    configuration.headTimeLimit = .seconds(3600)
    configuration.lingerTimeLimit = .seconds(3600)
    configuration.responder.onFault = { _ in }
    return configuration
  }
}

/// Sends one request and reads one response.
func ask(_ port: UInt16, _ request: String, toHead: Bool = false) async throws -> RawClient
  .Response?
{
  try await blocking {
    let client = try RawClient(port: port)
    client.send(request)
    return try client.response(toHead: toHead)
  }
}

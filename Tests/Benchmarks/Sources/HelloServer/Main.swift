import Dispatch
import SwitchyardServer

/// The same small answer in several ways, for `server.sh` to ask for.
@main enum HelloServer {
  static func main() async throws {
    guard let port = CommandLine.arguments.dropFirst().first.flatMap({ UInt16($0) }) else {
      fatalError("usage: HelloServer PORT")
    }
    let router = Router(.server)
    router.get("/hello", calledOn: .serverThread) { _ in .text("Hello") }
    router.get("/async") { _ in .text("Hello") }
    router.get("/later") { _ in
      await Task.yield()
      return .text("Hello")
    }
    router.get("/queue", calledOn: .queue(.global())) { _ in .text("Hello") }

    var configuration = EmbeddedServer.Configuration()
    configuration.port = port
    configuration.threads = 2
    let server = try EmbeddedServer(router: router, configuration: configuration)
    try server.start()
    while true { try await Task.sleep(for: .seconds(3600)) }
  }
}

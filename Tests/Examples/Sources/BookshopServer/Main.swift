import Bookshop
import Foundation
import SwitchyardServer

/// Serves the shop until SIGTERM or SIGINT comes.
@main enum Main {
  static func main() async throws {
    let environment = ProcessInfo.processInfo.environment
    let data = environment["BOOKSHOP_DATA"] ?? "."
    let shop = try Bookshop(database: "\(data)/books.db", covers: data)

    let report = shop.router.validate()
    if !report.isClean { say(report.table) }

    var configuration = EmbeddedServer.Configuration()
    configuration.address = environment["BOOKSHOP_ADDRESS"] ?? "127.0.0.1"
    configuration.port = environment["BOOKSHOP_PORT"].flatMap { UInt16($0) } ?? 8080
    configuration.readiness = shop.readiness
    configuration.responder.bodyLength = 6 << 20
    configuration.responder.observers = [
      AccessLog.standardOutput.formatted(as: .json), shop.metrics,
    ]
    // The proxy in front, of which the deployment's nginx.conf is an example.
    configuration.responder.trustedProxies = TrustedProxies(
      at: ["127.0.0.1", "::1"],
      writing: [.xForwardedFor, .xForwardedProto]
    )

    let server = try EmbeddedServer(router: shop.router, configuration: configuration)
    try await server.run(
      unreadyFor: .seconds(environment["BOOKSHOP_UNREADY"].flatMap { Int($0) } ?? 5),
      onStart: { say("The shop is open at port \($0.port ?? 0).") },
      onStop: { shop.endNews() }
    )
  }

  /// Writes a line at once, which `print` does on a terminal alone.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}

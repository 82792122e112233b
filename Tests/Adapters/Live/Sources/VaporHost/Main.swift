// A server of Vapor with our routes, for `live.py`:
//
//   VaporHost responder            our routes alone
//   VaporHost middleware           our routes before those of Vapor
//
// It writes its port when it listens.
import AdapterSite
import Foundation
import SwitchyardVapor
import Vapor

@main enum Host {
  static func main() async throws {
    let environment = Environment(name: "production", arguments: ["VaporHost", "serve"])
    let app = try await Application.make(environment)
    app.logger.logLevel = .critical
    app.http.server.configuration.hostname = "127.0.0.1"
    app.http.server.configuration.port = 0
    switch CommandLine.arguments.dropFirst().first {
    case "responder":
      let routes = try Site().responder
      app.responder.use { _ in SwitchyardResponder(routes) }
    case "middleware":
      app.middleware.use(SwitchyardMiddleware(try Site().responder))
      Theirs.addRoutes(to: app)
    default: return print("usage: VaporHost responder | middleware")
    }
    try await app.startup()
    let port = app.http.server.shared.localAddress?.port ?? 0
    FileHandle.standardOutput.write(Data("port \(port)\n".utf8))
    try await app.running?.onStop.get()
    try await app.asyncShutdown()
  }
}

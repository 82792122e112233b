import Foundation
import Hummingbird
import NIOCore
import SwitchyardHTTP
import SwitchyardHummingbird

/// Makes the app, which writes its port when it listens.
func makeApplication() throws -> some ApplicationProtocol {
  Application(
    router: try makeRouter(),
    configuration: ApplicationConfiguration(
      address: .hostname("127.0.0.1", port: 0),
      serverName: "notes"
    ),
    onServerRunning: { channel in
      FileHandle.standardOutput.write(Data("port \(channel.localAddress?.port ?? 0)\n".utf8))
    }
  )
}

private func makeRouter() throws -> Hummingbird.Router<BasicRequestContext> {
  let router = Router()
  router.add(middleware: SwitchyardMiddleware(try RouteResponder(router: makeRoutes())))
  router.get("/") { _, _ in "Notes" }
  NoteController().addRoutes(to: router.group("notes"))
  return router
}

private func makeRoutes() -> SwitchyardRouter {
  let router = SwitchyardRouter(.server)
  router.get("/hello/:name") { request in .text("Hello \(request.parameters["name"] ?? "")") }
  return router
}

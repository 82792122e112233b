import Foundation
import Hummingbird
import NIOCore

/// Makes the app, which writes its port when it listens.
func makeApplication() -> some ApplicationProtocol {
  Application(
    router: makeRouter(),
    configuration: ApplicationConfiguration(
      address: .hostname("127.0.0.1", port: 0),
      serverName: "notes"
    ),
    onServerRunning: { channel in
      FileHandle.standardOutput.write(Data("port \(channel.localAddress?.port ?? 0)\n".utf8))
    }
  )
}

private func makeRouter() -> Router<BasicRequestContext> {
  let router = Router()
  router.get("/") { _, _ in "Notes" }
  NoteController().addRoutes(to: router.group("notes"))
  return router
}

import ReadingRoom
import SessionStore
import SwitchyardServer

extension Command {
  static let serve = Command(
    "serve",
    "serves the demo app, The Reading Room",
    options: [.port, .host, .certificate, .key, .log, .state],
    discussion: """
      Serves the demo app until it is interrupted: web pages that are a tree of nodes,
      with guards, tabs that keep what they show, dialogs, and an inspector.

      It ends gracefully on SIGINT (control and C) and SIGTERM: requests that have
      begun are answered, for as long as 10 seconds. A second signal ends it at once.
      SIGHUP opens the log anew, as after a rotation.

      Visitors are kept in a file: sign-in, what tabs show, orders and open dialogs
      survive the end of the process, however it ends. The file is
      yardmaster/reading-room.db in XDG_STATE_HOME, or else in ~/.local/state.
      Servers on one machine may share a file, on several a database of PostgreSQL.
      """,
    examples: [
      "yardmaster serve",
      "yardmaster serve --port 0 --log -",
      "yardmaster serve --host 0.0.0.0 --port 8000 --log access.log",
      "yardmaster serve --state memory",
      "yardmaster serve --state sqlite:/var/lib/room/visitors.db",
      "yardmaster serve --certificate room.pem --key room-key.pem --port 8443",
    ]
  ) { call, output in
    let options = try ServeOptions(call)
    // What is wrong with the other options is said before a folder is made.
    let state = try ServedState(call)
    let styling = output.styling
    do {
      try Serving.wait {
        try await state.check()
        let room = ReadingRoom(in: state.store)
        var configuration = options.configuration
        ReadingRoom.drawErrors(of: &configuration.responder)
        let server = try EmbeddedServer(router: room.router, configuration: configuration)
        try await server.run(reopening: options.logs) { server in
          let url = options.url(port: server.port)
          Serving.say("The Reading Room is open at \(url)", styling)
          Serving.say("Its inspector is at \(url)\(ReadingRoom.inspectorPath.dropFirst())", styling)
          Serving.say(state.description, styling)
        } onStop: {
          Serving.say("Closing.", styling)
          // Streams that would never end are not waited for.
          room.close()
        }
        withExtendedLifetime(room) {}
      }
    } catch let error as SessionStoreError {
      throw call.syntax.error(.unusableStore(.state, "\(error)"))
    } catch let error as EmbeddedServerError {
      throw options.explanation(of: error, in: call.syntax) ?? error
    }
    return .success
  }
}

import Dispatch
import ReadingRoom
import RoutePatterns
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
    let styling = output.styling
    do {
      try waiting {
        try await options.state.check()
        let room = ReadingRoom(in: options.state.store)
        var configuration = options.configuration
        ReadingRoom.drawErrors(of: &configuration.responder)
        let server = try EmbeddedServer(router: room.router, configuration: configuration)
        try await server.run(reopening: options.logs) { server in
          let url = options.url(port: server.port)
          say("The Reading Room is open at \(url)", styling)
          say("Its inspector is at \(url)inspector", styling)
          say(options.state.description, styling)
        } onStop: {
          say("Closing.", styling)
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

/// Writes a line at once.
private func say(_ line: String, _ styling: Styling) {
  var output = Output(styling: styling)
  output.line(line)
  output.flush()
}

/// Waits for the end of a task, which needs none of the threads that tasks share: the one that
/// waits may be the last of them.
func waiting(_ body: @escaping @Sendable () async throws -> Void) throws {
  let isOver = DispatchSemaphore(value: 0)
  let result = Locked(Result<Void, any Error>.success(()))
  Task(executorPreference: OwnQueue()) {
    do { try await body() } catch { result.withLock { $0 = .failure(error) } }
    isOver.signal()
  }
  isOver.wait()
  try result.withLock { $0 }.get()
}

/// A queue that a task runs on.
private final class OwnQueue: TaskExecutor {
  private let queue = DispatchQueue(label: "yardmaster.serve")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}

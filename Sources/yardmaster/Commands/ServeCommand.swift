import Dispatch
import ReadingRoom
import SwitchyardServer

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Command {
  static let serve = Command(
    "serve",
    "serves the demo app, The Reading Room",
    options: [.port, .host, .certificate, .key, .log],
    discussion: """
      Serves the demo app until it is interrupted: web pages that are a tree of nodes,
      with guards, tabs that keep what they show, dialogs, and an inspector.

      It ends gracefully on SIGINT (control and C) and SIGTERM: requests that have begun
      are answered, for as long as 10 seconds. A second signal ends it at once.
      """,
    examples: [
      "yardmaster serve",
      "yardmaster serve --port 0 --log -",
      "yardmaster serve --host 0.0.0.0 --port 8000 --log access.log",
      "yardmaster serve --certificate room.pem --key room-key.pem --port 8443",
    ]
  ) { call, output in
    let options = try ServeOptions(call)
    let room = ReadingRoom()
    let server = try EmbeddedServer(router: room.router, configuration: options.configuration)
    let signals = Signals()
    do {
      try server.start()
    } catch let error as EmbeddedServerError {
      throw options.explanation(of: error, in: call.syntax) ?? error
    }
    output.line("The Reading Room is open at \(options.url(port: server.port))")
    output.flush()
    signals.wait()
    output.line("Closing.")
    output.flush()
    // Streams that would never end are not waited for.
    room.close()
    let isClosed = DispatchSemaphore(value: 0)
    Task {
      await server.stop()
      isClosed.signal()
    }
    isClosed.wait()
    withExtendedLifetime(room) {}
    return .success
  }
}

/// Waits for the signals that end a program, of which the first is only noted.
private final class Signals {
  private let semaphore = DispatchSemaphore(value: 0)
  private let sources: [any DispatchSourceSignal]

  init() {
    let semaphore = semaphore
    let registered = DispatchSemaphore(value: 0)
    sources = [SIGINT, SIGTERM].map { number in
      // The source receives the signal even though the process ignores it.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        signal(number, SIG_DFL)
        semaphore.signal()
      }
      source.setRegistrationHandler { registered.signal() }
      source.resume()
      return source
    }
    // A signal that came before would be lost.
    for _ in sources { registered.wait() }
  }

  func wait() { semaphore.wait() }
}

import Dispatch
import SwitchyardHTTP

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
    options: [.port, .host],
    discussion: """
      Serves the demo app until it is interrupted: web pages that are a tree of nodes,
      with guards, tabs that keep what they show, dialogs, and an inspector.

      It ends gracefully on SIGINT (control and C) and SIGTERM: requests that have begun
      are answered, for as long as 10 seconds. A second signal ends it at once.
      """,
    examples: [
      "yardmaster serve",
      "yardmaster serve --port 0",
      "yardmaster serve --host 0.0.0.0 --port 8000",
    ]
  ) { call, output in
    var configuration = HTTPServer.Configuration()
    if let text = call.arguments.value(of: .port) {
      guard let port = UInt16(text) else {
        throw call.syntax.error(.invalidPort(.port, text))
      }
      configuration.port = port
    }
    if let host = call.arguments.value(of: .host) { configuration.address = host }
    let room = ReadingRoom()
    let server = try HTTPServer(router: room.router, configuration: configuration)
    let signals = Signals()
    do {
      try server.start()
    } catch let error as HTTPServerError where error.code == .badAddress {
      throw call.syntax.error(.cannotListen(error.subject, reason: nil))
    } catch let error as HTTPServerError where error.code == .cannotListen {
      throw call.syntax.error(.cannotListen(error.subject, reason: error.reason))
    }
    let host = configuration.address
    let address = host.contains(":") ? "[\(host)]" : host
    output.line(
      "The Reading Room is open at http://\(address):\(server.port ?? configuration.port)/"
    )
    output.flush()
    signals.wait()
    output.line("Closing.")
    output.flush()
    // What would go on for ever is not waited for.
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

extension CommandOption {
  static let port = CommandOption(
    name: "--port",
    short: "-p",
    value: "N",
    summary: "listens at the port; 8080 without it, and 0 picks a free one"
  )
  static let host = CommandOption(
    name: "--host",
    value: "ADDRESS",
    summary: "listens at the address; 127.0.0.1 without it, this machine alone"
  )
}

/// Waits for the signals that end a program, the first of which is only noted.
private final class Signals {
  private let semaphore = DispatchSemaphore(value: 0)
  private let sources: [any DispatchSourceSignal]

  init() {
    let semaphore = semaphore
    sources = [SIGINT, SIGTERM].map { number in
      // The source is told of it even though the process does not mind it.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        signal(number, SIG_DFL)
        semaphore.signal()
      }
      source.resume()
      return source
    }
  }

  func wait() { semaphore.wait() }
}

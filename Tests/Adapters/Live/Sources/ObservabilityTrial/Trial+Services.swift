import Dispatch
import Foundation
import Logging
import ServiceLifecycle
import SwitchyardServer
import SwitchyardServerLifecycle
import UnixSignals

extension Trial {
  /// A service that the server stands on: it ends after that.
  private struct Store: Service {
    let server: EmbeddedServer
    let checks: Checks

    func run() async throws {
      try await gracefulShutdown()
      checks.holds("what the server needs ends after it", server.port == nil)
    }
  }

  static func services(_ checks: Checks) async throws {
    let (entered, enters) = AsyncStream.makeStream(of: Void.self)
    let (finishes, finish) = AsyncStream.makeStream(of: Void.self)
    let readiness = ServerReadiness()
    let responder = try responder(register: { router in
      router.get("/slow") { _ async in
        enters.yield()
        for await _ in finishes {}
        return .text("slow")
      }
    })
    var configuration = EmbeddedServer.Configuration()
    configuration.port = 0
    configuration.readiness = readiness
    let server = EmbeddedServer(responder: responder, configuration: configuration)
    let (ports, port) = AsyncStream.makeStream(of: UInt16.self)
    let service = ServerService(
      server,
      unreadyFor: .seconds(3),
      gracePeriod: .seconds(60),
      onStart: { port.yield($0.port ?? 0) },
      onStop: { finish.finish() }
    )
    let group = ServiceGroup(
      services: [Store(server: server, checks: checks), service],
      gracefulShutdownSignals: [.sigterm],
      logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() }
    )
    let running = Task { try await group.run() }
    let number = await ports.first { _ in true } ?? 0
    checks.holds("ready", readiness.isReady)
    let answer = Task { await curl("http://127.0.0.1:\(number)/slow") }
    _ = await entered.first { _ in true }
    kill(getpid(), SIGTERM)
    while readiness.isReady { await Task.yield() }
    checks.equal("it answers on", await curl("http://127.0.0.1:\(number)/books/7"), "Book 7")
    try await running.value
    checks.equal("a request under way ends", await answer.value, "slow")
    checks.equal("the server has stopped", server.port, nil)
  }

  private static func curl(_ address: String) async -> String {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        let program = Process()
        program.executableURL = URL(filePath: "/usr/bin/curl")
        program.arguments = ["-s", "-m", "20", address]
        let output = Pipe()
        program.standardOutput = output
        try? program.run()
        let said = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        program.waitUntilExit()
        continuation.resume(returning: String(decoding: said, as: UTF8.self))
      }
    }
  }
}

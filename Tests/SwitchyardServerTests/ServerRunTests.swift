import Foundation
import HTTPTestSupport
import RoutePatterns
import SwitchyardServer
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A server that runs until it is told to end; signals go to a process of each test's own.
@Suite(.timeLimit(.minutes(6))) struct ServerRunTests {
  /// Runs a server in a task, and waits until it listens.
  private static func start(
    _ register: (Router) -> Void = { _ in },
    readiness: ServerReadiness? = nil,
    unreadyFor unreadyPeriod: Duration = .zero,
    gracePeriod: Duration = .seconds(60),
    endsUponSignals: Bool = true,
    reopening logs: [AccessLog] = [],
    onStop: @escaping @Sendable () -> Void = {}
  ) async throws -> (run: Task<Void, any Error>, server: EmbeddedServer, port: UInt16) {
    let router = Router(.patient)
    router.get("/ok") { _ in .text("ok") }
    register(router)
    var configuration = EmbeddedServer.Configuration.patient
    configuration.readiness = readiness
    configuration.responder.observers = logs
    let server = try EmbeddedServer(router: router, configuration: configuration)
    let started = Gate()
    let run = Task {
      defer { started.open() }
      try await server.run(
        unreadyFor: unreadyPeriod,
        gracePeriod: gracePeriod,
        endsUponSignals: endsUponSignals,
        reopening: logs,
        onStart: { _ in started.open() },
        onStop: onStop
      )
    }
    await started.wait()
    return (run, server, try #require(server.port))
  }

  private static func status(_ port: UInt16, _ path: String) async throws -> Int? {
    try await ask(port, "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")?.status
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `readiness fails first, then the server drains, then run returns`(_ number: Int32) async {
    await #expect(processExitsWith: .success) { [number] in
      let readiness = ServerReadiness()
      let (entered, finishes) = (Gate(), Gate())
      let stops = Count()
      #expect(!readiness.isReady)
      let (run, server, port) = try await Self.start(
        { router in
          router.get("/ready") { _ in readiness.response }
          router.get("/slow") { _ in
            entered.open()
            await finishes.wait()
            return .text("slow")
          }
        },
        readiness: readiness,
        unreadyFor: .seconds(3),
        onStop: { stops.add() }
      )
      #expect(try await Self.status(port, "/ready") == 200)
      readiness.isAble = false
      #expect(try await Self.status(port, "/ready") == 503)
      readiness.isAble = true
      async let slow = ask(port, "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
      await entered.wait()

      kill(getpid(), number)
      while readiness.isReady { await Task.yield() }
      // It answers on, also to those who come now.
      #expect(try await Self.status(port, "/ready") == 503)
      #expect(try await Self.status(port, "/ok") == 200)
      #expect(stops.value == 0)
      while stops.value == 0 { await Task.yield() }
      while server.port != nil { await Task.yield() }
      finishes.open()
      #expect(try await slow?.text == "slow")
      try await run.value
      await #expect(throws: (any Error).self) { _ = try await Self.status(port, "/ok") }
    }
  }

  @Test func `a second signal ends the grace period`() async {
    await #expect(processExitsWith: .success) {
      let (entered, cancelled) = (Gate(), Gate())
      let (run, server, port) = try await Self.start(
        { router in
          router.get("/endless") { _ in
            entered.open()
            await withTaskCancellationHandler {
              await Gate().wait()
            } onCancel: {
              cancelled.open()
            }
            return .text("end")
          }
        },
        gracePeriod: .seconds(3600)
      )
      let client = try RawClient(port: port)
      client.send("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n")
      await entered.wait()
      kill(getpid(), SIGTERM)
      while server.port != nil { await Task.yield() }
      kill(getpid(), SIGINT)
      await cancelled.wait()
      try await run.value
    }
  }

  @Test func `a second signal ends the time without readiness`() async {
    await #expect(processExitsWith: .success) {
      let readiness = ServerReadiness()
      let (run, _, _) = try await Self.start(readiness: readiness, unreadyFor: .seconds(3600))
      kill(getpid(), SIGTERM)
      while readiness.isReady { await Task.yield() }
      kill(getpid(), SIGTERM)
      try await run.value
    }
  }

  @Test func `run returns when another task has stopped the server, also while it is unready`()
    async
  {
    await #expect(processExitsWith: .success) {
      let readiness = ServerReadiness()
      let stops = Count()
      let (run, server, _) = try await Self.start(
        readiness: readiness,
        unreadyFor: .seconds(3600),
        onStop: { stops.add() }
      )
      kill(getpid(), SIGTERM)
      while readiness.isReady { await Task.yield() }
      await server.stop()
      try await run.value
      #expect(stops.value == 0)
    }
  }

  @Test func `another source of a signal goes on to hear of it`() async {
    await #expect(processExitsWith: .success) {
      let heard = Count()
      let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
      let isThere = Gate()
      source.setEventHandler { heard.add() }
      source.setRegistrationHandler { isThere.open() }
      source.resume()
      await isThere.wait()
      for _ in 0..<2 {
        let (run, _, _) = try await Self.start()
        kill(getpid(), SIGTERM)
        try await run.value
      }
      while heard.value < 2 { await Task.yield() }
      source.cancel()
    }
  }

  @Test func `a third signal has the effect that it had before`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      let readiness = ServerReadiness()
      let stopping = Gate()
      let (run, _, port) = try await Self.start(
        { router in
          router.get("/blocks") { _ in
            stopping.open()
            while true { usleep(1000) }
          }
        },
        readiness: readiness,
        unreadyFor: .seconds(3600)
      )
      let client = try RawClient(port: port)
      client.send("GET /blocks HTTP/1.1\r\nHost: a\r\n\r\n")
      await stopping.wait()
      kill(getpid(), SIGTERM)
      while readiness.isReady { await Task.yield() }
      kill(getpid(), SIGTERM)
      // From some moment on it ends the process, whose server never ends.
      while true {
        try await Task.sleep(for: .milliseconds(50))
        kill(getpid(), SIGTERM)
      }
      try await run.value
    }
  }

  @Test func `signals do afterwards what they did before`() async {
    await #expect(processExitsWith: .success) {
      for number in [SIGTERM, SIGINT, SIGHUP] {
        signal(number) { received[Int($0)].add() }
      }
      let folder = try TemporaryFolder()
      let log = try AccessLog(path: "\(folder.path)/access.log")
      for _ in 0..<2 {
        let (run, _, _) = try await Self.start(reopening: [log])
        kill(getpid(), SIGTERM)
        try await run.value
      }
      #expect(received.allSatisfy { $0.value == 0 })
      for number in [SIGTERM, SIGINT, SIGHUP] {
        kill(getpid(), number)
        while received[Int(number)].value == 0 { await Task.yield() }
      }
    }
  }

  @Test func `signals that something else watches for keep their effect`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGTERM) { received[Int($0)].add() }
      let (run, server, _) = try await Self.start(endsUponSignals: false)
      kill(getpid(), SIGTERM)
      while received[Int(SIGTERM)].value == 0 { await Task.yield() }
      #expect(server.port != nil)
      run.cancel()
      try await run.value
      #expect(server.port == nil)
    }
  }

  @Test func `without logs SIGHUP keeps its effect`() async {
    await #expect(processExitsWith: .signal(SIGHUP)) {
      _ = try await Self.start()
      kill(getpid(), SIGHUP)
      await Gate().wait()
    }
  }

  @Test func `a cancelled task ends as by a signal`() async throws {
    let (entered, finishes) = (Gate(), Gate())
    let (run, server, port) = try await Self.start({ router in
      router.get("/slow") { _ in
        entered.open()
        await finishes.wait()
        return .text("slow")
      }
    })
    async let slow = ask(port, "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
    await entered.wait()
    run.cancel()
    while server.port != nil { try await Task.sleep(for: .milliseconds(1)) }
    finishes.open()
    // The grace period was there nevertheless.
    #expect(try await slow?.text == "slow")
    try await run.value
  }

  @Test func `it returns when another task stops the server`() async throws {
    let readiness = ServerReadiness()
    let (run, server, _) = try await Self.start(readiness: readiness)
    #expect(readiness.isReady)
    await server.stop()
    try await run.value
    #expect(!readiness.isReady)
  }

  @Test func `it throws when the server cannot start`() async throws {
    let (run, _, port) = try await Self.start()
    var configuration = EmbeddedServer.Configuration.patient
    configuration.port = port
    let other = try EmbeddedServer(router: Router(.patient), configuration: configuration)
    let error = await #expect(throws: EmbeddedServerError.self) { try await other.run() }
    #expect(error?.code == .cannotListen)
    run.cancel()
    try await run.value
  }

  @Test func `SIGHUP opens the log anew after a rotation`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = "\(folder.path)/access.log"
      let log = try AccessLog(path: path, format: .json)
      let (run, _, port) = try await Self.start(reopening: [log])
      var asked = 0
      for round in 0...3 {
        // The log makes the new file before it turns to it: lines come to the old one until then.
        let most = asked + 1_000
        repeat {
          #expect(try await Self.status(port, "/ok") == 200)
          asked += 1
          try #require(asked < most, "the log never turned to its new file")
        } while try String(contentsOfFile: path, encoding: .utf8).isEmpty
        if round == 3 { break }
        guard rename(path, "\(path).\(round)") == 0 else { throw CocoaError(.fileWriteUnknown) }
        kill(getpid(), SIGHUP)
        while !FileManager.default.fileExists(atPath: path) { await Task.yield() }
      }
      kill(getpid(), SIGTERM)
      try await run.value
      let texts = try [".0", ".1", ".2", ""].map {
        try String(contentsOfFile: path + $0, encoding: .utf8)
      }
      #expect(texts.allSatisfy { !$0.isEmpty })
      // None is lost, and none is broken.
      let lines = texts.flatMap { $0.split(separator: "\n") }
      #expect(lines.count == asked)
      #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
      #expect(lines.allSatisfy { $0.contains(#""target":"/ok""#) })
    }
  }
}

/// The number of times that a handler of the test was called for a signal.
private let received = (0..<64).map { _ in Count() }

private final class Count: Sendable {
  private let count = Atomic(0)

  func add() { count.add(1, ordering: .relaxed) }
  var value: Int { count.load(ordering: .relaxed) }
}

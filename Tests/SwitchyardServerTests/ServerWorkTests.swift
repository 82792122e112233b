import RoutePatterns
import SwitchyardLocks
import SwitchyardServer
import Testing

/// Handlers that run on when nobody waits for them any more.
@Suite(.timeLimit(.minutes(6))) struct ServerWorkTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let timeLimit: Duration?
  }

  private static let cases = [
    Case(testDescription: "its client has left", timeLimit: nil),
    Case(testDescription: "its time is over", timeLimit: .milliseconds(100)),
  ]

  @Test(arguments: cases) private func `a handler is under way until it has ended, though`(
    _ item: Case
  ) async throws {
    let stuck = Locked<[CheckedContinuation<Void, Never>]>([])
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    let (cancellations, cancellation) = AsyncStream.makeStream(of: Void.self)
    var settings = Router.Configuration.server
    settings.handlerTimeLimit = item.timeLimit
    settings.onFault = { _ in }
    try await withServer(
      {
        $0.get("/ok") { _ in .text("ok") }
        $0.get("/stuck") { _ in
          await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
              stuck.withLock { $0.append(continuation) }
              start.yield()
            }
          } onCancel: {
            cancellation.yield()
          }
          return .text("")
        }
      },
      configure: { $0.responder.exchangeLimit = 2 },
      router: settings
    ) { _, port in
      var started = starts.makeAsyncIterator()
      var cancelled = cancellations.makeAsyncIterator()
      for _ in 0..<2 {
        let client = try RawClient(port: port)
        client.send("GET /stuck HTTP/1.1\r\nHost: a\r\n\r\n")
        await started.next()
        if item.timeLimit == nil { client.close() }
        await cancelled.next()
      }
      let ok = "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n"
      let refused = try await ask(port, ok)
      #expect(refused?.status == 503)
      for continuation in stuck.withLock({ $0 }) { continuation.resume() }
      var status: Int? = 503
      while status == 503 { status = try await ask(port, ok)?.status }
      #expect(status == 200)
    }
  }
}

import HTTPTestSupport
import SwitchyardHTTP
import TestSupport
import Testing

/// Bodies that another server receives, and hands over as a sequence of parts.
@Suite struct ForeignBodyTests {
  /// Parts of which each is noted when it is asked for.
  private struct Parts: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    let parts: [[UInt8]]
    var error: (any Error)?
    let asked = Notes<Int>()

    struct AsyncIterator: AsyncIteratorProtocol {
      let parts: Parts
      var place = 0

      mutating func next() async throws -> [UInt8]? {
        parts.asked.add(place)
        defer { place += 1 }
        if place < parts.parts.count { return parts.parts[place] }
        if let error = parts.error { throw error }
        return nil
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(parts: self) }
  }

  /// Parts that never come, until the task that waits for them is cancelled.
  private struct Silence: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    let begun = Gate()
    let ended = Gate()

    struct AsyncIterator: AsyncIteratorProtocol {
      let silence: Silence

      mutating func next() async throws -> [UInt8]? {
        silence.begun.open()
        defer { silence.ended.open() }
        try await Task.sleep(for: .seconds(600))
        return nil
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(silence: self) }
  }

  private func site(bodyLength: Int = 100) throws -> Site {
    try Site({ configuration, _ in configuration.bodyLength = bodyLength }) { router in
      router.post("/all") { request in .bytes(try await request.body.collect()) }
      router.post("/none") { _ in .text("none") }
      router.post("/one") { request in
        var parts = request.body.makeAsyncIterator()
        return .bytes(try await parts.next() ?? [])
      }
      router.post("/again") { request in
        await #expect(throws: ResponseError.self) { try await request.body.collect() }
        return .bytes(try await request.body.collect())
      }
    }
  }

  private func respond(
    _ target: String,
    _ parts: Parts,
    _ fields: HeaderFields = [:],
    bodyLength: Int = 100
  ) async throws -> (ServerResponse, failures: Int) {
    let site = try site(bodyLength: bodyLength)
    let head = RequestHead(.post, target, fields: fields)
    let response = await site.responder.respond(to: head, body: ServerRequestBody(parts))
    return (response, site.failures.all.count)
  }

  @Test func `a part is asked for when the handler wants it`() async throws {
    for (target, body, asked) in [
      ("/all", [1, 2, 3, 4], 4), ("/one", [1, 2], 1), ("/none", Array("none".utf8), 0),
      ("/absent", nil, 0),
    ] as [(String, [UInt8]?, Int)] {
      let parts = Parts(parts: [[1, 2], [], [3, 4]])
      let (response, _) = try await respond(target, parts)
      if let body { #expect(try await response.body.collect() == body) }
      #expect(parts.asked.all.count == asked, "\(target)")
    }
  }

  @Test func `more than the responder accepts is 413, however often it is read`() async throws {
    for target in ["/all", "/again"] {
      let parts = Parts(parts: [[1, 2], [3, 4, 5], [6]])
      let (response, failures) = try await respond(target, parts, bodyLength: 4)
      #expect(response.status == .contentTooLarge, "\(target)")
      #expect(failures == 0)
    }
    let (response, _) = try await respond("/all", Parts(parts: [[1, 2], [3, 4]]), bodyLength: 4)
    #expect(response.status == .ok)
  }

  @Test func `a body that breaks off is 400, and none of the program's failures`() async throws {
    let broken = Parts(parts: [[1]], error: Inside())
    let short = Parts(parts: [[1], [2]])
    let cases: [(Parts, HeaderFields)] = [(broken, [:]), (short, [.contentLength: "3"])]
    for (parts, fields) in cases {
      let (response, failures) = try await respond("/all", parts, fields)
      #expect(response.status == .badRequest)
      #expect(failures == 0)
    }
    let (response, _) = try await respond("/all", short, [.contentLength: "2"])
    #expect(response.status == .ok)
  }

  /// A sequence that is at its end once a read of it was cancelled, as those of other servers are.
  private struct Spent: AsyncSequence, AsyncIteratorProtocol, Sendable {
    var count = 0

    func makeAsyncIterator() -> Spent { self }

    mutating func next() async -> [UInt8]? {
      count += 1
      guard count > 1 else { return [1] }
      try? await Task.sleep(for: .seconds(3600))
      return nil
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a body whose reading was given up is never taken for whole`() async throws {
    let body = ServerRequestBody(Spent())
    let reader = Task { try await body.collect() }
    try await Task.sleep(for: .milliseconds(20))
    reader.cancel()
    await #expect(throws: (any Error).self) { try await reader.value }
    for _ in 0..<2 {
      await #expect(throws: ServerRequestBodyError.incomplete) { try await body.collect() }
    }
  }

  /// Each part is read in a task, which waits for others where the machine is crowded: so it is
  /// held against tasks that do nothing.
  @Test(.timeLimit(.minutes(5)))
  func `each of many parts costs as much as the first`() async throws {
    let body = ServerRequestBody(Parts(parts: Array(repeating: [1], count: 30_000)))
    var parts = body.makeAsyncIterator()
    let clock = ContinuousClock()
    var ratios: [Double] = []
    for _ in 0..<10 {
      let tasks = await clock.measure { for _ in 0..<1000 { await Task {}.value } }
      let reads = try await clock.measure {
        for _ in 0..<1000 { _ = try await parts.next() }
      }
      ratios.append(reads / tasks)
    }
    // It was 95 to 1,100 where each part wrapped what reads the next once more.
    let ratio = try #require(ratios.suffix(5).min())
    #expect(ratio < 30, "\(ratios)")
    #expect(try await body.collect().count == 20_000)
  }

  @Test(.timeLimit(.minutes(2)))
  func `when the body is closed a read that waits has ended, and none begins`() async throws {
    let silence = Silence()
    let body = ServerRequestBody(silence)
    let reader = Task { try await body.collect() }
    await silence.begun.wait()
    await body.close()
    await silence.ended.wait()
    await #expect(throws: (any Error).self) { try await reader.value }
    await #expect(throws: CancellationError.self) { try await body.collect() }
  }

  @Test func `a body that is closed before anybody reads is never asked for`() async throws {
    let parts = Parts(parts: [[1]])
    let body = ServerRequestBody(parts)
    for _ in 0..<2 {
      await body.close()
      await #expect(throws: CancellationError.self) { try await body.collect() }
    }
    #expect(parts.asked.all.isEmpty)
  }

  @Test(.timeLimit(.minutes(2)))
  func `a request that is cancelled ends the read of its handler`() async throws {
    let site = try site()
    let silence = Silence()
    let task = Task {
      let body = ServerRequestBody(silence)
      return await site.responder.respond(to: RequestHead(.post, "/all"), body: body)
    }
    await silence.begun.wait()
    task.cancel()
    await silence.ended.wait()
    #expect(await task.value.status.code == 499)
  }

  @Test(.timeLimit(.minutes(2)))
  func `two tasks do not read one body`() async throws {
    let silence = Silence()
    let body = ServerRequestBody(silence)
    let reader = Task { try await body.collect() }
    await silence.begun.wait()
    await #expect(throws: ServerRequestBodyError.readTwice) { try await body.collect() }
    reader.cancel()
    await #expect(throws: (any Error).self) { try await reader.value }
  }
}

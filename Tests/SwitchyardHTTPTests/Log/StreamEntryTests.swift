import HTTPTestSupport
@testable import SwitchyardHTTP
import TestSupport
import Testing

/// Entries of responses that are made while they are sent.
@Suite struct StreamEntryTests {
  private typealias Entry = AccessLogEntry
  private struct Failure: Error, CustomStringConvertible { let description = "no more" }

  /// So long that its writer waits until it is read.
  private static let part = [UInt8](repeating: 7, count: 1 << 16)

  /// A site whose stream has two parts, or fails behind the first.
  private func site(
    _ observers: [any RequestObserver],
    length: Int? = nil,
    fails: Bool = false
  ) throws -> Site {
    try Site({ configuration, _ in configuration.observers = observers }) { router in
      router.get("/stream", name: "stream") { _ in
        .stream(length: length) { writer in
          try await writer.write(Self.part)
          if fails { throw Failure() }
          try await writer.write(Self.part)
        }
      }
    }
  }

  @Test(arguments: [
    (nil, false, 131_072, Entry.StreamEnd.whole), (131_072, false, 131_072, .whole),
    // No more than its length is sent, and less is not all of it.
    (100_000, false, 100_000, .whole), (65_536, true, 65_536, .failed),
    (131_073, false, 131_072, .failed), (nil, true, 65_536, .failed),
  ])
  private func `the entry of a stream is made at its end`(
    _ length: Int?,
    _ fails: Bool,
    _ taken: Int,
    _ end: Entry.StreamEnd
  ) async throws {
    let entries = Notes<Entry>()
    let site = try site([entries], length: length, fails: fails)
    do {
      let response = await site.respond(.get, "/stream")
      #expect(entries.all.isEmpty)
      _ = try? await response.body.collect()
    }
    let entry = try #require(entries.all.first)
    #expect(entries.all.count == 1)
    #expect(entry.length == taken && entry.streamEnd == end)
    #expect(entry.status == .ok && entry.route?.name == "stream")
    #expect(entry.members["stream_end"] == .text(end.rawValue))
    #expect(entry.members["response_bytes"] == .number(Int64(taken)))
    #expect(try #require(entry.streamDuration) > .zero && entry.duration > .zero)
  }

  /// Whether somebody observes or not.
  @Test(arguments: [true, false])
  func `a stream that fails is a fault, which names the error`(_ isObserved: Bool) async throws {
    let entries = Notes<Entry>()
    let site = try site(isObserved ? [entries] : [], fails: true)
    await #expect(throws: Failure.self) {
      try await site.respond(.get, "/stream").body.collect()
    }
    let fault = try #require(site.failures.all.first)
    #expect(site.failures.all.count == 1)
    #expect(fault.error is Failure && fault.status == .ok && fault.route?.name == "stream")
    let id = try #require(fault.requestID)
    #expect("\(fault)" == "GET /stream (\(id)): 200 OK. no more")
    if isObserved { #expect(entries.all.map(\.requestID) == [id]) }

    let short = try self.site([], length: 131_080)
    await #expect(throws: ServerResponseStreamError.self) {
      try await short.respond(.get, "/stream").body.collect()
    }
    #expect(short.failures.all.map { ($0.error as? ServerResponseStreamError)?.missing } == [8])
    // One that is left is nobody's fault, as is what a client can cause.
    _ = await short.respond(.get, "/stream")
    short.router.get("/caused") { _ in .stream { _ in throw ServerRequestBodyError.incomplete } }
    await #expect(throws: ServerRequestBodyError.self) {
      try await short.respond(.get, "/caused").body.collect()
    }
    #expect(short.failures.all.count == 1)
    // Behind the head it is no answer.
    short.router.get("/answer") { _ in .stream { _ in throw ResponseError(.serviceUnavailable) } }
    await #expect(throws: ResponseError.self) {
      try await short.respond(.get, "/answer").body.collect()
    }
    #expect(short.failures.all.count == 2)
  }

  /// Its client is still there.
  @Test func `a maker that is cancelled by itself has failed`() async throws {
    let entries = Notes<Entry>()
    let site = try site([entries])
    site.router.get("/cancelled") { _ in .stream { _ in throw CancellationError() } }
    await #expect(throws: CancellationError.self) {
      try await site.respond(.get, "/cancelled").body.collect()
    }
    // As our server reads it.
    if case .stream(let stream) = await site.respond(.get, "/cancelled").body {
      let pipe = stream.start {}
      #expect(await becomesTrue { if case .failed = pipe.read(upTo: 1) { true } else { false } })
    }
    #expect(entries.all.map(\.streamEnd) == [.failed, .failed])
    #expect(site.failures.all.count == 2)
  }

  @Test func `what has come of a request by the end of its stream is in the entry`() async throws {
    let entries = Notes<Entry>()
    let site = try site([entries])
    site.router.post("/echo") { request in
      .stream { writer in for try await part in request.body { try await writer.write(part) } }
    }
    let body = ByteChannel {}
    let head = RequestHead(.post, "/echo", fields: [.transferEncoding: "chunked"])
    let responses = Notes<ServerResponse>()
    site.responder.begin(head, body: body) { responses.add($0) }
    #expect(await becomesTrue { !responses.all.isEmpty })
    _ = body.push([1, 2, 3])
    body.finish()
    #expect(try await responses.take()[0].body.collect() == [1, 2, 3])
    #expect(entries.all.map(\.requestLength) == [3])
  }

  @Test func `a stream that nobody reads to its end has an entry of what was taken`() async throws {
    let entries = Notes<Entry>()
    let site = try site([entries])
    // Nobody has begun to read it.
    _ = await site.respond(.get, "/stream")
    // The handler's thread may be about to let go of it.
    #expect(await becomesTrue { entries.all.count == 1 })
    // Its reader leaves behind the first part.
    do {
      let response = await site.respond(.get, "/stream")
      var parts = response.body.makeAsyncIterator()
      #expect(try await parts.next()?.count == 65_536)
    }
    // Its reader is cancelled.
    let response = await site.respond(.get, "/stream")
    let reading = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await response.body.collect()
    }
    await #expect(throws: CancellationError.self) { try await reading.value }
    #expect(entries.all.map(\.length) == [0, 65_536, 0])
    #expect(entries.all.map(\.streamEnd) == [.left, .left, .left])
  }

  @Test func `other bodies have an entry at once, which says nothing of a stream`() async throws {
    let entries = Notes<Entry>()
    let site = try site([entries])
    site.router.get("/text") { _ in .text("text") }
    let responses = [await site.respond(.get, "/text"), await site.respond(.head, "/stream")]
    #expect(entries.all.map(\.length) == [4, 0])
    #expect(entries.all.allSatisfy { $0.streamEnd == nil && $0.streamDuration == nil })
    #expect(entries.all.allSatisfy { $0.members["stream_end"] == nil })
    #expect(responses.count == 2)
  }

  @Test func `a stream counts as in flight until it has ended, and once`() async throws {
    let metrics = RequestMetrics()
    let site = try site([metrics])
    do {
      let response = await site.respond(.get, "/stream")
      #expect(metrics.inFlight == 1)
      // Read twice, it is made twice.
      for _ in 1...2 { #expect(try await response.body.collect().count == 131_072) }
      #expect(metrics.inFlight == 0)
    }
    #expect(metrics.inFlight == 0)
    #expect(metrics.text.contains(#"{method="GET",route="/stream",status="200"} 1"#))
  }
}

import HTTPTestSupport
import RoutePatterns
import SwitchyardHTTP
import SwitchyardLocks
import TestSupport
import Testing

@testable import SwitchyardCompression

/// Streams are compressed while they are made: what is written arrives, and nothing is made ahead.
@Suite(.timeLimit(.minutes(2))) struct CompressedStreamTests {
  private func respond(
    _ accepted: String = "gzip",
    length: Int? = nil,
    _ produce: @escaping @Sendable (ServerResponseWriter) async throws -> Void
  ) async throws -> ServerResponse {
    let site = try Site({ _, _ in }) { router in
      router.compress("/*")
      router.get("/") { _ in .stream(type: "text/event-stream", length: length, produce) }
    }
    let response = await site.respond(.get, "/", [.acceptEncoding: accepted])
    #expect(response.fields[.contentEncoding] == accepted)
    #expect(response.body.length == nil)
    return response
  }

  @Test(arguments: ["gzip", "deflate"])
  func `an event is there before the next is written`(_ accepted: String) async throws {
    let gates = (0..<5).map { _ in Gate() }
    let response = try await respond(accepted) { writer in
      for (number, gate) in gates.enumerated() {
        await gate.wait()
        try await writer.write("data: \(number)\n\n")
      }
    }
    let inflater = try Inflater(accepted == "gzip" ? .gzip : .zlib)
    var parts = response.body.makeAsyncIterator()
    for (number, gate) in gates.enumerated() {
      gate.open()
      // What follows is not written before this was read.
      var event = ""
      while event.isEmpty {
        inflater.push(try await #require(parts.next()))
        while let bytes = try inflater.pull(upTo: 1000) {
          event += String(decoding: bytes, as: UTF8.self)
        }
      }
      #expect(event == "data: \(number)\n\n")
    }
    while let rest = try await parts.next() { inflater.push(rest) }
    #expect(try inflater.pull(upTo: 1000) == nil)
    try inflater.finish()
  }

  @Test func `a stream of nothing is an empty file`() async throws {
    let response = try await respond { _ in }
    #expect(try await response.content.isEmpty)
  }

  @Test func `drawn writes arrive whole`() async throws {
    let count = PropertyRun.cases(default: 40)
    var random = PropertyRun.generator(for: "compressed streams", cases: count)
    for _ in 0..<count {
      let parts = (0..<random.below(12)).map { _ in
        let isRandom = random.below(2) == 0
        return (0..<random.pick([0, 1, 100, 3000, 65_536, 90_000])).map { _ in
          isRandom ? UInt8(random.below(256)) : 97
        }
      }
      let response = try await respond { writer in
        for part in parts { try await writer.write(part) }
      }
      let isSame = try await response.content == Array(parts.joined())
      #expect(isSame)
    }
  }

  @Test func `a writer waits while nobody reads`() async throws {
    let written = Locked(0)
    let response = try await respond { writer in
      var random = SeededGenerator(seed: 1)
      while true {
        // It cannot be made smaller.
        let part = (0..<16_384).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        try await writer.write(part)
        written.withLock { $0 += part.count }
      }
    }
    var parts = response.body.makeAsyncIterator()
    var read = 0
    while read < 1 << 20 { read += try await #require(parts.next()).count }
    try await Task.sleep(for: .milliseconds(200))
    // Each of two channels holds less than two parts of 64 KiB beyond what was read.
    #expect(written.withLock { $0 } < read + 8 * 65_536)
  }

  /// Something that tells when nobody holds it any more.
  private final class Held: Sendable {
    private let gate: Gate
    init(_ gate: Gate) { self.gate = gate }
    deinit { gate.open() }
  }

  @Test func `a client that leaves ends the writer, and the compressor with it`() async throws {
    let (released, cancelled) = (Gate(), Gate())
    do {
      let held = Held(released)
      let response = try await respond { writer in
        do {
          while true {
            try await writer.write("data: \(ObjectIdentifier(held))\n\n")
            try await Task.sleep(for: .milliseconds(1))
          }
        } catch {
          cancelled.open()
          throw error
        }
      }
      var parts = response.body.makeAsyncIterator()
      for _ in 0..<3 { _ = try await parts.next() }
    }
    await cancelled.wait()
    await released.wait()
  }

  @Test func `one that leaves while nothing comes ends the writer as well`() async throws {
    let cancelled = Gate()
    do {
      let response = try await respond { writer in
        try await writer.write("data: 1\n\n")
        do {
          try await Task.sleep(for: .seconds(3600))
        } catch {
          cancelled.open()
          throw error
        }
      }
      var parts = response.body.makeAsyncIterator()
      _ = try await parts.next()
    }
    await cancelled.wait()
  }

  @Test func `an error breaks the response off, without an end`() async throws {
    let response = try await respond { writer in
      try await writer.write("data: 1\n\n")
      throw Inside()
    }
    var bytes: [UInt8] = []
    await #expect(throws: Inside.self) {
      for try await part in response.body { bytes += part }
    }
    let error = #expect(throws: CompressedDataError.self) { try expanded([bytes]) }
    #expect(error?.code == .cutOff)
  }

  @Test func `a stream that keeps its length no better than others is an error`() async throws {
    let response = try await respond(length: 5000) { try await $0.write("short") }
    let error = await #expect(throws: ServerResponseStreamError.self) {
      _ = try await response.body.collect()
    }
    #expect(error?.missing == 4995)
    let longer = try await respond(length: 2000) { writer in
      for _ in 0..<10 { try await writer.write([UInt8](repeating: 97, count: 300)) }
    }
    #expect(try await longer.content.count == 2000)
  }

  @Test func `HEAD makes no stream`() async throws {
    let site = try Site({ _, _ in }) { router in
      router.compress("/*")
      router.get("/") { _ in
        .stream(type: "text/plain") { _ in Issue.record("it was made") }
      }
    }
    let head = await site.respond(.head, "/", [.acceptEncoding: "gzip"])
    #expect(head.fields[.contentEncoding] == "gzip")
    #expect(!head.fields.contains(.contentLength))
  }

  @Test func `long bytes are compressed while they are sent`() async throws {
    let bytes = [UInt8](repeating: 97, count: 10 << 20)
    let site = try Site({ _, _ in }) { router in
      router.compress("/*")
      router.get("/") { _ in .bytes(bytes, type: "text/plain") }
    }
    let response = await site.respond(.get, "/", [.acceptEncoding: "gzip"])
    #expect(response.body.length == nil)
    let isSame = try await response.content == bytes
    #expect(isSame)
  }
}

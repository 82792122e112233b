import HTTPTestSupport
import SwitchyardHTTP
import TestSupport
import Testing

@testable import SwitchyardCompression

/// The places of the bodies that are compressed while they are sent.
///
/// In processes of their own, as other tests take places as well.
@Suite(.timeLimit(.minutes(3))) struct CompressionPlaceTests {
  private static func site() throws -> Site {
    try Site({ _, _ in }) { router in
      router.compress("/*")
      router.get("/long") { _ in
        .bytes([UInt8](repeating: 97, count: 100_000), type: "text/plain")
      }
      router.get("/fails") { _ in
        .stream(type: "text/plain") { writer in
          try await writer.write("some")
          throw Inside()
        }
      }
      router.get("/endless") { _ in
        .stream(type: "text/plain") { writer in
          while true {
            try await writer.write("more")
            try await Task.sleep(for: .milliseconds(1))
          }
        }
      }
      router.get("/short") { _ in .bytes([UInt8](repeating: 97, count: 5_000), type: "text/plain") }
    }
  }

  private static func get(_ site: Site, _ target: String) async -> ServerResponse {
    await site.respond(.get, target, [.acceptEncoding: "gzip"])
  }

  /// Waits until no place is taken, for tasks that end.
  private static func expectAllFree() async throws {
    for _ in 0..<5_000 where CompressionPlace.takenCount > 0 {
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(CompressionPlace.takenCount == 0)
  }

  @Test func `a burst of responses begins no more streams than there are places`() async {
    await #expect(processExitsWith: .success) {
      let site = try Self.site()
      var responses: [ServerResponse] = []
      for _ in 0..<CompressionPlace.most { responses.append(await Self.get(site, "/long")) }
      #expect(responses.allSatisfy { $0.fields[.contentEncoding] == "gzip" })
      let plain = await Self.get(site, "/long")
      #expect(plain.fields[.contentEncoding] == nil)
      #expect(plain.fields[.vary] == "Accept-Encoding")
      #expect(plain.body.length == 100_000)
      // What is compressed at once needs no place.
      #expect(await Self.get(site, "/short").fields[.contentEncoding] == "gzip")
      // One that is read to its end leaves its place, though somebody keeps the response.
      #expect(try await responses[0].content.count == 100_000)
      try await Self.waitForPlaces(below: CompressionPlace.most)
      let next = await Self.get(site, "/long")
      #expect(next.fields[.contentEncoding] == "gzip")
      // Who reads it again needs a place.
      await #expect(throws: CompressedDataError.self) { _ = try await responses[0].content }
      responses.removeLast()
      #expect(try await responses[0].content.count == 100_000)
    }
  }

  private static func waitForPlaces(below count: Int) async throws {
    for _ in 0..<5_000 where CompressionPlace.takenCount >= count {
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  @Test func `a place is free again however its stream ends`() async {
    await #expect(processExitsWith: .success) {
      let site = try Self.site()
      // Never read.
      _ = await Self.get(site, "/long")
      try await Self.expectAllFree()
      _ = await site.respond(.head, "/long", [.acceptEncoding: "gzip"])
      try await Self.expectAllFree()
      // Failed.
      let failing = await Self.get(site, "/fails")
      await #expect(throws: Inside.self) { _ = try await failing.body.collect() }
      try await Self.expectAllFree()
      // Its reader leaves, before the first part and behind it.
      for count in 0..<2 {
        do {
          let endless = await Self.get(site, "/endless")
          #expect(CompressionPlace.takenCount == 1)
          var parts = endless.body.makeAsyncIterator()
          for _ in 0..<count { _ = try await parts.next() }
        }
        try await Self.expectAllFree()
      }
      // Its reader is cancelled.
      let reading = Task {
        for try await _ in await Self.get(site, "/endless").body {
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
      _ = await reading.result
      try await Self.expectAllFree()
      // Middleware outside drops it.
      site.router.transform("/dropped") { _, response in response = .text("other") }
      site.router.get("/dropped") { _ in .text("never") }
      _ = await Self.get(site, "/dropped")
      try await Self.expectAllFree()
    }
  }
}

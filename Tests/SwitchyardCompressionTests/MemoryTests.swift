#if os(Linux)
  import Foundation
  import HTTPTestSupport
  import SwitchyardHTTP
  import TestSupport
  import Testing

  @testable import SwitchyardCompression

  /// Memory that compression takes, which does not grow with what goes through it.
  ///
  /// In a process of their own; what a sanitizer keeps of memory that is free again is not asked.
  @Suite(.timeLimit(.minutes(3)), .enabled(if: !PropertyRun.isSlow)) struct MemoryTests {
    /// The bytes of memory that the process has.
    private static var resident: Int {
      get throws {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return try #require(Int(text.split(separator: " ")[1])) * Int(sysconf(Int32(_SC_PAGESIZE)))
      }
    }

    private static func expectNoMore(
      than bound: Int,
      during body: (_ look: () throws -> Void) async throws -> Void
    ) async throws {
      let before = try resident
      var (most, turn) = (before, 0)
      try await body {
        turn += 1
        if turn % 64 == 0 { most = max(most, try resident) }
      }
      #expect(most - before < bound, "\((most - before) >> 10) KiB")
    }

    @Test func `a long stream takes no more than a short one`() async {
      await #expect(processExitsWith: .success) {
        var random = SeededGenerator(seed: 1)
        let part = (0..<65_536).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        let live = ServerResponse.Body.stream(
          ServerResponseStream { writer in
            for _ in 0..<512 { try await writer.write(part) }
          }
        )
        let compressed = try #require(live.compressed(.gzip, level: 1))
        try await Self.expectNoMore(than: 8 << 20) { look in
          var count = 0
          for try await bytes in compressed {
            count += bytes.count
            try look()
          }
          #expect(count > 512 << 16)
        }
      }
    }

    @Test func `nor does one that is made of nothing but zeros`() async {
      await #expect(processExitsWith: .success) {
        let part = [UInt8](repeating: 0, count: 1 << 20)
        let live = ServerResponse.Body.stream(
          ServerResponseStream { writer in
            for _ in 0..<64 { try await writer.write(part) }
          }
        )
        let compressed = try #require(live.compressed(.gzip, level: 1))
        try await Self.expectNoMore(than: 16 << 20) { look in
          for try await _ in compressed { try look() }
        }
      }
    }

    @Test func `a body of 128 MiB is expanded in a few pages`() async {
      await #expect(processExitsWith: .success) {
        let piece = try packed([UInt8](repeating: 0, count: 4 << 20), level: 9)
        let parts = AsyncStream([UInt8].self) { continuation in
          for _ in 0..<32 { continuation.yield(piece) }
          continuation.finish()
        }
        let body = ServerRequestBody(parts).decoded { parts in
          ExpandedParts(parts, try! Inflater(.gzip), .gzip, upTo: .max, ratio: .max)
        }
        try await Self.expectNoMore(than: 16 << 20) { look in
          var count = 0
          for try await bytes in body {
            count += bytes.count
            try look()
          }
          #expect(count == 1 << 27)
        }
      }
    }

    @Test func `who keeps small parts keeps no more than these`() async {
      await #expect(processExitsWith: .success) {
        // A flush behind each byte makes a part of each.
        let deflater = try Deflater(.gzip, level: 6)
        let bytes = (0..<20_000).map { deflater.compress([UInt8(truncatingIfNeeded: $0)], .all) }
        let end = deflater.compress([], .end)
        let parts = AsyncStream([UInt8].self) { continuation in
          for part in bytes + [end] { continuation.yield(part) }
          continuation.finish()
        }
        let body = ServerRequestBody(parts).decoded { parts in
          ExpandedParts(parts, try! Inflater(.gzip), .gzip, upTo: .max, ratio: .max)
        }
        try await Self.expectNoMore(than: 16 << 20) { look in
          var kept: [[UInt8]] = []
          for try await part in body {
            kept.append(part)
            try look()
          }
          #expect(kept.count == 20_000)
        }
      }
    }
  }
#endif

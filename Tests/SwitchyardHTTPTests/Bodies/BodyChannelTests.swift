import HTTPTestSupport
import TestSupport
import Testing

@testable import SwitchyardHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Between the server, which pushes, and a handler, which reads, no more than a bounded part of a body is in memory.
@Suite struct BodyChannelTests {
  @Test func `a guard runs before anything of a body is asked for`() async throws {
    let events = Notes<String>()
    let site = try Site(routes: { router in
      router.guard("/*") { _ async in
        events.add("guard")
        return .allow
      }
      router.post("/reads") { request in
        events.add("map")
        return .bytes(try await request.body.collect())
      }
      router.post("/ignores") { _ in .text("") }
      router.guard("/denied") { _ async in .deny }
    })
    let asked = Gate()
    let channel = ByteChannel(limit: 10) {
      events.add("asks")
      asked.open()
    }
    let answered = Gate()
    site.responder.begin(RequestHead(.post, "/reads"), body: channel) { response in
      events.add("\(response.status.code)")
      answered.open()
    }
    await asked.wait()
    #expect(events.all == ["guard", "map", "asks"])
    #expect(channel.push([1, 2]))
    channel.finish()
    await answered.wait()
    #expect(events.all.last == "200")

    for target in ["/ignores", "/denied"] {
      let channel = ByteChannel(limit: 10) { Issue.record("nobody reads") }
      site.responder.begin(RequestHead(.post, target), body: channel) { _ in }
    }
  }

  @Test func `a server that is quicker than its reader is told to stop`() async throws {
    let demands = Notes<Void>()
    let channel = ByteChannel(limit: 100, bound: 4) { demands.add(()) }
    #expect(channel.push([1, 2, 3]))
    #expect(!channel.push([4, 5]))
    #expect(!channel.push([6]))
    let body = try await read(channel)
    #expect(body == [1, 2, 3, 4, 5, 6])
    #expect(demands.all.isEmpty)
    #expect(channel.push([7]))
    channel.finish()
    #expect(try await read(channel) == [7])
    #expect(try await read(channel) == nil)
  }

  // Sanitizers keep what is freed for a while.
  @Test(.enabled(if: !PropertyRun.isSlow))
  func `what is kept is bounded, however small the pieces`() async {
    #if os(Linux)
      await #expect(processExitsWith: .success) {
        /// The memory that the process has, in kilobytes.
        func memory() throws -> Int {
          let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
          return try #require(Int(text.split(separator: " ")[1])) * 4
        }
        // Pieces of a byte each, as a client sends them that means ill.
        let small = (0..<20).map { _ in ByteChannel {} }
        let before = try memory()
        for channel in small { while channel.push(CollectionOfOne(7)) {} }
        let each = (try memory() - before) / small.count
        #expect(each < 4 * 64)

        // A writer that is always ahead of its reader, who never comes to the end: 600 megabytes.
        let ahead = ByteChannel {}
        let piece = [UInt8](repeating: 7, count: 40_001)
        let start = try memory()
        for _ in 0..<10_000 {
          while ahead.push(piece) {}
          for _ in 0..<2 { _ = ahead.read(upTo: 32_768) }
        }
        // With room for what the address sanitizer keeps of memory that was given back.
        #expect(try memory() - start < 400_000)
        withExtendedLifetime((small, ahead)) {}
      }
    #endif
  }

  @Test func `a body that is too long is thrown away, and its reader told`() async throws {
    let channel = ByteChannel(limit: 4, bound: 100) {}
    #expect(channel.push([1, 2, 3]))
    #expect(channel.push([4, 5]))
    #expect(channel.push([6]))
    let error = await #expect(throws: ResponseError.self) { try await read(channel) }
    #expect(error?.status == .contentTooLarge)
  }

  @Test func `a body that breaks off says so to who waits`() async throws {
    let waits = Gate()
    let channel = ByteChannel(limit: 4) { waits.open() }
    let part = Task { try await read(channel) }
    await waits.wait()
    channel.fail(ServerRequestBodyError.incomplete)
    channel.finish()
    let error = await #expect(throws: ServerRequestBodyError.self) { try await part.value }
    #expect(error == .incomplete)
  }

  @Test func `a reader that is cancelled waits no more`() async throws {
    let waits = Gate()
    let channel = ByteChannel(limit: 4) { waits.open() }
    let task = Task { try await read(channel) }
    await waits.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(channel.push([1]))
  }

  @Test func `a reader that is cancelled leaves the body to the next`() async throws {
    let waits = [Gate(), Gate()]
    let turns = Notes<Void>()
    let channel = ByteChannel(limit: 4) {
      turns.add(())
      waits[turns.all.count - 1].open()
    }
    let first = Task { try await read(channel) }
    await waits[0].wait()
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    // One that is cancelled before it begins takes nothing either.
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await read(channel)
    }
    await #expect(throws: CancellationError.self) { try await late.value }
    let second = Task { try await read(channel) }
    await waits[1].wait()
    #expect(channel.push([1]))
    channel.finish()
    #expect(try await second.value == [1])
    #expect(try await read(channel) == nil)
  }

  @Test func `a second reader is told that there is a first`() async throws {
    let waits = Gate()
    let channel = ByteChannel(limit: 4) { waits.open() }
    async let first = read(channel)
    await waits.wait()
    let error = await #expect(throws: ServerRequestBodyError.self) { try await read(channel) }
    #expect(error == .readTwice)
    _ = channel.push([1])
    #expect(try await first == [1])
  }

  private func read(_ channel: ByteChannel) async throws -> [UInt8]? {
    try await channel.next()
  }
}

import HTTPTestSupport
import SwitchyardHTTP
import Testing

/// Between the maker of a response, which writes, and the server, which reads.
@Suite struct ResponseStreamTests {
  @Test func `a stream is what was written`() async throws {
    let response = ServerResponse.stream(type: "text/csv", length: 4) { writer in
      try await writer.write("a,")
      try await writer.write([])
      try await writer.write([0x62, 0x0A])
    }
    #expect(response.fields[.contentType] == "text/csv")
    #expect(response.body.length == 4)
    #expect(try await response.text == "a,b\n")
  }

  @Test func `a stream can be made of parts`() async throws {
    let parts = AsyncStream<[UInt8]> { continuation in
      for number in 0..<100 { continuation.yield([UInt8(number)]) }
      continuation.finish()
    }
    let body = ServerResponse.Body.stream(ServerResponseStream(parts))
    #expect(body.length == nil)
    #expect(try await body.collect() == (0..<100).map { UInt8($0) })
  }

  @Test func `a writer waits while enough lies ready`() async throws {
    let size = 1 << 16
    let written = Notes<Int>()
    let readable = Gate()
    let stream = ServerResponseStream { writer in
      for number in 0..<4 {
        try await writer.write([UInt8](repeating: UInt8(number), count: size))
        written.add(number)
      }
    }
    let pipe = stream.start { readable.open() }
    // All parts come, and no more of them is ever there than one that was read and one that waits.
    var count = 0
    while count < 4 * size {
      switch pipe.read(upTo: size) {
      case .bytes(let bytes):
        count += bytes.count
        #expect(written.all.count <= count / size + 1)
      case .nothing where count == 0: await readable.wait()
      case .nothing: await Task.yield()
      case .ended, .failed:
        Issue.record("the body has ended after \(count) bytes")
        return
      }
    }
    while true {
      switch pipe.read(upTo: 1) {
      case .ended: return
      case .nothing: await Task.yield()
      default:
        Issue.record("there is more than was written")
        return
      }
    }
  }

  @Test func `of several writers one is cancelled by itself`() async throws {
    let size = 1 << 16
    let full = [UInt8](repeating: 1, count: size)
    let (begun, given) = (Gate(), Notes<Task<Void, any Error>>())
    let ends = AsyncStream.makeStream(of: String.self)
    let stream = ServerResponseStream { writer in
      for name in ["first", "second"] {
        given.add(
          Task {
            do {
              try await writer.write(full)
              ends.continuation.yield("\(name) is done")
            } catch {
              ends.continuation.yield("\(name) is cancelled")
            }
          }
        )
      }
      let cancelled = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await writer.write([2])
      }
      // It writes nothing, and does not wait for the client.
      await #expect(throws: CancellationError.self) { try await cancelled.value }
      begun.open()
      for task in given.all { try await task.value }
    }
    let pipe = stream.start {}
    await begun.wait()
    var ended = ends.stream.makeAsyncIterator()
    given.all[0].cancel()
    #expect(await ended.next() == "first is cancelled")
    var body: [UInt8] = []
    reading: while true {
      switch pipe.read(upTo: size) {
      case .bytes(let bytes): body += bytes
      case .nothing: await Task.yield()
      case .ended: break reading
      case .failed(let error): throw error
      }
    }
    #expect(await ended.next() == "second is done")
    #expect(!body.contains(2))
  }

  @Test func `a maker that fails breaks the response off`() async throws {
    let body = ServerResponse.Body.stream(
      ServerResponseStream { writer in
        try await writer.write("half")
        throw Inside()
      }
    )
    await #expect(throws: Inside.self) { try await body.collect() }
  }

  @Test func `a maker whose client leaves is cancelled, where it writes and where it waits`()
    async throws
  {
    let (writes, waits) = (Gate(), Gate())
    let writer = ServerResponseStream { writer in
      do {
        while true { try await writer.write([UInt8](repeating: 0, count: 1 << 16)) }
      } catch {
        writes.open()
        throw error
      }
    }.start {}
    let waiter = ServerResponseStream { _ in
      do {
        try await Task.sleep(for: .seconds(600))
      } catch {
        waits.open()
        throw error
      }
    }.start {}
    writer.cancel()
    waiter.cancel()
    await writes.wait()
    await waits.wait()
  }
}

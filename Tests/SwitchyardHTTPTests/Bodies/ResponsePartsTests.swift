import Foundation
import HTTPTestSupport
import SwitchyardHTTP
import TestSupport
import Testing

/// The body of a response, as another server reads it.
@Suite struct ResponsePartsTests {
  private func parts(of body: ServerResponse.Body) async throws -> [[UInt8]] {
    var parts: [[UInt8]] = []
    for try await bytes in body { parts.append(bytes) }
    return parts
  }

  @Test func `bytes are one part, and no body is none`() async throws {
    #expect(try await parts(of: .none) == [])
    #expect(try await parts(of: .bytes([])) == [])
    #expect(try await parts(of: .bytes([1, 2])) == [[1, 2]])
  }

  @Test func `a file comes in parts, and by a descriptor of its own`() async throws {
    let folder = try TemporaryFolder()
    let content = (0..<150_000).map { "\($0 % 10)" }.joined()
    try folder.write(content, to: "long.txt")
    let response = try ServerResponse.file("\(folder.path)/long.txt")
    guard case .file(var file) = response.body else {
      Issue.record("it is no file")
      return
    }
    let found = try await parts(of: .file(file))
    #expect(found.map(\.count) == [65_536, 65_536, 18_928])
    #expect(found.joined().elementsEqual(content.utf8))
    file.offset = 7
    file.length = 5
    #expect(try await parts(of: .file(file)) == [Array("78901".utf8)])

    let descriptor = try #require(file.duplicateDescriptor())
    let handle = Foundation.FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.seek(toOffset: UInt64(file.offset))
    #expect(try handle.read(upToCount: file.length) == Data("78901".utf8))
  }

  @Test func `a file that has become shorter is an error`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("0123456789", to: "short.txt")
    let response = try ServerResponse.file("\(folder.path)/short.txt")
    try folder.write("01", to: "short.txt")
    await #expect(throws: ServedFileError.self) { _ = try await parts(of: response.body) }
  }

  @Test(.timeLimit(.minutes(2)))
  func `the maker of a stream waits for its reader, and ends with it`() async throws {
    let written = Notes<Int>()
    let left = Gate()
    let body = ServerResponse.Body.stream(
      ServerResponseStream { writer in
        do {
          for number in 0... {
            try await writer.write([UInt8](repeating: 0, count: 1 << 16))
            written.add(number)
          }
        } catch {
          left.open()
          throw error
        }
      }
    )
    // Nothing is made before it is read.
    #expect(written.all.isEmpty)
    var read = 0
    for try await bytes in body {
      read += bytes.count
      #expect(written.all.count <= read >> 16 + 1)
      if read >= 20 << 16 { break }
    }
    await left.wait()
    #expect(written.all.count <= read >> 16 + 1)
  }

  @Test(.timeLimit(.minutes(2)))
  func `a reader that is cancelled ends the maker of a stream`() async throws {
    let (begun, left) = (Gate(), Gate())
    let body = ServerResponse.Body.stream(
      ServerResponseStream { _ in
        begun.open()
        defer { left.open() }
        try await Task.sleep(for: .seconds(600))
      }
    )
    let reader = Task { try await body.collect() }
    await begun.wait()
    reader.cancel()
    await left.wait()
    await #expect(throws: CancellationError.self) { try await reader.value }
  }

  @Test func `of a stream with a length as much is read, and less is an error`() async throws {
    func stream(_ length: Int) -> ServerResponse.Body {
      .stream(
        ServerResponseStream(length: length) { writer in
          try await writer.write([1, 2])
          try await writer.write([3, 4])
        }
      )
    }
    #expect(try await stream(4).collect() == [1, 2, 3, 4])
    #expect(try await stream(3).collect() == [1, 2, 3])
    #expect(try await stream(0).collect() == [])
    let error = await #expect(throws: ServerResponseStreamError.self) {
      try await stream(5).collect()
    }
    #expect(error?.missing == 1)
  }

  @Test(.timeLimit(.minutes(1)))
  func `the maker of a stream does what it has to behind the last byte`() async throws {
    let (isRead, cancellations) = (Gate(), Notes<Bool>())
    let response = ServerResponse.stream(length: 2) { writer in
      try await writer.write([1, 2])
      await isRead.wait()
      cancellations.add(Task.isCancelled)
    }
    var reader = response.body.makeAsyncIterator()
    #expect(try await reader.next() == [1, 2])
    isRead.open()
    #expect(try await reader.next() == nil)
    #expect(cancellations.all == [false])
    let longer = ServerResponse.stream(length: 2) { writer in
      try await writer.write([1, 2])
      try await writer.write([3])
    }
    var bytes: [UInt8] = []
    for try await part in longer.body { bytes += part }
    #expect(bytes == [1, 2])
  }
}

import Foundation
import HTTPTestSupport
import SwitchyardCompression
import SwitchyardServer
import TestSupport
import Testing

/// Compressed responses and bodies over sockets, as other programs see them.
@Suite(.timeLimit(.minutes(3))) struct ServerCompressionTests {
  private static let curl = InstalledProgram("curl")
  private static let text = (0..<5000).map { "Twelve times \($0) is \($0 * 12). " }.joined()

  private func register(_ router: Router, _ folder: String) throws {
    router.compress("/*")
    router.expandBodies("/*", upTo: 1 << 20)
    router.get("/text") { _ in Self.text }
    router.get("/file") { request in try .file("\(folder)/page.txt", to: request) }
    router.get("/stream") { _ in
      .stream(type: "text/plain") { writer in
        for line in Self.text.split(separator: ".") { try await writer.write("\(line).") }
      }
    }
    router.post("/echo") { request in
      let text = try await request.body.text()
      return .text(text)
    }
  }

  @Test(.enabled(if: curl.isInstalled))
  func `curl reads what it has asked for`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text, to: "page.txt")
    let path = folder.path
    try await withServer({ router in
      // A folder that is gone would fail the requests.
      try? register(router, path)
    }) { _, port in
      for name in ["text", "file", "stream"] {
        let words = [Self.curl.path, "-sS", "--max-time", "60", "http://127.0.0.1:\(port)/\(name)"]
        let expected = Self.text + (name == "stream" ? "." : "")
        for accepted in ["gzip", "deflate", "gzip, deflate", "identity"] {
          let options = ["--compressed", "-H", "Accept-Encoding: \(accepted)"]
          let said = try await blocking { try ChildProgram.output(of: words + options) }
          #expect(said == expected, "\(name), \(accepted)")
          let size = try await blocking {
            try ChildProgram.output(
              of: words + ["-o", "/dev/null", "-w", "%{size_download}", options[1], options[2]]
            )
          }
          let isSmall = (size.flatMap { Int($0) } ?? .max) < expected.utf8.count / 2
          #expect(isSmall == (accepted != "identity"), "\(name), \(accepted): \(size ?? "none")")
        }
        let head = try await blocking {
          try ChildProgram.output(of: words + ["-I", "-H", "Accept-Encoding: gzip"])
        }
        #expect(head?.lowercased().contains("content-encoding: gzip") == true)
      }
    }
  }

  @Test(.enabled(if: curl.isInstalled && InstalledProgram("gzip").isInstalled))
  func `a file that another program has compressed is read`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text, to: "page.txt")
    let path = folder.path
    try await withServer({ try? register($0, path) }) { _, port in
      let said = try await blocking {
        try ChildProgram.output(of: [
          "sh", "-c",
          "gzip -c \(path)/page.txt | curl -sS --max-time 60 -H 'Content-Encoding: gzip' "
            + "-H 'Transfer-Encoding: chunked' --data-binary @- http://127.0.0.1:\(port)/echo",
        ])
      }
      #expect(said == Self.text)
    }
  }

  @Test func `a bomb is refused while it comes in`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    let made = try ChildProgram.output(of: [
      "sh", "-c",
      "head -c 50000000 /dev/zero | gzip -9 > \(path)/bomb; wc -c < \(path)/bomb",
    ])
    let count = try #require(made.flatMap { Int($0.filter(\.isNumber)) })
    let bomb = try Array(Data(contentsOf: URL(fileURLWithPath: "\(path)/bomb")))
    try await withServer({ try? register($0, path) }) { _, port in
      let head =
        "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nContent-Length: \(count)\r\n\r\n"
      let response = try await blocking {
        let client = try RawClient(port: port)
        client.send(Array(head.utf8) + bomb)
        return try client.response()
      }
      #expect(response?.status == 413)
    }
  }

  @Test func `nothing at all is no gzip, if it is read`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    try await withServer({ try? register($0, path) }) { _, port in
      let fields = "HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\n"
      for length in ["", "Content-Length: 0\r\n"] {
        let read = try await ask(port, "POST /echo \(fields)\(length)\r\n")
        #expect(read?.status == 400)
        #expect(try await ask(port, "GET /text \(fields)\(length)\r\n")?.status == 200)
      }
    }
  }

  @Test func `events arrive while the stream goes on, and its writer ends with its client`()
    async throws
  {
    let (gate, ended) = (Gate(), Gate())
    try await withServer({ router in
      router.compress("/*")
      router.get("/events") { _ in
        .stream(type: "text/event-stream") { writer in
          try await writer.write("data: one\n\n")
          await gate.wait()
          do {
            while true {
              try await writer.write("data: more\n\n")
              try await Task.sleep(for: .milliseconds(5))
            }
          } catch {
            ended.open()
            throw error
          }
        }
      }
    }) { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        client.send("GET /events HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n")
        // The head, and the first chunk, which can be read before there is a second.
        var bytes: [UInt8] = []
        let chunk = Array("\r\n\r\n".utf8)
        while true {
          bytes += try client.read(atLeast: 1)
          let text = String(decoding: bytes, as: UTF8.self)
          guard text.contains("\r\n\r\n") else { continue }
          let place = try #require(
            bytes.indices.first { bytes[$0...].starts(with: chunk) }
          )
          let body = bytes[(place + 4)...]
          guard let line = body.firstIndex(of: 10) else { continue }
          let size = String(decoding: body[..<(line - 1)], as: UTF8.self)
          let count = try #require(Int(size, radix: 16))
          let first = body[(line + 1)...].prefix(count)
          guard first.count == count else { continue }
          var parts = [Array(first)][...]
          let reader = try GzipReader { parts.popFirst() }
          let event = try #require(try reader.next())
          #expect(String(decoding: event, as: UTF8.self) == "data: one\n\n")
          break
        }
        gate.open()
        _ = try client.read(atLeast: 100)
        client.reset()
      }
      await ended.wait()
    }
  }

  @Test func `a reader who is slow costs no more memory than one who is not`() async throws {
    let written = Notes<Int>()
    try await withServer({ router in
      router.compress("/*")
      router.get("/endless") { _ in
        .stream(type: "text/plain") { writer in
          var random = SeededGenerator(seed: 1)
          while true {
            let part = (0..<65_536).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            try await writer.write(part)
            written.add(part.count)
          }
        }
      }
    }) { _, port in
      try await blocking {
        let client = try RawClient(port: port, receiveBuffer: 4096)
        client.send("GET /endless HTTP/1.1\r\nHost: a\r\nAccept-Encoding: deflate\r\n\r\n")
        _ = try client.read(atLeast: 1 << 18)
        // The sockets fill up; then the writer waits.
        var (before, rounds) = (-1, 0)
        while before != written.all.count {
          before = written.all.count
          usleep(300_000)
          rounds += 1
          #expect(rounds < 100)
        }
        #expect(before * 65_536 < 32 << 20)
        client.reset()
      }
    }
  }
}

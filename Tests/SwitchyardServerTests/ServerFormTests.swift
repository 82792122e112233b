import Foundation
import HTTPTestSupport
import SwitchyardServer
import TestSupport
import Testing

/// Forms with files and events as clients of another make send and receive them.
@Suite(.timeLimit(.minutes(6))) struct ServerFormTests {
  private func curl(_ words: String...) async throws -> String {
    let text = try await blocking {
      try ChildProgram.output(of: ["curl", "-sS", "--max-time", "60"] + words)
    }
    return try #require(text)
  }

  @Test func `a form of curl is read, in memory and on disk`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(String(repeating: "x\r\n--", count: 1_000_000), to: "big.txt")
    try folder.write("small", to: "ä \"b\";c=\\d.png")
    let path = folder.path
    try await withServer(
      { router in
        router.post("/form") { request in
          let form = try await request.body.multipartForm()
          var lines = ["name=\(form.fields["name"] ?? "")"]
          for file in form.files {
            lines.append(
              "\(file.name) \(file.givenFilename) \(file.contentType ?? "") \(file.length)"
            )
          }
          return .text(lines.joined(separator: "\n"))
        }
        router.post("/parts") { request in
          var count = 0
          for try await part in try request.body.formParts() where part.name == "small" {
            count += try await part.body.collect().count
          }
          return .text("\(count)")
        }
        router.post("/first") { request in
          for try await part in try request.body.formParts() { return .text(part.name) }
          return .text("none")
        }
      },
      configure: { $0.responder.bodyLength = 10_000_000 }
    ) { _, port in
      let url = "http://127.0.0.1:\(port)"
      let big = "big=@\(path)/big.txt"
      let form = [
        "-F", "name=Ada Lovelace", "-F", big, "-F",
        #"small=@"\#(path)/ä \"b\";c=\\d.png";type=image/png"#,
      ]
      let read = try await blocking {
        try ChildProgram.output(of: ["curl", "-sS", "--max-time", "60"] + form + ["\(url)/form"])
      }
      #expect(
        read
          == "name=Ada Lovelace\nbig big.txt text/plain 5000000\n"
          + #"small ä "b";c=\d.png image/png 5"#
      )
      let parts = try await blocking {
        try ChildProgram.output(of: ["curl", "-sS", "--max-time", "60"] + form + ["\(url)/parts"])
      }
      #expect(parts == "5")
      // Chunks without a length, and a handler that reads no further.
      let chunked = try await curl("-H", "Transfer-Encoding: chunked", "-F", big, "\(url)/first")
      #expect(chunked == "big")
    }
  }

  @Test func `a form that breaks off is none`() async throws {
    try await withServer({ router in
      router.post("/form") { request in
        .text("\(try await request.body.multipartForm().fields)")
      }
    }) { _, port in
      let part = "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n"
      for (body, status) in [("\(part)--x--", 200), (part, 400), ("\(part)--x", 400)] {
        let head =
          "POST /form HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=x\r\n"
        let length = "Content-Length: \(body.utf8.count)\r\n\r\n"
        let response = try await ask(port, head + length + body)
        #expect(response?.status == status)
      }
    }
  }

  @Test func `events come one by one, the first byte at once`() async throws {
    let (events, source) = AsyncStream.makeStream(of: ServerSentEvent.self)
    let gone = Gate()
    source.onTermination = { _ in gone.open() }
    try await withServer({ router in
      router.get("/events") { _ in .events(events, commentEvery: .milliseconds(20)) }
    }) { _, port in
      let client = try await blocking { () -> RawClient in
        let client = try RawClient(port: port)
        client.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
        return client
      }
      // Comments alone show that it is there, and then that it is not.
      try await blocking { try #require(try client.line(upTo: "\r\n:\n\n") != nil) }
      source.yield(ServerSentEvent("1"))
      try await blocking { try #require(try client.line(upTo: "data: 1\n\n") != nil) }
      client.close()
      await gone.wait()
    }
  }
}

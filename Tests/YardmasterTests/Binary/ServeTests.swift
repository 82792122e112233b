import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("The demo app as it is served", .timeLimit(.minutes(6)))
struct ServeTests {
  @Test(arguments: [SIGTERM, SIGINT])
  func `it says where it is, answers, and ends when it is told to`(_ number: Int32) async throws {
    let output = ChildProgram.pipe()
    let program = try start([], output)
    let first = try #require(line(of: output))
    let match = first.wholeMatch(of: /The Reading Room is open at http:\/\/127\.0\.0\.1:(\d+)\//)
    let port = try #require(match.flatMap { UInt16($0.1) })
    #expect(line(of: output) == "Its inspector is at http://127.0.0.1:\(port)/inspector")
    #expect(line(of: output) == "Visitors are forgotten when it closes.")
    #expect(try answer(port, "/inspector").hasPrefix("HTTP/1.1 200 OK\r\n"))

    let page = try answer(port, "/today")
    #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(page.contains("\r\nSet-Cookie: room="))
    #expect(page.contains("<title>Today · The Reading Room</title>"))
    let redirect = try answer(port, "/profile")
    #expect(redirect.hasPrefix("HTTP/1.1 307 "))
    #expect(redirect.contains("\r\nLocation: /login?callback=%2Fprofile\r\n"))

    // Somebody who watches is not waited for, and sees the end as it should be.
    let cookie = try #require(page.firstMatch(of: /room=[0-9a-f]+/)).output
    let stream = try open(port, "/inspector/events?after=0", "Cookie: \(cookie)\r\n")
    var events = try read(stream) { $0.contains("\ndata:") }
    #expect(events.contains("\r\nContent-Type: text/event-stream\r\n"))

    program.signal(number)
    #expect(line(of: output) == "Closing.")
    events += try read(stream) { _ in false }
    #expect(events.hasSuffix("\r\n0\r\n\r\n"))
    #expect(program.wait() == .exited(0))
  }

  @Test func `what visitors have done survives the kill of the process`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "state-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let state = "sqlite:\(folder.path)/visitors.db"
    var cookie = ""
    // Each time it is killed, and goes on where it was.
    for round in 0..<3 {
      let output = ChildProgram.pipe()
      let program = try start([], output, state: state)
      let first = try #require(line(of: output))
      let port = try #require(first.firstMatch(of: /:(\d+)\//).flatMap { UInt16($0.1) })
      _ = line(of: output)
      #expect(line(of: output) == #"Visitors are kept in "\#(folder.path)/visitors.db"."#)
      let page = try answer(port, "/books/\(round + 1)", cookie)
      if round == 0 {
        cookie = "Cookie: \(try #require(page.firstMatch(of: /room=[0-9a-f]+/)).output)\r\n"
      } else {
        #expect(!page.contains("Set-Cookie"))
      }
      let today = try answer(port, "/today", cookie)
      #expect(today.contains("href=\"/books/\(round + 1)\""))
      program.signal(SIGKILL)
      #expect(program.wait() == .signalled(SIGKILL))
    }
  }

  @Test func `without a store that is named visitors are kept in a file of the user's`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "home-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = ChildProgram.pipe()
    var environment = BuiltTool.environment
    environment["XDG_STATE_HOME"] = folder.path
    let program = try start([], output, state: nil, environment)
    for _ in 0..<2 { _ = line(of: output) }
    let file = "\(folder.path)/yardmaster/reading-room.db"
    #expect(line(of: output) == #"Visitors are kept in "\#(file)"."#)
    program.signal(SIGTERM)
    #expect(program.wait() == .exited(0))
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `the routes of a manifest are inspected on this machine alone`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).txt")
    defer { try? FileManager.default.removeItem(at: file) }
    let text =
      "GUARD /admin/* staff\nGET /admin/users users @Private\nGET /books/:id book @Private\n"
    try text.write(to: file, atomically: true, encoding: .utf8)
    let output = ChildProgram.pipe()
    let arguments = ["inspect", file.path, "--requiring", "Private"]
    let program = try start(arguments, output, isServing: false)
    let first = try #require(line(of: output))
    let pattern =
      /The inspector is at http:\/\/127\.0\.0\.1:(\d+)\/_switchyard\/routes\?key=([0-9a-z-]+)/
    let match = try #require(first.wholeMatch(of: pattern))
    let port = try #require(UInt16(match.1))
    let opened = try answer(port, "/_switchyard/routes?key=\(match.2)")
    #expect(opened.hasPrefix("HTTP/1.1 307 "))
    #expect(opened.contains("\r\nLocation: /_switchyard/routes\r\n"))
    let cookie = "Cookie: \(try #require(opened.firstMatch(of: /inspector-80=[^;]+/)).output)\r\n"
    #expect(try answer(port, "/_switchyard/routes", cookie).contains("3 of 3 routes."))
    let coverage = try answer(port, "/_switchyard/coverage", cookie)
    #expect(coverage.contains("1 route lacks what is required"))
    #expect(try answer(port, "/_switchyard/routes").hasPrefix("HTTP/1.1 403 "))
    #expect(try answer(port, "/").contains("\r\nLocation: /_switchyard/routes\r\n"))
    let other = try read(
      try open(port, "/_switchyard/routes", "\(cookie)Via: 1.1 a\r\nConnection: close\r\n")
    ) {
      _ in false
    }
    #expect(other.hasPrefix("HTTP/1.1 403 "))
    program.signal(SIGTERM)
    #expect(line(of: output) == "Closing.")
    #expect(program.wait() == .exited(0))
  }

  @Test func `an inspector keeps nothing, and needs no place for that`() async throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "home-\(UUID())")
    defer { try? FileManager.default.removeItem(at: home) }
    var homeless = BuiltTool.environment
    homeless["HOME"] = nil
    homeless["XDG_STATE_HOME"] = nil
    var housed = homeless
    housed["HOME"] = home.path
    for environment in [homeless, housed] {
      let output = ChildProgram.pipe()
      let program = try start(["inspect"], output, isServing: false, environment)
      #expect(line(of: output)?.hasPrefix("The inspector is at http://127.0.0.1:") == true)
      program.signal(SIGTERM)
      #expect(program.wait() == .exited(0))
    }
    #expect(!FileManager.default.fileExists(atPath: home.path))
  }

  @Test func `requests are logged to a file`() async throws {
    let log = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).log")
    defer { try? FileManager.default.removeItem(at: log) }
    try await serve(["--log", log.path]) { _, port in
      _ = try answer(port, "/today")
      _ = try answer(port, "/profile?x=\"1")
    }
    let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
    try #require(lines.count == 2)
    let pattern = /127\.0\.0\.1 - - \[[^\]]+\] "GET \/today HTTP\/1\.1" 200 \d+ "-" "-" \d+us/
    #expect(lines[0].wholeMatch(of: pattern) != nil)
    #expect(lines[1].contains(#""GET /profile?x=\x221 HTTP/1.1" "#))
  }

  @Test func `requests are logged to standard error`() async throws {
    let errors = ChildProgram.pipe()
    try await serve(["--log", "-"], errors: errors) { _, port in
      _ = try answer(port, "/nothing")
      #expect(try #require(line(of: errors)).contains(#" "GET /nothing HTTP/1.1" 404 "#))
    }
  }

  @Test func `where nobody reads its lines any more it ends as it should`() async throws {
    let output = ChildProgram.pipe()
    let program = try start([], output)
    let first = try #require(line(of: output))
    let port = try #require(first.firstMatch(of: /:(\d+)\//).flatMap { UInt16($0.1) })
    for _ in 0..<2 { _ = line(of: output) }
    try output.fileHandleForReading.close()
    let page = try answer(port, "/today")
    let cookie = try #require(page.firstMatch(of: /room=[0-9a-f]+/)).output
    let form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 8\r\n"
    let fields = "Cookie: \(cookie)\r\n\(form)Expect: 100-continue\r\n"
    let slow = try open(port, "/tour", fields, method: "POST")
    #expect(try read(slow) { $0.hasSuffix("\r\n\r\n") } == "HTTP/1.1 100 Continue\r\n\r\n")
    program.signal(SIGTERM)
    // For what it says at the beginning of its end.
    try await Task.sleep(for: .milliseconds(200))
    try slow.write(contentsOf: Data("token=ab".utf8))
    #expect(try read(slow) { _ in false }.hasPrefix("HTTP/1.1 403 "))
    #expect(program.wait() == .exited(0))
  }

  @Test func `where nobody reads its log any more it serves on`() async throws {
    let errors = ChildProgram.pipe()
    try errors.fileHandleForReading.close()
    try await serve(["--log", "-"], errors: errors) { _, port in
      for _ in 0..<2 {
        let page = try answer(port, "/today")
        #expect(page.hasPrefix("HTTP/1.1 200 "))
      }
    }
  }

  @Test func `with a certificate it is served over TLS, and cookies are for it alone`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (certificate, key) = ("\(folder.path)/room.pem", "\(folder.path)/room-key.pem")
    _ = try #require(
      try ChildProgram.output(of: [
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1",
        "-subj", "/CN=localhost", "-keyout", key, "-out", certificate,
      ])
    )
    try await serve(["--certificate", certificate, "--key", key]) { url, _ in
      #expect(url.hasPrefix("https://"))
      let page = try #require(
        try ChildProgram.output(of: ["curl", "-ksSi", "--max-time", "20", "\(url)today"])
      )
      #expect(page.contains("<title>Today · The Reading Room</title>"))
      #expect(page.contains(/\r\nset-cookie: room=[0-9a-f]+; [^\r]*Secure/.ignoresCase()))
    }
  }

  /// Serves while a closure asks, and sees to the end.
  private func serve(
    _ arguments: [String],
    errors: Pipe? = nil,
    _ body: (_ url: String, _ port: UInt16) async throws -> Void
  ) async throws {
    let output = ChildProgram.pipe()
    let program = try start(arguments, output, errors: errors)
    let first = try #require(line(of: output))
    let match = try #require(first.wholeMatch(of: /The Reading Room is open at (.+:(\d+)\/)/))
    try await body(String(match.1), try #require(UInt16(match.2)))
    program.signal(SIGTERM)
    #expect(program.wait() == .exited(0))
  }

  /// Starts to serve at a port that is free.
  private func start(
    _ arguments: [String],
    _ output: Pipe,
    errors: Pipe? = nil,
    isServing: Bool = true,
    state: String? = "memory",
    _ environment: [String: String] = BuiltTool.environment
  ) throws -> ChildProgram {
    let program = try ChildProgram(
      [BuiltTool().url.path] + (isServing ? ["serve"] : []) + arguments + ["--port", "0"]
        + (isServing ? state.map { ["--state", $0] } ?? [] : []),
      environment: environment,
      output: output.fileHandleForWriting,
      errors: errors?.fileHandleForWriting ?? .standardError
    )
    // At its end there is nothing more to read.
    try output.fileHandleForWriting.close()
    try errors?.fileHandleForWriting.close()
    return program
  }

  /// Reads up to the end of a line.
  private func line(of pipe: Pipe) -> String? {
    var bytes: [UInt8] = []
    while let byte = try? pipe.fileHandleForReading.read(upToCount: 1)?.first {
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }

  /// Sends a request, and reads until the server closes the connection.
  private func answer(_ port: UInt16, _ path: String, _ fields: String = "") throws -> String {
    try read(try open(port, path, fields + "Connection: close\r\n")) { _ in false }
  }

  /// Reads until there is what is wanted, or the end.
  private func read(_ handle: FileHandle, until isEnough: (String) -> Bool) throws -> String {
    var bytes = Data()
    while !isEnough(String(decoding: bytes, as: UTF8.self)) {
      let piece = handle.availableData
      if piece.isEmpty { break }
      bytes += piece
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Sends a request.
  private func open(
    _ port: UInt16,
    _ path: String,
    _ fields: String,
    method: String = "GET"
  ) throws -> FileHandle {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    try #require(isConnected)
    let handle = FileHandle(fileDescriptor: socket, closeOnDealloc: true)
    let request = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n"
    try handle.write(contentsOf: Data(request.utf8))
    return handle
  }
}

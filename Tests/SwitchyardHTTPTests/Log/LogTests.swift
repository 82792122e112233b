import HTTPTestSupport
import Foundation
@testable import SwitchyardHTTP
import Testing

@Suite struct LogTests {
  private func site(_ entries: Notes<AccessLogEntry>) throws -> Site {
    try Site({ configuration, _ in
      configuration.observers = [entries]
      configuration.now = { HTTPDate(seconds: 784_111_777) }
    }) { router in
      router.get("/books") { _ in .text("books") }
    }
  }

  @Test func `each request is one line`() async throws {
    let entries = Notes<AccessLogEntry>()
    let site = try site(entries)
    for (method, target) in [
      ("GET", "/books?a=1"), ("HEAD", "/books"), ("POST", "/books"), ("GET", "/%zz"),
      ("BREW", "/books"), ("OPTIONS", "*"),
    ] {
      _ = await site.respond(method: method, target)
    }
    let lines = entries.all.map { "\($0)".replacing(/[0-9]+us$/, with: "?us") }
    let start = "- - - [06/Nov/1994:08:49:37 +0000]"
    #expect(
      lines == [
        #"\#(start) "GET /books?a=1 HTTP/1.1" 200 5 "-" "-" ?us"#,
        #"\#(start) "HEAD /books HTTP/1.1" 200 0 "-" "-" ?us"#,
        #"\#(start) "POST /books HTTP/1.1" 405 19 "-" "-" ?us"#,
        #"\#(start) "GET /%zz HTTP/1.1" 400 \#(entries.all[3].length ?? 0) "-" "-" ?us"#,
        #"\#(start) "BREW /books HTTP/1.1" 405 19 "-" "-" ?us"#,
        #"\#(start) "OPTIONS * HTTP/1.1" 204 0 "-" "-" ?us"#,
      ]
    )
    #expect(entries.all.allSatisfy { $0.duration > .zero })
  }

  /// The format as servers write it and as readers of logs expect it.
  @Test(arguments: [(1, 0, "HTTP/1.0"), (1, 1, "HTTP/1.1"), (2, 0, "HTTP/2.0"), (3, 0, "HTTP/3.0")])
  func `a line is one of the combined format, with the version that the client spoke`(
    _ major: Int,
    _ minor: Int,
    _ text: String
  ) throws {
    var head = RequestHead(.get, "/a b", fields: [.userAgent: "curl/8"])
    head.version = .init(major: major, minor: minor)
    let entry = AccessLogEntry(
      time: HTTPDate(seconds: 784_111_777),
      head: head,
      status: .ok,
      length: 5,
      duration: .milliseconds(1)
    )
    let combined =
      #/
      \S+\ \S+\ \S+\ \[[^\]]+\]\ "(\S+)\ ([^"]*)\ (HTTP\/\d\.\d)"
      \ (\d{3})\ (\d+|-)\ "([^"]*)"\ "([^"]*)"
      /#
    let line = try #require(try combined.prefixMatch(in: entry.description))
    #expect(line.1 == "GET" && line.3 == text && line.4 == "200" && line.7 == "curl/8")
    #expect(entry.members["protocol"] == .text(text))
  }

  @Test func `nothing that a client sends leaves its quotes`() async throws {
    let entries = Notes<AccessLogEntry>()
    let site = try site(entries)
    let evil = "\" 200 5\r\n127.0.0.1 - - \\\u{1B}[31m\u{2028}ü"
    var head = RequestHead(
      method: evil,
      target: Array(evil.utf8) + [0, 0xFF],
      fields: [.host: "a", .userAgent: evil, .referer: evil],
      remoteAddress: evil
    )
    _ = await site.responder.respond(to: head)
    head.target = Array(repeating: UInt8(ascii: "a"), count: 100_000)
    _ = await site.responder.respond(to: head)
    let controls = String(repeating: "\u{1B}", count: 10_000)
    head = RequestHead(
      method: controls,
      target: Array(controls.utf8),
      fields: [.host: "a", .userAgent: controls, .referer: controls],
      remoteAddress: controls
    )
    _ = await site.responder.respond(to: head)
    for line in entries.all.map({ "\($0)" }) {
      #expect(line.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
      // Three pairs of quotes, none of them the client's.
      #expect(line.count(where: { $0 == "\"" }) == 6)
      // What one call writes to a pipe as a whole.
      #expect(line.utf8.count < 4096)
    }
    #expect(entries.all.count == 3)
    let failure = ResponseFault(head: head, status: .notFound, error: Inside())
    #expect(!failure.description.contains("\n") && !failure.description.contains("\u{1B}"))
  }

  @Test func `the lines of an error are no lines of a log`() {
    struct Repeating: Error, CustomStringConvertible {
      let description = "one\ntwo\r\nthree\n\nGET /forged: 500"
    }
    let head = RequestHead(.get, "/a")
    let fault = ResponseFault(head: head, status: .notFound, error: Repeating())
    #expect(
      fault.description.hasSuffix(". one\n  two\\u{D}\\u{A}three\n  \n  GET /forged: 500"),
      "\(fault)"
    )
  }

  @Test func `as JSON an entry is an object on one line`() async throws {
    let entries = Notes<AccessLogEntry>()
    let site = try site(entries)
    _ = await site.respond(.get, "/books?a=/1", [.userAgent: "curl/8"])
    _ = await site.respond(.get, "/%zz", [:])
    let (book, bad) = (entries.all[0], entries.all[1])
    #expect(
      book.json.replacing(/"duration_us":\d+/, with: "?") == """
        {?,"host":"localhost","method":"GET","protocol":"HTTP/1.1","request_bytes":0,"request_id":"\(book.requestID ?? "")",\
        "response_bytes":5,"route":"/books","route_id":"\(book.route.map { "\($0.id)" } ?? "")",\
        "scheme":"http","status":200,"target":"/books?a=/1","time":"1994-11-06T08:49:37Z",\
        "user_agent":"curl/8"}
        """
    )
    #expect(!bad.json.contains("route"))
    #expect(bad.members["target"] == .text("/%zz"))
    #expect(book.members["status"] == .number(200) && bad.members["route"] == nil)
  }

  @Test func `as JSON nothing that a client sends breaks a line, or makes it long`() throws {
    let evils = ["\"},\n{\\\u{1B}\u{2028}\u{9B}ü", String(repeating: "\\", count: 10_000)]
    for evil in evils {
      var head = RequestHead(
        method: evil,
        target: Array(evil.utf8) + [0, 0xFF],
        fields: [.host: evil, .userAgent: evil, .referer: evil],
        remoteAddress: evil
      )
      head.fields.append(.xRequestID, value: evil)
      let line = AccessLogEntry(
        time: HTTPDate(seconds: .max),
        head: head,
        status: ResponseStatus(code: 599, reason: evil),
        length: .max,
        duration: .seconds(1 << 40),
        requestLength: .max,
        requestID: evil
      ).json
      #expect(line.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
      #expect(line.utf8.count < 4096)
      let members = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      )
      #expect(members["status"] as? Int == 599)
      let agent = evil.count > 1000 ? "\\x5C" : "\\x22},\\x20"
      #expect((members["user_agent"] as? String)?.hasPrefix(agent.prefix(4)) == true)
    }
  }

  @Test func `a log that is renamed goes on in a new file, and loses no line`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/access.log"
    let log = try AccessLog(path: path, format: .json)
    let rounds = 20
    await withTaskGroup { group in
      for writer in 0..<4 {
        group.addTask {
          for number in 0..<500 {
            log.add(
              AccessLogEntry(
                time: HTTPDate(seconds: 0),
                head: RequestHead(.get, "/\(writer)/\(number)"),
                status: .ok,
                length: nil,
                duration: .zero
              )
            )
          }
        }
      }
      group.addTask {
        for round in 0..<rounds {
          #expect(rename(path, "\(path).\(round)") == 0)
          #expect(throws: Never.self) { try log.reopen() }
        }
      }
    }
    var lines: [Substring] = []
    for name in ["access.log"] + (0..<rounds).map({ "access.log.\($0)" }) {
      let file = "\(folder.path)/\(name)"
      // To read an empty file as text leaks memory in Foundation.
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      guard (attributes[.size] as? NSNumber)?.intValue != 0 else { continue }
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.hasSuffix("}\n"))
      lines += text.split(separator: "\n")
    }
    #expect(lines.count == 2000 && Set(lines).count == 2000)
  }

  @Test func `a log that cannot be opened anew goes on where it was`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/logs/access.log"
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/logs",
      withIntermediateDirectories: false
    )
    let log = try AccessLog(path: path)
    try FileManager.default.moveItem(
      atPath: "\(folder.path)/logs",
      toPath: "\(folder.path)/old"
    )
    #expect(throws: ServedFileError.self) { try log.reopen() }
    log.add(
      AccessLogEntry(
        time: HTTPDate(seconds: 0),
        head: RequestHead(.get, "/a"),
        status: .ok,
        length: nil,
        duration: .zero
      )
    )
    let text = try String(contentsOfFile: "\(folder.path)/old/access.log", encoding: .utf8)
    #expect(text.split(separator: "\n").count == 1)
    #expect(throws: Never.self) { try AccessLog.standardError.reopen() }
    #expect(AccessLog.standardError.formatted(as: .json).format == .json)
  }

  @Test func `what a call leaves of a line is written by the next`() {
    var written: [UInt8] = []
    var counts = [2, -1, 3, 100]
    AccessLog.write(Array("a line\n".utf8)) { bytes in
      let count = counts.removeFirst()
      guard count >= 0 else {
        errno = EINTR
        return -1
      }
      written += bytes.prefix(count)
      return min(count, bytes.count)
    }
    #expect(String(decoding: written, as: UTF8.self) == "a line\n")

    var calls = 0
    AccessLog.write([1, 2]) { _ in
      calls += 1
      errno = ENOSPC
      return -1
    }
    #expect(calls == 1)
  }

  #if os(Linux)
    @Test func `behind half a line the next has one of its own`() async {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        let log = try AccessLog(path: folder.path + "/access.log")
        let entry = AccessLogEntry(
          time: HTTPDate(seconds: 784_111_777),
          head: RequestHead(.get, "/a"),
          status: .ok,
          length: 1,
          duration: .zero
        )
        let line = "\(entry)"
        // No file may grow beyond the middle of the second line, as on a disk that is full there.
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        let unlimited = limit.rlim_cur
        limit.rlim_cur = rlim_t(line.utf8.count + 11)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        for _ in 0..<4 { log.add(entry) }
        limit.rlim_cur = unlimited
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        for _ in 0..<2 { log.add(entry) }
        let text = try String(contentsOfFile: folder.path + "/access.log", encoding: .utf8)
        #expect(text == "\(line)\n\(line.prefix(10))\n\(line)\n\(line)\n")
      }
    }
  #endif

  @Test func `a log in a file grows by lines`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/access.log"
    for _ in 0..<2 {
      let log = try AccessLog(path: path)
      let site = try Site({ configuration, _ in configuration.observers = [log] })
      _ = await site.respond(.get, "/a")
    }
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.contains("\"GET /a HTTP/1.1\" 404 ") })
    #expect(throws: ServedFileError.self) { try AccessLog(path: folder.path) }
    let error = #expect(throws: ServedFileError.self) {
      try AccessLog(path: folder.path + "/no/such")
    }
    #expect(error?.code == .unwritable)
    #expect(error?.description.contains("cannot be written to") == true)
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let cut = #expect(throws: ServedFileError.self) { try AccessLog(path: path + "\0.old") }
    #expect(cut?.code == .unwritable)
    #expect(cut?.description.hasSuffix("has a NUL, and names no file. Leave it out.") == true)
    #expect(throws: ServedFileError.self) { try AccessLog(path: folder.path + "/cut\0off") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == kept)
  }
}

import TestSupport
import Testing

@testable import SwitchyardProof

/// A line of a log, with the request that it is of, or what it is instead.
private struct LineCase: Sendable, CustomTestStringConvertible {
  let line: String
  let result: String

  init(_ line: String, _ result: String) {
    self.line = line
    self.result = result
  }

  var testDescription: String { line }
}

private let head = "192.0.2.1 - - [10/Oct/2025:13:55:36 +0000]"

private let cases: [LineCase] = [
  LineCase("\(head) \"GET /a HTTP/1.1\" 200 1 \"-\" \"-\"", "GET /a"),
  LineCase("\(head) \"GET /a HTTP/1.1\" 200 1", "GET /a"),
  LineCase("\(head) \"GET /a HTTP/2.0\" 200 1", "GET /a"),
  LineCase("\(head) \"GET /a HTTP/2\" 200 1", "GET /a"),
  LineCase("\(head) \"GET /a\" 200 - \"-\" \"-\" 31us", "GET /a"),
  LineCase("\(head) \"GET /a?x=secret HTTP/1.1\" 200 1", "GET /a"),
  LineCase("\(head) \"GET /a?x=\\x22\\x5C HTTP/1.1\" 200 1", "GET /a"),
  LineCase("\(head) \"GET /%61//b/ HTTP/1.1\" 200 1", "GET /a/b"),
  LineCase("\(head) \"GET /a\\\"b HTTP/1.1\" 200 1", "GET /a%22b"),
  LineCase("\(head) \"GET /a\\\\ HTTP/1.1\" 200 1", "400"),
  LineCase("\(head) \"GET /a b HTTP/1.1\" 400 1", "GET /a%20b"),
  LineCase("\(head) \"GET /a\\x00 HTTP/1.1\" 400 1", "400"),
  LineCase("\(head) \"GET /\\xC3\\xA9 HTTP/1.1\" 200 1", "GET /%C3%A9"),
  LineCase("::1 - - [10/Oct/2025:13:55:36 +0000] \"GET /a HTTP/1.1\" 200 1", "GET /a"),
  LineCase("[::1]:80 - - [10/Oct/2025:13:55:36 +0000] \"GET /a HTTP/1.1\" 200 1", "GET /a"),
  LineCase(
    "h:80 192.0.2.1 - \"\" [10/Oct/2025:13:55:36 +0000] \"GET /a HTTP/1.1\" 200 1",
    "GET /a"
  ),
  LineCase(
    "192.0.2.1 - x\\\" GET [10/Oct/2025:13:55:36 +0000] \"GET /a HTTP/1.1\" 200 1",
    "GET /a"
  ),
  LineCase("[2025-10-10T13:55:36.310Z] \"GET /a HTTP/2\" 204 - 154 0", "GET /a"),
  LineCase("\"GET /a HTTP/1.1\"", "GET /a"),
  LineCase("\(head) \"GET /a HTTP/1.1\"", "GET /a"),
  LineCase("\u{0}\u{0}\(head) \"GET /a HTTP/1.1\" 200 1", "GET /a"),
  LineCase("\(head) \"GET /a HTTP/1.1\" 200 1\r", "GET /a"),
  LineCase("\(head) \"OPTIONS * HTTP/1.1\" 200 1", "204"),
  LineCase("\(head) \"get /a HTTP/1.1\" 405 1", "get /a"),
  LineCase("\(head) \"GET http://h/a HTTP/1.1\" 200 1", "GET /a"),
  LineCase("\(head) \"GET http://u:p@h/a HTTP/1.1\" 200 1", "400"),
  LineCase("\(head) \"PRI * HTTP/2.0\" 400 1", "400"),
  LineCase("\(head) \"-\" 408 0 \"-\" \"-\"", "none"),
  LineCase("\(head) \"\" 400 0 \"-\" \"-\"", "none"),
  LineCase("\(head) \"GET\" 400 0", "none"),
  LineCase("\(head) \"\\x16\\x03\\x01\\x02\\x00\\x01 \\xFC HTTP\" 400 150 \"-\" \"-\"", "none"),
  LineCase("\(head) \"GET /\(String(repeating: "x", count: 1_300))... HTTP/1.1\" 200 1", "bad"),
  LineCase("\(head) \"GET /a HTTP/1.1", "bad"),
  LineCase("\(head) \"GET /a\\\" 200", "bad"),
  LineCase("nothing", "bad"),
  LineCase(
    #"{"request_method":"GET","request_uri":"/a?x","uri":"/index.php","status":200}"#,
    "GET /a"
  ),
  LineCase(#"{"uri":"/index.php","request_method":"GET","request_uri":"/a?x"}"#, "GET /a"),
  LineCase(#"{"time":"x","request":"GET /a HTTP/1.1","status":"200"}"#, "GET /a"),
  LineCase(#"{"request":"-","status":"400"}"#, "none"),
  LineCase(
    #"{"level":"info","ts":1.5,"logger":"http.log.access","msg":"handled request","request":{"remote_ip":"::1","#
      + #""proto":"HTTP/2.0","method":"GET","host":"h","uri":"/a?b","headers":{"A":["\"uri\":\"/no\""]}},"status":200}"#,
    "GET /a"
  ),
  LineCase(#"{"authority":"h","method":"GET","path":"/a","response_code":200}"#, "GET /a"),
  LineCase(
    #" { "method" : "GET" , "url" : "/a" , "x" : [ { "method" : "PUT" } ] , "y":null } "#,
    "GET /a"
  ),
  LineCase(#"{"method":"GET","path":"\/a"}"#, "GET /a"),
  LineCase(#"{"method":"GET","path":"/\u00e9\ud83d\ude00"}"#, "GET /%C3%A9%F0%9F%98%80"),
  LineCase(#"{"method":"GET","path":"/\ud83d"}"#, "GET /%EF%BF%BD"),
  LineCase(#"{"method":"GET","path":"/\x41"}"#, "GET /A"),
  LineCase(#"{"method":"GET","target":"/a\\x22"}"#, "GET /a%22"),
  LineCase(
    #"{"httpRequest":{"requestMethod":"GET","requestUrl":"http://h/a","status":200}}"#,
    "GET /a"
  ),
  LineCase(#"{"method":"GET","path":"/a HTTP/1.1"}"#, "GET /a%20HTTP/1.1"),
  LineCase(#"{"msg":"started"}"#, "bad"),
  LineCase(#"{"method":"GET","path":"/a""#, "bad"),
  LineCase(#"{"method":"GET","path":"/a"}}"#, "bad"),
  LineCase(#"{"method":"GET" "path":"/a"}"#, "bad"),
  LineCase(#"{"method":"GET","path":"/a\"#, "bad"),
  LineCase("{" + String(repeating: "\"a\":[", count: 3_000), "bad"),
]

@Suite struct LogLineTests {
  /// Reads a log on a table without routes, by which each request is seen.
  private func read(_ log: String, parts: Int = 1 << 16) throws -> ReplayReport {
    var replay = RouteReplay(on: try Replays.table())
    Replays.read(log, &replay, parts: parts)
    return replay.report(most: 100)
  }

  @Test(arguments: cases)
  fileprivate func `a line is of a request, of none, or is bad`(_ line: LineCase) throws {
    for parts in [1, 7, 1 << 16] {
      for end in ["", "\n", "\r\n"] {
        let report = try read(line.line + end, parts: parts)
        #expect(report.lines == 1)
        var result = report.notFound.frequent.first?.request
        if report.badRequest == 1 { result = "400" }
        if report.options == 1 { result = "204" }
        if report.requestless == 1 { result = "none" }
        if report.badLineCount == 1 { result = "bad" }
        #expect(result == line.result)
      }
    }
  }

  /// What else stands in brackets is an address, or comes from a client.
  @Test(
    arguments: [
      (Replays.line("GET /a HTTP/1.1"), "10/Oct/2025:13:55:36 +0000"),
      (
        "[2001:db8::77] - alice [10/Oct/2025:13:55:36 +0000] \"GET /a HTTP/1.1\" 200 1\n",
        "10/Oct/2025:13:55:36 +0000"
      ),
      ("192.0.2.1 \"GET /a?user[password]=x HTTP/1.1\" 200\n", nil),
      ("h2 2025 \"GET /a?x=[secret] HTTP/1.1\" 200 \"[a:b] \"\n", nil),
      // What a client sent stands behind the request, whatever it looks like.
      (
        "192.0.2.1 2025-10-10T13:55:36Z \"GET /a HTTP/1.1\" 200 [::1] \"GET /b HTTP/1.1\"\n", nil
      ),
      (
        "192.0.2.1 - \"\" [10/Oct/2025:13:55:36 +0000] \"GET /a HTTP/1.1\" 200 1\n",
        "10/Oct/2025:13:55:36 +0000"
      ),
      ("192.0.2.1 - - [secret] \"GET /a HTTP/1.1\" 200 1\n", nil),
      ("192.0.2.1 - - [] \"GET /a HTTP/1.1\" 200 1\n", nil),
    ] as [(String, String?)]
  )
  func `a time is what looks like one before the request`(_ line: String, _ time: String?) throws {
    var replay = RouteReplay(on: try Replays.table("GET /a"))
    Replays.read(line, &replay)
    let route = try #require(replay.report(most: 1).routes.first)
    #expect(route.count == 1)
    #expect(route.last == time)
  }

  @Test func `a member that is no request line does not stand for one`() throws {
    let log = """
      \u{FEFF}{"method": "GET", "path": "/a", "request": "8f3c", "status": 200}
      {"request": "GET /b HTTP/1.1", "method": "GET", "path": "/c", "status": 200}

      """
    let report = try read(log)
    #expect(report.notFound.frequent.map(\.request).sorted() == ["GET /a", "GET /b"])
  }

  @Test func `blank lines are passed over, and the last line needs no end`() throws {
    let report = try read(
      "\n\r\n" + Replays.line("GET /a HTTP/1.1") + "\n\(head) \"GET /b HTTP/1.1\" 200"
    )
    #expect(report.requests == 2)
    #expect(report.lines == 5)
    #expect(report.badLineCount == 0)
  }

  @Test func `bad lines are counted, and the first are named with their places`() throws {
    let log = (1...9).map { "bad \($0)\n" + Replays.line("GET /a HTTP/1.1") }.joined()
    let report = try read(log)
    #expect(report.badLineCount == 9)
    #expect(report.badLines.map(\.line) == [1, 3, 5, 7, 9])
    #expect(report.badLines.first?.log == "log")
  }

  @Test(arguments: [100, 65_536, 300_000])
  func `a line that is too long is counted and passed over`(_ parts: Int) throws {
    let long = String(repeating: "x", count: LogLine.limit + 1)
    let log =
      long + "\n" + Replays.line("GET /a HTTP/1.1") + long + long + "\n"
      + Replays.line("GET /a HTTP/1.1") + long
    let report = try read(log, parts: parts)
    #expect(report.lines == 5)
    #expect(report.requests == 2)
    #expect(report.badLineCount == 3)
    #expect(report.badLines.map(\.line) == [1, 3, 5])
  }

  @Test func `any bytes are read without a trap`() throws {
    var random = SeededGenerator(seed: PropertyRun.seed)
    var replay = RouteReplay(on: try Replays.table("GET /:a", "FALLBACK /*"))
    let seeds = cases.map { Array($0.line.utf8) }
    for _ in 0..<PropertyRun.cases(default: 3_000) {
      var bytes = random.pick(seeds)
      for _ in 0..<random.below(6) where !bytes.isEmpty {
        let place = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[place] = UInt8(random.below(256))
        case 1: bytes.remove(at: place)
        default: bytes.insert(random.pick(Array("\\\"{}[]:,x \n\u{0}".utf8)), at: place)
        }
      }
      Replays.read(bytes, &replay, parts: 1 + random.below(500))
    }
    let report = replay.report()
    #expect(report.requests + report.requestless + report.badLineCount <= report.lines)
  }
}

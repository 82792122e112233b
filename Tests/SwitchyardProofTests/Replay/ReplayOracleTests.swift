import Foundation
import HTTPTestSupport
import TestSupport
import Testing

@testable import SwitchyardProof

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Replays of logs that others have written, and counts of others.
@Suite(.timeLimit(.minutes(5))) struct ReplayOracleTests {
  private static let python = InstalledProgram("python3")
  private static let nginx = InstalledProgram("nginx")

  private static let lines = [
    "GET /", "GET /books", "POST /books", "GET /books/:id(\\d+)", "DELETE /books/:id", "* /status",
    "GET /users/:user/books/:book", "PUT /users/:user", "GET /static/*", "FALLBACK /api/*",
  ]

  /// Counts the requests of a log by expressions of its own.
  private static let script = #"""
    import collections, json, re, sys
    table = [("GET", "/"), ("GET", "/books"), ("POST", "/books"), ("GET", r"/books/\d+"), ("DELETE", "/books/[^/]+"),
      ("*", "/status"), ("GET", "/users/[^/]+/books/[^/]+"), ("PUT", "/users/[^/]+"), ("GET", "/static(/.*)?")]
    table = [(method, re.compile(path + "$")) for method, path in table]
    counts = collections.Counter()
    for line in open(sys.argv[1], encoding="latin-1"):
        if line.startswith("{"):
            entry = json.loads(line)
            method, target = entry["request_method"], entry["request_uri"]
        else:
            found = re.match(r'\S+ \S+ \S+ \[[^]]*\] "(\S+) (\S+) HTTP/[\d.]+" \d+ \S+', line)
            method, target = found.groups()
        path = target.split("?")[0]
        rows = [i for i, (_, path_of) in enumerate(table) if path_of.match(path)]
        own = [i for i in rows if table[i][0] in (method, "*") or (method == "HEAD" and table[i][0] == "GET")]
        if own: counts[own[0]] += 1
        elif rows: counts[-3 if method == "OPTIONS" else -2] += 1
        elif path.startswith("/api/"): counts[len(table)] += 1
        else: counts[-1] += 1
    print(json.dumps({str(k): v for k, v in counts.items()}))
    """#

  /// A log that looks like one of a site, with the formats taking turns.
  private func log(of count: Int) -> String {
    var random = SeededGenerator(seed: PropertyRun.seed)
    let methods = ["GET", "GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]
    let agents = ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36", "curl/8.5.0", "-"]
    var log = ""
    for _ in 0..<count {
      let number = random.below(5_000)
      let target = random.pick([
        "/", "/books", "/books/\(number)", "/books/x\(number)", "/status", "/users/u\(number)",
        "/users/u\(number)/books/\(random.below(50))", "/static/app.\(number % 7).js", "/static",
        "/wp-login.php", "/.env", "/api/v\(number % 3)/x", "/book/\(number)",
      ])
      let query = random.pick(["", "", "?page=\(number)", "?q=a+b&utm_source=x%20y", "?"])
      let method = random.pick(methods)
      if random.below(4) == 0 {
        log += #"{"time_iso8601":"2025-10-10T13:55:36+00:00","remote_addr":"2001:db8::1","#
        log += #""request_method":"\#(method)","request_uri":"\#(target)\#(query)","status":200}"#
        log += "\n"
      } else {
        log += "2001:db8::\(number % 9) - - [10/Oct/2025:13:55:36 +0000] "
        log +=
          "\"\(method) \(target)\(query) HTTP/1.1\" 200 \(number) \"-\" \"\(random.pick(agents))\"\n"
      }
    }
    return log
  }

  @Test(.enabled(if: python.isInstalled))
  func `another program counts the same`() throws {
    let folder = try TemporaryFolder()
    let text = log(of: 20_000)
    try folder.write(text, to: "log")
    let words = [Self.python.path, "-c", Self.script, folder.path + "/log"]
    let output = try #require(try ChildProgram.output(of: words))
    let counted = try JSONDecoder().decode([String: Int].self, from: Data(output.utf8))
    var replay = RouteReplay(on: try Replays.table(Self.lines))
    Replays.read(text, &replay, parts: 10_007)
    let own = replay.answers.map { ("\($0.key.number)", $0.value) }
    #expect(Dictionary(uniqueKeysWithValues: own) == counted, "seed \(PropertyRun.seed)")
    #expect(replay.report().badLineCount == 0)
  }

  @Test func `the logs of this server are read as its requests came`() async throws {
    let folder = try TemporaryFolder()
    let routes = try Replays.table("GET /books/:id", "POST /books", "FALLBACK /api/*")
    let paths = ["combined", "json"].map { "\(folder.path)/\($0)" }
    var configuration = RouteResponder.Configuration()
    configuration.onFault = { _ in }
    configuration.observers = [
      try AccessLog(path: paths[0]), try AccessLog(path: paths[1], format: .json),
    ]
    let responder = try RouteResponder(router: routes.router, configuration: configuration)
    var random = SeededGenerator(seed: PropertyRun.seed)
    var answers: [String: Int] = [:]
    for _ in 0..<400 {
      var target = Replays.target(&random)
      // What is longer is cut in the log.
      if target.utf8.count > 250 || target.hasPrefix("https") { target = "/books/1" }
      var head = RequestHead(.get, target)
      head.method = random.pick(Replays.methods)
      answers["\(await responder.respond(to: head).status.code)", default: 0] += 1
    }
    for path in paths {
      var replay = RouteReplay(on: routes)
      let log = try #require(FileManager.default.contents(atPath: path))
      Replays.read(Array(log), &replay)
      var found: [String: Int] = [:]
      for (answer, count) in replay.answers { found[answer.status ?? "500", default: 0] += count }
      #expect(found == answers, "\(path), seed \(PropertyRun.seed)")
      #expect(replay.report().badLineCount == 0)
      #expect(replay.report().routes.allSatisfy { $0.last != nil })
    }
  }

  /// Sends requests as they stand in a file to a socket, one connection each.
  private static let sender = #"""
    import socket, sys, time
    for attempt in range(500):
        try:
            socket.socket(socket.AF_UNIX).connect(sys.argv[1]); break
        except OSError: time.sleep(0.02)
    for line in open(sys.argv[2]):
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(10)
        client.connect(sys.argv[1])
        try:
            client.sendall(bytes.fromhex(line.strip()))
            client.shutdown(socket.SHUT_WR)
            while client.recv(65536): pass
        except OSError: pass
        client.close()
    print("sent")
    """#

  @Test(.enabled(if: nginx.isInstalled && python.isInstalled))
  func `each line that nginx writes of hostile requests is read`() async throws {
    let folder = try TemporaryFolder()
    let socket = folder.path + "/s"
    try folder.write(
      """
      daemon off; master_process off; pid \(folder.path)/pid; error_log /dev/null crit;
      events {}
      http {
        log_format lines escape=json '{"request":"$request","status":$status,"host":"$host"}';
        access_log \(folder.path)/combined combined; access_log \(folder.path)/json lines;
        client_body_temp_path \(folder.path)/t1; proxy_temp_path \(folder.path)/t2;
        fastcgi_temp_path \(folder.path)/t3; uwsgi_temp_path \(folder.path)/t4;
        scgi_temp_path \(folder.path)/t5;
        server { listen unix:\(socket); return 200; }
      }
      """,
      to: "nginx.conf"
    )
    let targets = try HostileTarget.all().map(\.bytes).filter {
      !$0.contains(10) && !$0.contains(13)
    }
    let requests = targets.map {
      Array("GET ".utf8) + $0 + Array(" HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
    }
    let others: [[UInt8]] = [
      [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x22, 0x5C, 0x0A], Array("\r\n\r\n".utf8), [],
      Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8), Array("GET /\r\n".utf8),
      Array("OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n".utf8),
    ]
    let hex = (requests + others).map { $0.map { String(format: "%02x", $0) }.joined() }
    try folder.write(hex.joined(separator: "\n") + "\n", to: "requests")
    let words = [Self.nginx.path, "-p", folder.path, "-c", folder.path + "/nginx.conf"]
    let program = try ChildProgram(words)
    defer { program.signal(SIGTERM) }
    let send = [Self.python.path, "-c", Self.sender, socket, folder.path + "/requests"]
    #expect(try ChildProgram.output(of: send) == "sent\n")
    program.signal(SIGTERM)
    program.wait()
    let routes = try Replays.table(
      "GET /admin/*",
      "GET /:a/:b",
      "POST /books/:id",
      "FALLBACK /api/*"
    )
    var replays: [[ReplayAnswer: Int]] = []
    for name in ["combined", "json"] {
      let log = try #require(FileManager.default.contents(atPath: "\(folder.path)/\(name)"))
      var replay = RouteReplay(on: routes)
      Replays.read(Array(log), &replay)
      let report = replay.report()
      #expect(report.badLines.map(\.reason) == [])
      #expect(report.lines >= targets.count)
      replays.append(replay.answers)
    }
    #expect(replays[0] == replays[1])
    // What came in is answered as this server would have.
    let responder = try RouteResponder(router: routes.router)
    var answers: [String: Int] = [:]
    for target in targets {
      let head = RequestHead(method: "GET", target: target, fields: [.host: "h"])
      answers["\(await responder.respond(to: head).status.code)", default: 0] += 1
    }
    answers["204", default: 0] += 1
    var found: [String: Int] = [:]
    for (answer, count) in replays[0] { found[answer.status ?? "500", default: 0] += count }
    for status in ["204", "404", "405", "500"] {
      #expect(found[status, default: 0] >= answers[status, default: 0], "\(status)")
    }
  }
}

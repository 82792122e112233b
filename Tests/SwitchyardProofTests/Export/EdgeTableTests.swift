@testable import RoutePatterns
@testable import SwitchyardProof
import TestSupport
import Testing

/// The decisions of a server in front.
private struct Edge {
  private let paths: ForeignRegex
  private let lines: [(regex: ForeignRegex, answer: String)]

  init(_ table: EdgeTable) throws {
    paths = try ForeignRegex(#"(?s)\A\#(table.canonicalPaths)\z"#)
    lines = try table.lines.map { (try ForeignRegex($0.whole), $0.answer) }
  }

  func answer(_ method: String, _ path: String, origin: String = "") -> String {
    guard paths.matches(path) else { return EdgeTable.Answer.app }
    let subject = "\(method) \(origin)\(path)"
    return lines.first { $0.regex.matches(subject) }?.answer ?? EdgeTable.Answer.none
  }
}

@Suite struct EdgeTableTests {
  private func site(_ configuration: Router.Configuration = .server) throws -> ListedRoutes {
    try ListedRoutes.made(configuration) { router in
      router.get("/books/:id(\\d+)", name: "book") { _ in .text("") }
      router.get("/books/new", name: "new") { _ in .text("") }
      router.post("/books/:id", name: "change") { _ in .text("") }
      router.get("/files/:name.:type", name: "file") { _ in .text("") }
      router.get("/a/:b+", name: "many") { _ in .text("") }
      router.get("/words/:w((?!x)[a-z]+)", name: "word") { _ in .text("") }
      router.get("/twice/:t((?<l>[ab])\\k<l>)", name: "twice") { _ in .text("") }
      router.get("/slow/:s((?:a|aa)+b)", name: "slow") { _ in .text("") }
      router.get("/odd/:s(\\s*[^a]*)", name: "odd") { _ in .text("") }
      router.map("/books", tags: ["Views"], name: "view") { _, done in done() }
      router.on(.get, "/any/*", tags: ["HTTP"], name: "any") { _ in .text("") }
      router.proxy("/old/*") { _, next in next(.pass) }
      router.guard("/books/*") { _ in .deny }
      router.fallback("/books/*", name: "else") { _ in .text("") }
    }
  }

  @Test(arguments: [
    ("GET", "/books/12", "book"), ("HEAD", "/books/12", "book"), ("POST", "/books/12", "change"),
    ("PUT", "/books/12", "other-method"), ("OPTIONS", "/books/12", "other-method"),
    ("GET", "/books/new", "new"), ("GET", "/books/x", "other-method"),
    ("GET", "/books/x/y", "else"), ("get", "/books/12", "other-method"), ("GET", "/books", "else"),
    ("GET", "/files/a.b.txt", "file"), ("GET", "/files/a", "none"), ("GET", "/files/.", "app"),
    ("GET", "/a/b/c", "many"), ("GET", "/a", "none"), ("PROPFIND", "/any", "any"),
    ("GET", "/any/%C3%A9/%2F", "any"), ("GET", "/any/%c3%a9", "app"), ("GET", "/any/%C3", "app"),
    ("GET", "/any/%61", "app"), ("GET", "/any//b", "app"), ("GET", "/any/", "app"),
    ("GET", "/any/../books", "app"), ("GET", "/any/%00", "app"), ("GET", "/any\\b", "app"),
    ("GET", "/words/abc", "word"), ("GET", "/words/xbc", "none"), ("GET", "/twice/aa", "app"),
    ("GET", "/twice/ab", "app"),
    ("GET", "/slow/aab", "app"), ("GET", "/slow/c", "app"), ("GET", "/slowly", "none"),
    ("GET", "/old/x", "app"),
    ("DELETE", "/old/x", "app"), ("GET", "/", "none"),
  ]) func `the edge has an answer that is the router's`(
    _ method: String,
    _ path: String,
    _ answer: String
  ) throws {
    for engine in [ForeignExpression.Engine.pcre, .re2] {
      #expect(try Edge(EdgeTable(site(), for: engine)).answer(method, path) == answer)
    }
  }

  /// The limit of steps is of all matches together, those of guards and other methods too.
  @Test(arguments: [1, 3]) func `what the router may give up is left to the app`(
    _ count: Int
  ) throws {
    let routes = try ListedRoutes.made { router in
      router.get("/mixed/:a-:b-:c", name: "mixed") { _ in .text("") }
      router.guard("/guarded/:a-:b-:c") { _ in .deny }
      router.get("/guarded/*", name: "guarded") { _ in .text("") }
      for _ in 0..<count {
        router.post("/sum/:a.:b.:c([a-z.]+)") { _ in .text("") }
        router.get("/plain/:id(\\d+)/:other(\\d+)") { _ in .text("") }
      }
    }
    let edges = try [ForeignExpression.Engine.pcre, .re2]
      .map { try Edge(EdgeTable(routes, for: $0)) }
    var failed = 0
    for length in [20, 60, 200, 400, 700, 990] {
      for piece in ["-", "a-", "a.", "1"] {
        for beginning in ["/mixed/", "/guarded/", "/sum/", "/plain/"] {
          let text = String(repeating: piece, count: length / piece.utf8.count)
          let path = beginning + text + (text.hasSuffix(".") ? "1" : "/x")
          let lookup = routes.router[RequestMethod.get.lookupTags]
          let isGivenUp = try lookup.meet(RouteTarget(path), rivalTags: []).isUndecided
          failed += isGivenUp ? 1 : 0
          for edge in edges {
            let answer = edge.answer("GET", path)
            if isGivenUp { #expect(answer == "app", "\(path)") }
            if length < 25 || beginning == "/plain/" { #expect(answer != "app", "\(path)") }
          }
        }
      }
    }
    #expect(failed > 0)
  }

  @Test func `drawn targets are decided as the router decides`() throws {
    let cases = PropertyRun.cases(default: 2_000)
    var random = PropertyRun.generator(for: "edges", cases: cases)
    let segments = [
      "books", "12", "new", "files", "a.b", "a", "b", "words", "x", "any", "old", "%2F", "%C3%A9",
      "%E2%82%AC", "..", ".", "", "A", "BOOKS", "odd", "%20", "slow", "aab", "~", "a%2Eb", "..a",
    ]
    var strict = Router.Configuration.server
    strict.slashes = .strict
    strict.letterCase = .insensitive
    strict.precedence = .latestFirst
    for configuration in [Router.Configuration.server, strict] {
      let routes = try site(configuration)
      let edges = try [ForeignExpression.Engine.pcre, .re2]
        .map { try Edge(EdgeTable(routes, for: $0)) }
      var decided = 0
      for _ in 0..<cases {
        let count = 1 + random.below(3)
        let path = (0..<count).map { _ in "/" + random.pick(segments) }.joined()
        let method: RequestMethod = random.pick([.get, .head, .post, .options, .put])
        let explanation = routes.router.explain(method, path)
        let right =
          switch explanation.status?.code {
          case nil: explanation.routes.chosen?.route.name ?? "?"
          case 404: "none"
          default: explanation.allow == nil ? "refused" : "other-method"
          }
        for edge in edges {
          let answer = edge.answer(method.rawValue, path)
          #expect(answer == right || answer == "app", "\(method) \(path)")
          if answer != "app" { decided += 1 }
        }
      }
      #expect(decided >= PropertyRun.least(oneIn: 5, of: cases))
    }
  }

  @Test(arguments: [RouteTarget.SlashPolicy.lenient, .strict])
  func `the gate lets exactly canonical paths through`(_ slashes: RouteTarget.SlashPolicy) throws {
    let gates = try [ForeignExpression.Engine.pcre, .re2].map { engine in
      let text = ForeignExpression(canonicalPathsUnder: slashes, for: engine).text
      return try ForeignRegex(#"(?s)\A\#(text)\z"#)
    }
    let alphabet = ["/", ".", "%", "2", "F", "C3", "A9", "41", "a", "\u{7F}", "\\"]
    var options = RouteTarget.Options()
    options.slashes = slashes
    var texts = [""]
    for _ in 0..<3 { texts += texts.flatMap { text in alphabet.map { text + $0 } } }
    for rest in Set(texts) {
      let text = "/" + rest
      let isCanonical = (try? RouteTarget(text, options: options))?.description == text
      for gate in gates {
        let isLet = gate.matches(text)
        #expect(isLet == isCanonical, "\(text)")
      }
    }
  }

  @Test func `hosts that pass the gate are canonical`() throws {
    let gate = try ForeignRegex(
      #"(?s)\A\#(ForeignExpression(canonicalOriginsFor: .pcre).text)\z"#
    )
    let hosts = [
      "a.example", "a.example:8080", "a", "a:65535", "a.example:65536", "a.example:80", "A.example",
      "a.example:443", "a.example:08", "a.example.", "1.2.3.4", "foo.09", "a.0x1", "[::1]", "a..b",
      "",
      "u@a", "a b", "1a.example", "a.1a", "-a", "a_b", "é", "%61", "a:", "a:1:2",
    ]
    var passed: [String] = []
    for scheme in ["http", "https"] {
      for host in hosts {
        let text = "\(scheme)://\(host)/"
        guard gate.matches(text) else { continue }
        passed.append(text)
        #expect((try? RouteTarget(text))?.description == text)
      }
    }
    #expect(passed.contains("https://a.example:80/") && !passed.contains("http://a.example:80/"))
    #expect(passed.count > 8)
  }

  @Test func `names that are shared, reserved or odd give way to numbers`() throws {
    let routes = try ListedRoutes.made { router in
      for (path, name) in [
        ("/a", "page"), ("/b", "page"), ("/c", "none"), ("/d", "a b"), ("/e", "route-1"),
        ("/f", "x;y"), ("/i", "Inf"), ("/j", "t"),
        ("/g", "good.name"),
      ] {
        router.get(try! RoutePattern(parsing: path), name: name) { _ in .text("") }
      }
      router.get("/h") { _ in .text("") }
    }
    let answers = EdgeTable(routes, for: .pcre).lines.filter { $0.methods != nil }.map(\.answer)
    #expect(
      Set(answers)
        == [
          "route-1", "route-2", "route-3", "route-4", "route-5", "route-6", "route-7", "route-8",
          "good.name", "route-10",
        ]
    )
  }

  /// What is taken first is kept, by a possessive repeat as by an atomic group: a lazy loop in it takes no more.
  ///
  /// Where rounds are counted, each takes what it says.
  @Test(arguments: [
    "a(?:\\w+?)?+", "a(?>\\w+?)", "a(?:\\w+?b?){1,2}+", "(?:[a-z]|-[a-z]){3,}",
    "(?:[a-z]|-[a-z]){1,3}",
  ])
  func `an edge does not match what a router does not take`(_ expression: String) throws {
    let pattern = try RoutePattern(parsing: "/admin/:p(\(expression))")
    let edge = ForeignExpression(pattern, for: .pcre, limit: 10_000)
    let regex = try ForeignRegex(edge.text)
    for path in ["/admin/a", "/admin/ab", "/admin/abc", "/admin/abcd", "/admin/abbcb"] {
      let isMatched = try pattern.match(RouteTarget(path)) != nil
      if edge.isExact { #expect(regex.matches(path) == isMatched, "\(edge.text) on \(path)") }
      if isMatched { #expect(regex.matches(path), "\(edge.text) on \(path)") }
    }
  }

  /// Caddy reads them before it leaves remarks out, and their values may have several lines.
  @Test func `a Caddyfile has no variables of the environment, in its remarks either`() throws {
    let routes = try ListedRoutes.made { router in
      router.get("/a/:x([\\{$HOME\\}]+)", name: "a") { _ in .text("") }
      router.get("/b/:x([\\{$]+)", name: "b") { _ in .text("") }
    }
    let text = try ExportFormat.caddy.export(routes).text
    #expect(!text.contains("{$"), "\(text)")
    #expect(text.contains(#"map /a/:x([\{\u{24}HOME\}]+)"#), "\(text)")
  }

  /// A file of nginx takes 4,096 bytes in one word, and hardly more in a remark.
  @Test func `no line of a file of nginx is too long`() throws {
    let method = try #require(RequestMethod(rawValue: String(repeating: "M", count: 5_000)))
    let dots = "/a" + String(repeating: ".", count: 1_480)
    let routes = try ListedRoutes(
      RouteListing([
        RouteDescription(.map, "/b", tags: [.method(method)], name: "b"),
        RouteDescription(.map, dots, tags: [.method(.get)], name: "a"),
      ])
    )
    let exported = try ExportFormat.nginx.export(routes)
    let lines = exported.text.split(separator: "\n").filter { $0.contains("; # ") }
    #expect(!lines.isEmpty && lines.allSatisfy { $0.utf8.count < 4_096 })
    #expect(Set(exported.notes.map(\.place)).isSuperset(of: [0, 1]))
    let table = EdgeTable(routes, for: .pcre, wordLength: EdgeTable.wordOfNginx)
    let edge = try Edge(table)
    #expect(edge.answer("GET", dots) == "app")
    #expect(edge.answer(method.rawValue, "/b") == "app")
    // HAProxy writes an expression as it is, so that nothing behind this one is left to the app.
    let others = EdgeTable(routes, for: .pcre).lines.map(\.expression)
    #expect(!others.contains("/.*"))
  }

  @Test func `what is left to the app is noted`() throws {
    let routes = try site()
    for format in [ExportFormat.nginx, .haproxy, .caddy] {
      let exported = try format.export(routes)
      let noted = Set(exported.notes.map(\.route.pattern))
      #expect(noted.isSuperset(of: ["/old/*", "/slow/:s((?:a|aa)+b)"]))
      #expect(!noted.contains("/books/:id(\\d+)"))
      #expect(exported.notes.allSatisfy { routes.listing[$0.place] == $0.route })
    }
  }

  @Test func `hosts are asked about where a pattern names one`() throws {
    let routes = try ListedRoutes.made { router in
      router.get("https://admin.example/*", name: "admin") { _ in .text("") }
      router.get("/books", name: "books") { _ in .text("") }
    }
    let table = EdgeTable(routes, for: .pcre)
    #expect(table.seesOrigins)
    let edge = try Edge(table)
    #expect(edge.answer("GET", "/books", origin: "http://shop.example") == "books")
    #expect(edge.answer("GET", "/x", origin: "https://admin.example") == "admin")
    #expect(edge.answer("GET", "/x", origin: "http://admin.example") == "none")
    #expect(edge.answer("GET", "/x", origin: "https://admin.example.evil") == "none")
  }
}

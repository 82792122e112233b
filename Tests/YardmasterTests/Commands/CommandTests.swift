#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Switchyard
import Testing

@testable import yardmaster

private let files = Manifests.files

/// Calls that find what they are asked for, or do not.
let commandCalls: [Call] = [
  Call("help", "--help"),
  Call("help-short", "-h"),
  Call("help-of-command", "help", "validate"),
  Call("help-help", "help", "help"),
  Call("completion-help", "completion", "--help"),
  Call("completion-bash", "completion", "bash"),
  Call("completion-zsh", "completion", "zsh"),
  Call("completion-fish", "completion", "fish"),
  Call("version", "--version"),
  Call("version-short", "-V"),
  Call("serve-help", "serve", "--help"),
  Call("publish-help", "publish", "--help"),
  Call("status-help", "status", "--help"),
  Call("rollback-help", "rollback", "--help"),
  Call(
    "publish-open",
    "publish",
    "folder:/nowhere/at/all",
    "-",
    files: ["-": "GUARD /a/* card\nGET /a/b b requires:card\nGET /c c\n"]
  ),
  Call(
    "publish-nowhere",
    "publish",
    "folder:/nowhere/at/all",
    "-",
    files: ["-": "GET /c c public:x\n"]
  ),
  Call("routes-help", "routes", "--help"),
  Call("explain-help", "explain", "--help", "and", "more"),
  Call("match-help", "match", "-h"),
  Call("check-help", "check", "--help"),
  Call("validate-help", "validate", "--loud", "--help"),
  Call("export-folder", "export", "nginx", "-o", "/nowhere/at/all"),
  Call("export-device", "export", "nginx", "--output=/dev/null"),
  Call("export-help", "export", "--help"),
  Call("export-nginx", "export", "nginx", "site.txt", files: files),
  Call("export-haproxy", "export", "haproxy", "-", files: ["-": "GET /a/:b c\nPROXY /old/*\n"]),
  Call(
    "export-caddy",
    "export",
    "caddy",
    "-",
    files: ["-": "GET /a/:b c\nGET https://x.example/*\n"]
  ),
  Call("export-envoy", "export", "envoy", "-", files: ["-": "GET /a/:b c\nGUARD /a/*\n"]),
  Call("export-httproute", "export", "httproute", "site.txt", files: files),
  Call(
    "export-httproute-host",
    "export",
    "httproute",
    "-",
    files: ["-": "GET /a c\nGET https://x.example/* x\n"]
  ),

  Call("diff-help", "diff", "--help"),
  Call("diff-same", "diff", "site.txt", "-", files: files),
  Call("diff-demo", "diff", "demo.json", files: ["demo.json": Manifests.demo]),
  Call("diff-demo-changed", "diff", "-", "routes.json", files: Manifests.demoFiles),
  Call("diff-changed", "diff", "site.txt", "changed.txt", files: files),
  Call("diff-any", "diff", "site.txt", "wider.txt", "--fail-on", "any", files: files),
  Call("diff-breaking", "diff", "site.txt", "wider.txt", files: files),
  Call("diff-never", "diff", "site.txt", "changed.txt", "--fail-on=never", files: files),
  Call(
    "diff-app",
    "diff",
    "app.txt",
    "-",
    files: ["app.txt": Manifests.app, "-": "MAP app://books/:id book @Views"]
  ),
  Call(
    "diff-access",
    "diff",
    "app.txt",
    "-",
    files: [
      "app.txt": """
      GUARD /* card
      GET   /loans requires:card,staff
      GET   /health public:"the load balancer"
      GET   /lists

      """,
      "-": """
      GUARD /* card
      GET   /loans requires:card
      GET   /health
      GET   /lists requires:card

      """,
    ]
  ),
  Call("diff-json", "diff", "site.txt", "changed.txt", "--json", files: files),
  Call("replay-help", "replay", "--help"),

  Call("routes-demo", "routes"),
  Call("routes-site", "routes", "site.txt", files: files),
  Call("routes-standard-input", "routes", "-", files: files),
  Call("routes-option", "routes", "-m", "app.txt", files: files),
  Call("routes-method", "routes", "site.txt", "--method", "post", files: files),
  Call("routes-tags", "routes", "site.txt", "--tag=Private", "--tag", "Public", files: files),
  Call("routes-text", "routes", "site.txt", "--text", "BOOK", files: files),
  Call("routes-text-decoded", "routes", "-", "--text", "日", files: ["-": wide]),
  Call("routes-name", "routes", "site.txt", "--name=book", "--name", "home", files: files),
  Call("routes-unknown-name", "routes", "site.txt", "--name", "bok", files: files),
  Call("routes-unknown-tag", "routes", "site.txt", "--tag", "Pirvate", files: files),
  Call(
    "routes-kind",
    "routes",
    "site.txt",
    "--kind=guard",
    "--kind",
    "proxy",
    "--sort=pattern",
    files: files
  ),
  Call("routes-by-name", "routes", "site.txt", "--sort=name", files: files),
  Call("routes-by-kind", "routes", "site.txt", "--sort=kind", files: files),
  Call("routes-nothing-left", "routes", "site.txt", "--text=nowhere", files: files),
  Call(
    "routes-format-json",
    "routes",
    "site.txt",
    "--format=json",
    "--text=/books/:id",
    files: files
  ),
  Call("routes-dot", "routes", "site.txt", "--format", "dot", files: files),
  Call("routes-mermaid", "routes", "site.txt", "--format", "mermaid", files: files),
  Call("routes-wide-characters", "routes", "-", files: ["-": wide]),
  Call("explain-wide-characters", "explain", "/日本/1", "-m", "-", files: ["-": wide]),
  Call("explain-unknown-tag", "explain", "/", "-m", "site.txt", "--tag=Pubilc", files: files),
  Call("validate-folded", "validate", "-", files: ["-": manyGuards]),
  Call("routes-strict", "routes", "site.txt", "--strict", "--ignore-case", files: files),
  Call("routes-listing", "routes", "listing.json", files: files),
  Call("routes-other-policies", "routes", "--strict", "listing.json", files: files),
  Call(
    "routes-lenient",
    "routes",
    "-",
    files: ["-": #"[{"kind": "map", "pattern": "/a/*", "regex": "^/a/(.*+)$"}]"#]
  ),
  Call(
    "routes-other-version",
    "routes",
    "-",
    files: ["-": #"[{"kind": "map", "pattern": "/a", "regex": "^/b\u001B$"}]"#]
  ),
  Call(
    "routes-unknown-key",
    "routes",
    "-",
    files: [
      "-": "[\n  {\"kind\": \"map\", \"pattern\": \"/a\", \"neme\": \"a\", \"x\": [{\"y\": 1}]}\n]"
    ]
  ),
  Call("validate-unknown-key", "validate", "-", files: ["-": unknownKeys]),
  Call("validate-unknown-key-json", "validate", "-", "--json", files: ["-": unknownKeys]),
  Call(
    "validate-unknown-key-github",
    "validate",
    "site.json",
    "--format=github",
    files: ["site.json": unknownKeys]
  ),
  Call(
    "validate-other-version",
    "validate",
    "-",
    files: ["-": #"[{"kind": "map", "pattern": "/a", "regex": "^/b$"}]"#]
  ),
  Call("routes-json", "routes", "--json", "listing.json", files: files),
  Call("routes-json-plain", "routes", "--json", "app.txt", files: files),
  Call("routes-none-json", "routes", "-", "--json", files: ["-": " [ ] "]),
  Call("routes-printable", "routes", "-", files: ["-": "MAP /a \u{9B}2J\u{202E}x @\u{2028}\n"]),
  Call(
    "routes-printable-json",
    "routes",
    "-",
    "--json",
    files: ["-": "MAP /a \u{9B}2J\u{202E}x @\u{1D173}\n"]
  ),

  Call("explain-demo", "explain", "/books/42"),
  Call("explain-site", "explain", "-m", "site.txt", "/books/42?page=7", files: files),
  Call(
    "explain-method",
    "explain",
    "--manifest=site.txt",
    "--method",
    "PUT",
    "--tag",
    "Views",
    "/admin/users/a%20b",
    files: files
  ),
  Call("explain-all", "explain", "-a", "-m", "site.txt", "/books/42?page=7", files: files),
  Call("explain-other-method", "explain", "-m", "site.txt", "/login", "--method=PUT", files: files),
  Call("explain-options", "explain", "-m", "site.txt", "/login", "--method=OPTIONS", files: files),
  // Of the router the map is the fourth, and of the listing it is #5.
  Call(
    "explain-listing-method",
    "explain",
    "-m",
    "listing.json",
    "/admin/users",
    "--method=GET",
    files: files
  ),
  Call("explain-nearly", "explain", "-m", "site.txt", "/admin/usres/1", files: files),
  Call("explain-head", "explain", "-m", "site.txt", "--method", "HEAD", "/login", files: files),
  Call(
    "explain-fallback",
    "explain",
    "-m",
    "site.txt",
    "/%7e",
    files: files
  ),
  Call("explain-none", "explain", "-m", "app.txt", "https://example.com/x", files: files),
  Call("explain-latest", "explain", "-m", "app.txt", "app://books/1", files: files),
  Call(
    "explain-specific",
    "explain",
    "-m",
    "app.txt",
    "--precedence",
    "most-specific",
    "app://books/1",
    files: files
  ),
  Call("explain-case", "explain", "-m", "site.txt", "/LOGIN", files: files),
  Call("explain-ignore-case", "explain", "-m", "site.txt", "/LOGIN", "--ignore-case", files: files),
  Call("explain-strict", "explain", "-m", "site.txt", "/login/", "--strict", files: files),
  Call(
    "explain-undecided",
    "explain",
    "-m",
    "-",
    "--limit",
    "match-steps=20",
    "/\(String(repeating: "a", count: 60))",
    files: ["-": "GUARD /:a((?:a|aa)*[bc])\nMAP /:a\n"]
  ),
  Call("explain-rejected", "explain", "/a%zz"),
  Call("explain-rejected-json", "explain", "--json", "/a%zz\u{9B}"),
  Call("explain-too-long", "explain", "--limit=target-length=5", "/abcdefgh"),
  Call("explain-no-routes", "explain", "-m", "-", "/a", files: ["-": "[]"]),
  Call("explain-json", "explain", "-m", "site.txt", "/books/42?page=7", "--json", files: files),

  Call(
    "match-several",
    "match",
    #"/books/:id(\d+)"#,
    "https://example.com/books/42?page=7&tag=a&tag=b#top",
    "/books/forty"
  ),
  Call("match-asterisk", "match", "/files/*", "/files/a%20b//c/"),
  Call("match-policies", "match", "--strict", "--ignore-case", "/A/:x", "/a/b", "/a/b/"),
  Call("match-no-url", "match", "/a"),
  Call("match-behind-hyphens", "match", "--", "--strict", "--json"),
  Call("match-rejected", "match", "/a", "/%zz"),
  Call(
    "match-limit",
    "match",
    "/:a((?:a|aa)*[bc])",
    "/\(String(repeating: "a", count: 60))",
    "--limit=match-steps=20"
  ),
  Call("match-json", "match", "--json", "/:name/*", "/a/b/c?x=1#f", "/", "/\u{7}"),

  Call("check-same", "check", "document.json", "-m", "documented.txt", files: files),
  Call("check-other", "check", "document.json", "-m", "site.txt", files: files),
  Call(
    "check-scheme",
    "check",
    "-",
    "--scheme=card=bearerAuth",
    "--manifest",
    "documented.txt",
    files: files.merging(["-": Manifests.otherDocument]) { $1 }
  ),
  Call("check-json", "check", "--json", "document.json", "-m", "site.txt", files: files),
  Call("export-openapi", "export", "openapi", "documented.txt", files: files),
  Call(
    "export-openapi-options",
    "export",
    "openapi",
    "site.txt",
    "--title=Library",
    "--api-version=2",
    "--security=guard_admin=cookie:session",
    files: files
  ),

  Call("validate-demo", "validate", "--requiring", "Private"),
  Call("validate-site", "validate", "site.txt", files: files),
  Call("validate-app", "validate", "app.txt", files: files),
  Call("validate-matrix-folder", "validate", "site.txt", "--matrix=/nowhere/at/all", files: files),
  Call("validate-specific", "validate", "app.txt", "--precedence=most-specific", files: files),
  Call(
    "validate-faulty",
    "validate",
    "faulty.txt",
    "--requiring",
    "Private",
    "--precedence",
    "latest-first",
    files: files
  ),
  Call("validate-json", "validate", "faulty.txt", "--requiring=Private", "--json", files: files),
  Call("validate-unknown-tag", "validate", "site.txt", "--requiring", "Pirvate", files: files),
  Call("validate-listing", "validate", "listing.json", "--requiring=Private", files: files),
  Call("validate-methods", "validate", "-", "--requiring=Private", files: ["-": methods]),
  Call("validate-exceptions", "validate", "-", "--requiring=Private", files: ["-": exceptions]),
  Call("routes-exceptions", "routes", "-", "--json", files: ["-": exceptions]),
  Call(
    "explain-exceptions",
    "explain",
    "/users",
    "-m",
    "-",
    "--method=POST",
    files: ["-": exceptions]
  ),
  Call(
    "explain-middleware",
    "explain",
    "/api/a",
    "-m",
    "-",
    "--method=POST",
    files: ["-": middleware]
  ),
  Call("validate-many", "validate", "-", files: ["-": ManyRoutes.text]),
  Call("validate-access", "validate", "access.txt", "--all-except-public", files: accessFiles),
  Call("validate-access-declared", "validate", "access.txt", files: accessFiles),
  Call("validate-access-sound", "validate", "sound.txt", "--all-except-public", files: accessFiles),
  Call(
    "validate-access-json",
    "validate",
    "access.txt",
    "--all-except-public",
    "--format=json",
    files: accessFiles
  ),
  Call(
    "validate-access-sarif",
    "validate",
    "access.txt",
    "--all-except-public",
    "--format",
    "sarif",
    files: accessFiles
  ),
  Call(
    "validate-access-github",
    "validate",
    "access.txt",
    "--all-except-public",
    "--format",
    "github",
    files: accessFiles
  ),
  Call("routes-access-json", "routes", "sound.txt", "--json", files: accessFiles),
  Call("validate-access-demo", "validate", "--all-except-public", "--format", "github"),

  Call("replay-site", "replay", "access.log", "--routes", "site.txt", files: Logs.files),
  Call("replay-few", "replay", "access.log", "-r", "few.txt", "--top=1", files: Logs.files),
  Call(
    "replay-against",
    "replay",
    "access.log",
    "--routes=few.txt",
    "--against=old.txt",
    files: Logs.files
  ),
  Call(
    "replay-json",
    "replay",
    "access.log",
    "--routes=few.txt",
    "--against=old.txt",
    "--json",
    files: Logs.files
  ),
  Call("replay-same", "replay", "access.log", "-r=old.txt", "--against=old.txt", files: Logs.files),
  Call(
    "replay-fail-under",
    "replay",
    "access.log",
    "--routes=few.txt",
    "--fail-under=90",
    files: Logs.files
  ),
]

/// A listing with keys that no version has: of a route, of its tags and of its notes.
private let unknownKeys = """
  [
    {"kind": "map", "pattern": "/b", "order": 2, "tags": [{"method": "GET", "scheme": "https"}]},
    {"kind": "map", "pattern": "/a", "order": 1, "neme": "a", "about": {"sumary": "An a"}}
  ]
  """

/// Routes that say who may come to them.
private let accessFiles = [
  "access.txt": """
  GUARD     /loans/*    card
  GUARD     /staff/*    staff
  GET       /loans/:id  loan    requires:card
  GET       /films/:id          requires:card
  POST      /staff/:id          requires:staff,cart
  GET       /health             public:load-balancer
  GET       /staff/door         public:"the door, for all"
  DELETE    /books/:id  book
  FALLBACK  /*

  """,
  "sound.txt": """
  GUARD     /loans/*    card
  GUARD     /loans/*    staff
  GET       /loans/:id  loan    requires:card requires:"staff"
  GET       /health             Public:"the load # balancer" @Views
  PUT       /loans/:id
  FALLBACK  /*                  public:a-page

  """,
]

private let methods = """
  GUARD:POST,PUT  /books/*
  GUARD:get       /lists/*
  GET,POST        /books/:id  book  @Private
  GET             /lists/:id  list  @Private

  """

private let middleware = """
  USE             /api/*
  USE:POST        /api/a      writes
  USE:GET         /api/a
  use             /*                 @Logged
  GET,POST        /api/a      a      @Logged

  """

/// Characters that take two columns or none, and some that are shown encoded alone.
private let wide = """
  GET    /日本/:id      名前    @タグ
  GET    /caf%C3%A9    cafe\u{301}
  GET    /%F0%9F%9A%82  🚂
  GET    /%D7%90       א
  GET    /%E2%80%AE    override
  GET    /%E3%80%80    space
  GET    /%EF%BC%8F    slash
  GUARD  /日本/*

  """

/// Guards that are narrower than one fallback.
private let manyGuards = """
  GUARD     /a/*
  GUARD     /b/*
  GUARD     /c/*
  GUARD     /d/*
  FALLBACK  /*
  MAP       /a/x
  MAP       /b/x
  MAP       /c/x
  MAP       /d/x

  """

private let exceptions = """
  GUARD           /* !/login !post:/users !https://open.example/* !PUT,POST://host.example/x !:id(logn)
  GET,POST        /login      login
  GET,POST        /users      users  @Private
  GET             /users/:id  user   @Private

  """

private enum ManyRoutes {
  static let text = "GUARD /a/*\n" + (1...9).map { "MAP /:part/x\($0)\n" }.joined()
}

/// Calls whose tables are fitted to a terminal, and its columns.
private let fittedCalls: [(name: String, call: Call, width: Int)] = [40, 60, 80, 100]
  .flatMap { width in
    [
      ("routes-demo-at-\(width)", Call("", "routes"), width),
      (
        "explain-site-at-\(width)",
        Call("", "explain", "-m", "site.txt", "/books/42?page=7", files: files), width
      ),
      (
        "routes-wide-characters-at-\(width)", Call("", "routes", "-", files: ["-": wide]), width
      ),
    ]
  }

@Suite struct `The commands of the tool` {
  @Test func `fit their tables to a terminal`() throws {
    for (name, call, width) in fittedCalls {
      let result = call.run(width: width)
      try Snapshot.expect(result.snapshot(of: call), is: name)
      for line in result.text.split(separator: "\n") where line.contains("  ") {
        #expect(String(line).columns <= width, "\(name): \(line)")
      }
    }
  }

  @Test func `show whole tables where that is asked for`() {
    for arguments in [["routes"], ["explain", "/books/1", "--all"]] {
      var (narrow, whole, piped) = (Output(width: 40), Output(width: 40), Output())
      _ = Yardmaster.run(arguments, &narrow)
      _ = Yardmaster.run(arguments + ["--wide"], &whole)
      _ = Yardmaster.run(arguments, &piped)
      #expect(whole.text == piped.text)
      #expect(narrow.text != piped.text)
    }
  }

  @Test func `have help of 80 columns`() {
    for text in [Yardmaster.help] + Command.all.map(\.help) {
      for line in text.split(separator: "\n") {
        #expect(String(line).columns <= 80, "\(line)")
      }
    }
  }

  @Test func `have colour where it is asked for`() {
    let calls: [([String], String)] = [
      (["routes", "--color=always"], "text"), (["routes", "--color", "always"], "text"),
      (["routes", "--color", "always", "--jsn"], "errors"),
    ]
    for (arguments, stream) in calls {
      var output = Output()
      _ = Yardmaster.run(arguments, &output)
      #expect((stream == "text" ? output.text : output.errors).contains("\u{1B}["))
    }
    for arguments in [
      ["routes", "--color=never"], ["routes", "--color", "never", "--jsn"],
      ["match", "--color=never", "/a", "/b"],
    ] {
      var output = Output(styling: .all)
      _ = Yardmaster.run(arguments, &output)
      #expect(!(output.text + output.errors).contains("\u{1B}"))
    }
    var output = Output()
    _ = Yardmaster.run(["match", "/a", "--", "--color=always"], &output)
    #expect(!output.text.contains("\u{1B}"))
  }

  @Test(arguments: commandCalls) func `print what they found`(_ call: Call) throws {
    try Snapshot.expect(call.run().snapshot(of: call), is: call.name)
  }

  @Test(arguments: commandCalls) func `print the same without colour as with it`(_ call: Call) {
    let styled = call.run(styling: Styling(output: true, errors: true))
    let plain = call.run()
    #expect(styled.text.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain.text)
    #expect(styled.errors.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain.errors)
    #expect(styled.code == plain.code)
  }

  @Test(arguments: commandCalls) func `command no terminal`(_ call: Call) {
    let result = call.run()
    for scalar in (result.text + result.errors).unicodeScalars where scalar != "\n" {
      let category = scalar.properties.generalCategory
      #expect(
        category != .control && category != .format && category != .lineSeparator,
        "\(scalar.escaped(asASCII: true))"
      )
    }
  }

  @Test func `stand out in colour`() throws {
    let styling = Styling(output: true, errors: true)
    for call in commandCalls
    where ["explain-site", "validate-faulty", "match-rejected"].contains(call.name) {
      let result = call.run(styling: styling)
      try Snapshot.expect(
        result.snapshot(of: call).replacing("\u{1B}", with: "␛"),
        is: "\(call.name)-in-colour"
      )
    }
  }

  @Test func `have a snapshot for each call and no other`() throws {
    let names = (commandCalls + errorCalls).map(\.name)
    #expect(Set(names).count == names.count)
    let coloured = try Snapshot.names().filter { $0.hasSuffix("-in-colour") }
    #expect(coloured.count == 3)
    let fitted = Set(fittedCalls.map { $0.name })
    #expect(try Snapshot.names() == Set(names).union(coloured).union(fitted))
  }
}

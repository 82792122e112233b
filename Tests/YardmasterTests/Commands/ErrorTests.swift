import Switchyard
import SwitchyardServer
import Testing

@testable import yardmaster

/// A call of `routes` with a manifest that cannot be read.
private func manifest(_ name: String, _ text: String) -> Call {
  Call("error-\(name)", "routes", "-", files: ["-": text])
}

/// A call of `check` with a document that cannot be read.
private func document(_ name: String, _ text: String) -> Call {
  Call("error-check-\(name)", "check", "-", files: ["-": text])
}

/// An address of a store, with a password that no error shows.
private let address = "postgres://shop:hidden@db/shop"

/// Calls that are wrong, or whose manifest is.
let errorCalls: [Call] = [
  document("yaml", "openapi: 3.1.0\npaths: {}\n"),
  document("list", "[]"),
  document("comma", "{\n  \"openapi\": \"3.1.0\",,\n}"),
  document("deep", "{\"a\":" + String(repeating: "[", count: 100_000)),
  document("swagger", "{\"swagger\": \"2.0\"}"),
  document(
    "faults",
    "{\n  \"openapi\": \"3.1.0\",\n  \"paths\": {\n    \"/a?b\": {},\n    \"/\\u001B{\": {},"
      + "\n    \"/c\": {\"get\": 7}\n  }\n}"
  ),
  Call("error-check-missing", "check", "nowhere.json"),
  Call("error-check-twice", "check", "-", "-m", "-"),
  Call("error-check-scheme", "check", "-", "--scheme", "card", files: ["-": "{}"]),
  Call("error-export-security", "export", "openapi", "--security", "card=magic"),
  Call("error-publish-source", "publish", "postgres:", "-", files: ["-": "GET /a a\n"]),
  Call("error-publish-keywords", "publish", "host=db password=hidden", "-", files: ["-": ""]),
  // In a shell, of words without quotation marks.
  Call("error-status-keywords", "status", "postgres:host=db", "password=hidden"),
  Call("error-rollback-scheme", "rollback", "postgre://shop:hidden@db/shop"),
  // Where a file is expected.
  Call("error-address-manifest", "validate", "postgres://shop:hidden@db/shop"),
  Call("error-address-keywords", "routes", "--manifest", "host=db password=hidden"),
  Call("error-address-spaces", "validate", "host=db password = hidden"),
  Call("error-address-twice", "routes", "-m", "a", "postgres:host=db password=hidden"),
  Call(
    "error-address-log",
    "replay",
    "postgresql://db/shop?password=hidden",
    "--routes",
    "a",
    files: ["a": "GET /a\n"]
  ),
  Call("error-address-source", "diff", "sqlite:routes.db", "b"),
  Call("error-state-keywords", "serve", "--port=0", "--state", "host=db password=hidden"),
  // Where another value is expected, or none.
  Call("error-host-address", "serve", "--port=0", "--state=memory", "--host=\(address)"),
  Call("error-port-address", "serve", "--state=memory", "--port", address),
  Call(
    "error-patience-address",
    "publish",
    "folder:/x",
    "-",
    "--patience=\(address)",
    files: ["-": "GET /a\n"]
  ),
  Call("error-needless-address", "status", "folder:/x", "--json=\(address)"),
  Call("error-unknown-option-address", "status", "-\(address)"),
  Call("error-option-before-value", "--stat=\(address)", "status"),
  Call(
    "error-publish-patience",
    "publish",
    "folder:/x",
    "-",
    "--patience",
    "0",
    files: ["-": "GET /a\n"]
  ),
  Call("error-publish-missing", "publish", "folder:/x"),
  Call("error-status-missing", "status", "sqlite:/nowhere/at/all.db"),
  Call("error-rollback-number", "rollback", "folder:/", "first"),
  Call("error-no-command"),
  Call("error-unknown-command", "sail"),
  Call("error-near-command", "validte", "--json"),
  Call("error-unknown-topic", "help", "sial"),
  Call("error-option-first", "--versoin"),
  Call("error-version-value", "--version=1"),
  manifest("access-of-guard", "GUARD /a card public:x\n"),
  manifest("access-nearly", "GET /a require:card\n"),
  manifest(
    "access-key",
    "[{\"kind\":\"map\",\"pattern\":\"/a\",\"access\":{\"public\":\"x\",\"requirse\":[\"card\"]}}]"
  ),
  manifest("access-of-tag", "GET /a @requires:card\n"),
  manifest("access-invisible", "GET /a public:\u{200B}\n"),
  manifest("access-twice", "GET /a public:x requires:card\n"),
  manifest("access-without-reason", "GET /a name public:\n"),
  manifest("access-blank-reason", "GET /a public:\" \"\n"),
  manifest("access-without-name", "GET /a requires:card,\n"),
  manifest("access-open-quotation", "GET /a public:\"the door\nGET /b\n"),
  manifest("access-behind-quotation", "GET /a public:\"the\"door\n"),
  manifest("json-access", #"[{"kind": "map", "pattern": "/a", "access": {"public": ""}}]"#),
  manifest("json-access-text", #"[{"kind": "map", "pattern": "/a", "access": "public"}]"#),
  manifest(
    "json-access-names",
    #"[{"kind": "map", "pattern": "/a", "access": {"requires": ["a", 1]}}]"#
  ),
  manifest(
    "json-access-of-guard",
    #"[{"kind": "guard", "pattern": "/a", "access": {"public": "x"}}]"#
  ),
  manifest("json-sunset", #"[{"kind": "map", "pattern": "/a", "about": {"sunset": "soon"}}]"#),
  manifest("json-notes", #"[{"kind": "map", "pattern": "/a", "about": {"summary": 1}}]"#),
  Call("error-format", "validate", "--format", "xml"),
  Call("error-two-formats", "validate", "--json", "--format", "sarif"),
  Call("error-diff-input", "diff", "-", "-"),
  Call("error-diff-missing", "diff"),
  Call("error-diff-fail-on", "diff", "a", "b", "--fail-on", "braking"),
  Call("error-diff-old", "diff", "-", "b", files: ["-": "GOT /a"]),
  Call("error-diff-new", "diff", "-", "b", files: ["-": "GET /a", "b": "GET /a("]),
  Call("error-unknown-option", "match", "--loud\u{1B}[2J"),
  Call("error-unknown-letter", "match", "-x", "/a"),
  Call("error-near-option", "routes", "--jsn"),
  Call("error-option-before-command", "--color=never", "routes"),
  Call("error-color", "routes", "--color", "mauve"),
  Call("error-opposed", "routes", "--json", "--format", "dot"),
  Call("error-listing-format", "routes", "--format=svg"),
  Call("error-kind", "routes", "--kind", "maps"),
  Call("error-sort", "routes", "--sort", "regex"),
  Call("error-shell", "completion", "tcsh"),
  Call("error-no-shell", "completion"),
  Call("error-export-format", "export", "apache"),
  Call("error-port", "serve", "--port", "65536"),
  Call("error-host", "serve", "--host", "nowhere.invalid", "--port", "0", "--state=memory"),
  Call("error-foreign-host", "serve", "--host", "192.0.2.1", "--port", "0", "--state=memory"),
  Call("error-certificate-alone", "serve", "--certificate", "room.pem"),
  Call("error-key-alone", "serve", "--key", "room-key.pem"),
  Call(
    "error-certificate",
    "serve",
    "--port=0",
    "--state=memory",
    "--certificate",
    "/no/such/room.pem",
    "--key",
    "/dev/null"
  ),
  Call(
    "error-key",
    "serve",
    "--port=0",
    "--state=memory",
    "--certificate",
    "/dev/null",
    "--key",
    "/no/such/\u{1B}.pem"
  ),
  Call("error-log", "serve", "--port=0", "--log", "/no/such/access.log"),
  Call("error-log-folder", "serve", "--port=0", "--log", "/"),
  Call("error-state", "serve", "--port=0", "--state", "redis:localhost"),
  Call("error-state-empty", "serve", "--port=0", "--state", "sqlite:"),
  Call("error-state-folder", "serve", "--port=0", "--state", "sqlite:/no/such/visitors.db"),
  Call("error-missing-value", "routes", "--tag"),
  Call("error-option-for-value", "routes", "--tag", "--json"),
  Call("error-needless-value", "routes", "--json=yes"),
  Call("error-repeated", "routes", "-m", "a", "--manifest", "b"),
  Call("error-method", "explain", "/a", "--method", "BREW"),
  Call("error-precedence", "validate", "--precedence", "best"),
  Call("error-limit-name", "match", "/a", "--limit", "speed=1"),
  Call("error-limit-number", "match", "/a", "--limit", "nesting=-1"),
  Call("error-missing-operand", "match"),
  Call("error-missing-url", "explain", "--json"),
  Call("error-unexpected-operand", "explain", "/a", "/b"),
  Call("error-unexpected-operands", "routes", "a", "b", "c", "d", "e", "f", "g"),
  Call("error-two-manifests", "routes", "a", "-m", "b"),
  Call("error-long-argument", "match", "--" + String(repeating: "x", count: 300)),
  Call("error-pattern", "match", "/a/:"),
  Call("error-pattern-limit", "match", "--limit=optional-groups=1", "/{a}?/{b}?"),

  Call("error-missing-file", "routes", "no\u{1B}where.txt"),
  manifest("unknown-method", "GET /a\nBREW /b\n"),
  manifest("near-method", "GTE /a\n"),
  manifest("one-of-methods", "GET,,POST /a\n"),
  manifest("missing-pattern", "GET \r\nGET /a"),
  manifest("second-name", "GET /a b @c d\n"),
  manifest("guard-with-tag", "GUARD /a name @b\n"),
  manifest("guard-with-method", "GUARD:POST,PAINT /a\n"),
  manifest("exception-of-map", "GET /a !/b\n"),
  manifest("exception-without-pattern", "GUARD /a !\n"),
  manifest("exception-method", "GUARD /a !/b !POTS:/c\n"),
  manifest("exception-methods-alone", "GUARD /a !POST:\n"),
  manifest("exception-pattern", "GUARD /a !POST:/c/:\n"),
  manifest(
    "json-exception-of-map",
    #"[{"kind": "map", "pattern": "/a", "except": ["/b"]}]"#
  ),
  manifest(
    "json-exception-method",
    #"[{"kind": "guard", "pattern": "/a", "except": ["/b", "PO(ST /c"]}]"#
  ),
  manifest(
    "json-exception-pattern",
    #"[{"kind": "guard", "pattern": "/a", "except": ["GET,POST /b/:"]}]"#
  ),
  manifest(
    "json-exception-space",
    #"[{"kind": "guard", "pattern": "/a", "except": ["POST  /x"]}]"#
  ),
  manifest("json-exception-end", #"[{"kind": "guard", "pattern": "/a", "except": ["POST /x "]}]"#),
  manifest(
    "json-exception-comma",
    #"[{"kind": "guard", "pattern": "/a", "except": ["POST, /x"]}]"#
  ),
  manifest("json-exception-text", #"[{"kind": "guard", "pattern": "/a", "except": [7]}]"#),
  manifest("json-exceptions", #"[{"kind": "guard", "pattern": "/a", "except": "/b"}]"#),
  manifest(
    "json-guard-with-tag",
    #"[{"kind": "guard", "pattern": "/a", "tags": [{"method": "GET"}, "b"]}]"#
  ),
  manifest("missing-tag", "GET /a @\n"),
  manifest("long-name", "GET /a " + String(repeating: "n", count: 1_025)),
  manifest("control-character", "GET /a\u{1B}[2J\n"),
  manifest("line-pattern", "# first\r\nGET\t/a/:\tx\r\n"),
  manifest("line-pattern-escape", "GET /a{/b\u{301}}?{\n"),
  manifest("mark-before-line", "\u{FEFF}GTE /a\n"),
  // All of them, and not the first alone.
  manifest("several", "GTE /a\nGET /a a b\n\nGET /:\nGET /b\nGUARD /* @A\n"),
  manifest(
    "json-several",
    #"[{"kind": "map", "pattern": "/:"}, {"kind": "map", "pattern": "/{"}]"#
  ),
  Call("error-no-routes", "validate", "-", files: ["-": "# none\n"]),
  manifest("too-many-lines", String(repeating: "GET /a\n", count: 100_001)),
  manifest("too-large", String(repeating: "#", count: (16 << 20) + 1)),

  manifest("json-object", #"{"routes": []}"#),
  manifest("json-number", "[1]"),
  manifest("json-no-kind", "[\n  {\"pattern\": \"/a\"}\n]"),
  manifest("json-kind", #"[{"kind": "mapp", "pattern": "/a"}]"#),
  manifest("json-null", #"[{"kind": "map", "pattern": null}]"#),
  manifest("json-text", #"[{"kind": "map", "pattern": 7}]"#),
  manifest("json-order", #"[{"kind": "map", "pattern": "/a", "order": 1.5}]"#),
  manifest("json-order-text", #"[{"kind": "map", "pattern": "/a", "order": "1"}]"#),
  manifest("json-owner", #"[{"kind": "map", "pattern": "/a", "ownerAlive": 1}]"#),
  manifest("json-id", #"[{"kind": "map", "pattern": "/a", "id": "one"}]"#),
  manifest("json-tags", #"[{"kind": "map", "pattern": "/a", "tags": "Views"}]"#),
  manifest("json-tag", #"[{"kind": "map", "pattern": "/a", "tags": ["Views", 7]}]"#),
  manifest("json-method", #"[{"kind": "map", "pattern": "/a", "tags": [{"method": "BR W"}]}]"#),
  manifest("json-pattern", #"[{"kind": "map", "pattern": "/a/:"}]"#),
  manifest("json-pattern-escape", #"[{"kind": "map", "pattern": "\/a\/\u003a"}]"#),
  manifest(
    "json-long-name",
    #"[{"kind": "map", "pattern": "/a", "name": ""# + String(repeating: "n", count: 1_025) + "\"}]"
  ),
  manifest(
    "json-long-tag",
    #"[{"kind": "map", "pattern": "/a", "tags": ["a", ""# + String(repeating: "n", count: 1_025)
      + "\"]}]"
  ),
  manifest("json-end", "[{\"kind\": "),
  manifest("json-comma", "[1,]"),
  manifest("json-behind", "[] []"),
  manifest("json-escape", #"["\q"]"#),
  manifest("json-surrogate", #"["\ud800"]"#),
  manifest("json-control", "[\"a\nb\"]"),
  manifest("json-zero", "[01]"),
  manifest("json-marks", #"[{"a"# + String(repeating: #"\u0301"#, count: 101) + #"": 1}]"#),
  manifest("json-key-twice", #"[{"kind": "map", "kind": "guard"}]"#),
  manifest("json-deep", String(repeating: "[", count: 100_000)),
  manifest("json-many", "[" + String(repeating: "1,", count: 100_000) + "1]"),

  Call("error-replay-no-log", "replay"),
  Call("error-replay-missing", "replay", "no\u{1B}where.log"),
  Call("error-replay-bad", "replay", "bad.log", files: Logs.files),
  Call(
    "error-replay-one-bad",
    "replay",
    "access.log",
    "bad.log",
    "--routes=few.txt",
    files: Logs.files
  ),
  Call("error-replay-empty", "replay", "empty.log", files: ["empty.log": ""]),
  Call("error-replay-format", "replay", "access.log", "--log-format=xml", files: Logs.files),
  Call("error-replay-forced", "replay", "bad.log", "--log-format=json", files: Logs.files),
  Call("error-replay-site", "replay", "access.log", "--site=example.com", files: Logs.files),
  Call("error-replay-top", "replay", "access.log", "--top=0", files: Logs.files),
  Call(
    "error-replay-no-ends",
    "replay",
    "access.log",
    "--routes=-",
    "--fail-under=80",
    files: ["access.log": Logs.access, "-": "GUARD /a\n"]
  ),
  Call("error-replay-share", "replay", "access.log", "--fail-under=101", files: Logs.files),
  Call("error-replay-input-twice", "replay", "-", "--routes=-", files: Logs.files),
  Call("error-replay-logs-twice", "replay", "-", "-", files: Logs.files),
]

@Suite struct `Errors of the tool` {
  @Test(arguments: errorCalls) func `name the place and what helps`(_ call: Call) throws {
    let result = call.run()
    #expect(result.code == 2)
    #expect(result.text == "")
    let shown = Call(call.name, "routes", "-")
    // What a long argument is stands in the error.
    let name = call.arguments.contains { $0.count > 100 } ? shown : call
    try Snapshot.expect(result.snapshot(of: name), is: call.name)
  }

  @Test(arguments: errorCalls) func `command no terminal and stay short`(_ call: Call) {
    let errors = call.run().errors
    #expect(errors.utf8.count < 1_500)
    for scalar in errors.unicodeScalars where scalar != "\n" {
      let category = scalar.properties.generalCategory
      #expect(category != .control && category != .format)
    }
  }

  /// A password may stand in what was to name a store.
  @Test(arguments: errorCalls.filter { $0.arguments.joined().contains("hidden") })
  func `show no password`(_ call: Call) { #expect(!call.run().errors.contains("hidden")) }

  @Test func `say what is wrong with a certificate`() {
    let result = Call(
      "",
      "serve",
      "-p=0",
      "--state=memory",
      "--certificate=/dev/null",
      "--key=/dev/null"
    ).run()
    #expect(result.code == 2)
    #expect(
      result.errors.hasPrefix(
        #"yardmaster serve: error: Nothing can be served with the certificate "/dev/null" and the key "/dev/null": "#
      )
    )
    #expect(result.errors.hasSuffix(". Give two files in PEM form that belong together.\n"))
    #expect(!result.errors.contains("usage: "))
    #expect(!result.errors.contains(".."))
  }

  @Test func `say what stands in the way of a port`() throws {
    let server = try EmbeddedServer(router: Router(.server), configuration: .anyPort)
    try server.start()
    let port = try #require(server.port)
    let result = Call("", "serve", "--port=\(port)", "--state=memory").run()
    withExtendedLifetime(server) {}
    #expect(result.code == 2)
    #expect(
      result.errors.hasPrefix(
        #"yardmaster serve: error: Nothing can be served at "127.0.0.1:\#(port)": Address already in use. "#
          + "Give another --port, of which 0 picks a free one, or stop what listens there.\n"
      )
    )
  }

  @Test func `show the first of very many`() {
    var output = Output()
    let text = String(repeating: "GTE /a\n", count: 30)
    #expect(
      Yardmaster.run(["routes", "-"], &output, files: .init(["-": Array(text.utf8)])) == .usage
    )
    let lines = output.errors.split(separator: "\n")
    #expect(lines.count { $0.contains(": error: ") } == 20)
    #expect(lines.last == "and 10 more: 30 errors.")
  }

  @Test func `tell bytes that are not UTF-8`() throws {
    let lines: [([UInt8], String)] = [
      (Array("GET /a\nGET /b \u{E9}".utf8) + [0xC3, 0x28], "standard input:2:10: "),
      ([0xFF, 0xFE, 0x47, 0x00], "standard input:1:1: "),
      (Array("[\"".utf8) + [0xED, 0xA0, 0x80], "standard input:1:3: "),
      (Array("# ".utf8) + [0xE2, 0x82], "standard input:1:3: "),
    ]
    for (bytes, place) in lines {
      var output = Output()
      let code = Yardmaster.run(["routes", "-"], &output, files: .init(["-": bytes]))
      #expect(code == .usage)
      #expect(
        output.errors.hasPrefix(
          place + "error: The bytes here are not UTF-8; write it as UTF-8.\n"
        )
      )
    }
  }
}

extension EmbeddedServer.Configuration {
  fileprivate static var anyPort: Self {
    var configuration = Self()
    configuration.port = 0
    return configuration
  }
}

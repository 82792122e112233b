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
  Call("version", "--version"),
  Call("serve-help", "serve", "--help"),
  Call("routes-help", "routes", "--help"),
  Call("explain-help", "explain", "--help", "and", "more"),
  Call("match-help", "match", "-h"),
  Call("validate-help", "validate", "--loud", "--help"),

  Call("routes-demo", "routes"),
  Call("routes-site", "routes", "site.txt", files: files),
  Call("routes-standard-input", "routes", "-", files: files),
  Call("routes-option", "routes", "-m", "app.txt", files: files),
  Call("routes-method", "routes", "site.txt", "--method", "post", files: files),
  Call("routes-tags", "routes", "site.txt", "--tag=Private", "--tag", "Public", files: files),
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
  Call("routes-json", "routes", "--json", "listing.json", files: files),
  Call("routes-json-plain", "routes", "--json", "app.txt", files: files),
  Call("routes-none", "routes", "-", files: ["-": "# nothing\n"]),
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
  Call("explain-no-routes", "explain", "-m", "-", "/a", files: ["-": ""]),
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

  Call("validate-demo", "validate", "--requiring", "Private"),
  Call("validate-site", "validate", "site.txt", files: files),
  Call("validate-app", "validate", "app.txt", files: files),
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

private let exceptions = """
  GUARD           /* !/login !post:/users !https://open.example/* !PUT,POST://host.example/x !:id(logn)
  GET,POST        /login      login
  GET,POST        /users      users  @Private
  GET             /users/:id  user   @Private

  """

private enum ManyRoutes {
  static let text = "GUARD /a/*\n" + (1...9).map { "MAP /:part/x\($0)\n" }.joined()
}

@Suite struct `The commands of the tool` {
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
    #expect(try Snapshot.names() == Set(names).union(coloured))
  }
}

import Testing

@testable import yardmaster

/// A call with all that it prints, and what it ends with.
struct Call: Sendable, CustomTestStringConvertible {
  var arguments: [String]
  var text = ""
  var errors = ""
  var code: Int32

  var testDescription: String { arguments.joined(separator: " ") }
}

private let calls = [
  Call(
    arguments: [
      "match", #"/books/:id(\d+)"#, "https://example.com/books/42?page=7&tag=a&tag=b#top",
      "/books/forty",
    ],
    text: #"""
      pattern  /books/:id(\d+)
      regex    ^/books/(\d+)$

      target   https://example.com/books/42?page=7&tag=a&tag=b#top
      match    yes
        path   id = "42"
        query  "page" = "7"
        query  "tag" = "a"
        query  "tag" = "b"
        hash   "top"

      target   /books/forty
      match    no

      """#,
    code: 1
  ),
  Call(
    arguments: ["match", "/files/*", "/files/a%20b//c/"],
    text: """
      pattern  /files/*
      regex    ^/files(?:/|$)(.*+)$

      target   /files/a%20b/c
      match    yes
        path   0 = "a b/c"

      """,
    code: 0
  ),
  Call(
    arguments: ["match", "--strict", "--ignore-case", "/A/:x", "/a/b", "/a/b/"],
    text: """
      pattern  /A/:x
      regex    ^/A/([^/]++)$

      target   /a/b
      match    yes
        path   x = "b"

      target   /a/b/
      match    no

      """,
    code: 1
  ),
  Call(
    arguments: ["match", "--", "--strict"],
    text: """
      pattern  /--strict
      regex    ^/--strict$

      """,
    code: 0
  ),
  Call(
    arguments: ["match", "/a", "/%zz"],
    text: """
      pattern  /a
      regex    ^/a$

      url      "/%zz"
      match    no: see the error

      """,
    errors: """
      The target has a percent sign without two hexadecimal digits after it (byte 1). Write a percent \
      sign that is data as %25.
      /%zz
       ^

      """,
    code: 1
  ),
  Call(
    arguments: ["match", "/a/:"],
    errors: """
      The pattern is not valid at byte 3. A colon begins a parameter, and no name stands behind it; \
      write \\: for a colon.
      /a/:
         ^

      """,
    code: 2
  ),
  Call(
    arguments: ["match"],
    errors: "yardmaster match: a pattern is missing; see yardmaster match --help\n",
    code: 2
  ),
  Call(
    arguments: ["match", "--loud\u{1B}[2J"],
    errors: """
      yardmaster match: there is no option "--loud\\u{1B}[2J"; see yardmaster match --help

      """,
    code: 2
  ),
  Call(
    arguments: ["match", "-x", "/a"],
    errors: "yardmaster match: there is no option \"-x\"; see yardmaster match --help\n",
    code: 2
  ),
  Call(arguments: ["match", "--help"], text: MatchCommand.help + "\n", code: 0),
  Call(arguments: ["--help"], text: Yardmaster.help + "\n", code: 0),
  Call(arguments: [], errors: Yardmaster.help + "\n", code: 2),
  Call(
    arguments: ["sail"],
    errors: "yardmaster: there is no command \"sail\"; see yardmaster --help\n",
    code: 2
  ),
]

@Suite struct `The command-line tool` {
  @Test(arguments: calls) func `prints what it found`(_ call: Call) {
    var output = Output()
    let code = Yardmaster.run(call.arguments, &output)
    #expect(output.text == call.text)
    #expect(output.errors == call.errors)
    #expect(code.rawValue == call.code)
  }
}

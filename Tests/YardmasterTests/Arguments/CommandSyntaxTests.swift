import SwitchyardProof
import Testing

@testable import yardmaster

private let syntax = CommandSyntax(
  "tool",
  [.init(name: "FILE"), .init(name: "MORE", isOptional: true)],
  options: [.json, .tag, .manifest]
)

/// Words that are read, and what they are.
private struct Words: Sendable, CustomTestStringConvertible {
  let words: String
  var operands: [String] = ["f"]
  var isJSON = false
  var tags: [String] = []
  var manifest: String?

  var testDescription: String { words }
}

private let readable: [Words] = [
  Words(words: "f"),
  Words(words: "f g", operands: ["f", "g"]),
  Words(words: "--json f", isJSON: true),
  Words(words: "f --json --json", isJSON: true),
  Words(words: "--tag a f --tag=b", tags: ["a", "b"]),
  Words(words: "f --tag=", tags: [""]),
  Words(words: "f --tag=a=b", tags: ["a=b"]),
  Words(words: "f --tag=--json", tags: ["--json"]),
  Words(words: "f --tag -", tags: ["-"]),
  Words(words: "-m x f", manifest: "x"),
  Words(words: "-m=x f", manifest: "x"),
  Words(words: "f --manifest x", manifest: "x"),
  Words(words: "-", operands: ["-"]),
  Words(words: "-- --json", operands: ["--json"]),
  Words(words: "f -- --", operands: ["f", "--"]),
  Words(words: "f -- --help", operands: ["f", "--help"]),
]

private let unreadable: [(String, ArgumentError.Code)] = [
  ("", .missingOperand("FILE")),
  ("--", .missingOperand("FILE")),
  ("--json", .missingOperand("FILE")),
  ("a b c", .unexpectedOperands(["c"])),
  ("a b -- c --d", .unexpectedOperands(["c", "--d"])),
  ("f --jsonn", .unknownOption("--jsonn", suggestion: "--json")),
  ("f --tga x", .unknownOption("--tga", suggestion: "--tag")),
  ("f --else", .unknownOption("--else", suggestion: nil)),
  ("f -x", .unknownOption("-x", suggestion: nil)),
  ("f -mx", .unknownOption("-mx", suggestion: nil)),
  ("f ---json", .unknownOption("---json", suggestion: "--json")),
  ("f --json=1", .unexpectedValue(.json, "1")),
  ("f --json=", .unexpectedValue(.json, "")),
  ("f --tag", .missingValue(.tag)),
  ("f --tag --json", .missingValue(.tag)),
  ("f --tag -- x", .missingValue(.tag)),
  ("f -m a -m b", .repeatedOption(.manifest)),
  ("f -m a --manifest=b", .repeatedOption(.manifest)),
]

@Suite struct `The words behind a command` {
  @Test(arguments: readable) private func `are options and operands`(_ words: Words) throws {
    let parsed = try syntax.parse(words.words.split(separator: " ").map { String($0) })
    #expect(parsed.operands == words.operands)
    #expect(parsed.has(.json) == words.isJSON)
    #expect(parsed.values(of: .tag) == words.tags)
    #expect(parsed.value(of: .manifest) == words.manifest)
    #expect(!parsed.has(.help))
  }

  @Test(arguments: unreadable)
  func `are refused when they are neither`(_ text: String, _ code: ArgumentError.Code) {
    let error = #expect(throws: ArgumentError.self) {
      try syntax.parse(text.split(separator: " ").map { String($0) })
    }
    #expect(error?.code == code)
    #expect(error?.command == "tool")
    #expect(error?.usage == "tool [OPTIONS] FILE [MORE]")
  }

  @Test(arguments: ["--help", "a b c d -h", "--else --help", "--tag --help"])
  func `ask for help whatever else they are`(_ text: String) throws {
    let parsed = try syntax.parse(text.split(separator: " ").map { String($0) })
    #expect(parsed.has(.help))
    #expect(parsed.operands.isEmpty)
  }

  @Test func `end where the last operand repeats`() throws {
    let many = CommandSyntax(
      "tool",
      [.init(name: "A"), .init(name: "B", repeats: true)],
      options: []
    )
    #expect(try many.parse(["1", "2", "3"]).operands == ["1", "2", "3"])
    #expect(throws: ArgumentError.self) { try many.parse(["1"]) }
    #expect(many.usage == "tool [OPTIONS] A B...")
  }

  @Test(arguments: [
    ("rotues", "routes"), ("explian", "explain"), ("match", "match"), ("validat", "validate"),
    ("valid", nil),
    ("x", nil), ("", nil), ("MATCH", nil), (String(repeating: "routes", count: 1_000), nil),
  ])
  func `are guessed at when they are near`(_ word: String, _ guess: String?) {
    #expect(word.nearest(among: Command.all.map(\.name)) == guess)
  }
}

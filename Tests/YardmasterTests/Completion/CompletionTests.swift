import Foundation
import TestSupport
import Testing

@testable import yardmaster

private let bash = InstalledProgram("bash")
private let zsh = InstalledProgram("zsh")
private let fish = InstalledProgram("fish")

/// What is typed, with a tab where a word is completed, and the words that the tool is called with.
private struct Typed: Sendable, CustomTestStringConvertible {
  let text: String
  let words: String
  /// Those of zsh, which joins the values of options.
  let joined: String

  init(_ text: String, _ words: String, joined: String? = nil) {
    self.text = text
    self.words = words
    self.joined = joined ?? words
  }

  var testDescription: String { text.replacing("\t", with: "⇥") }
}

private let typed: [Typed] = [
  Typed("rou\t", "<routes>"),
  Typed("--vers\t", "<--version>"),
  Typed("routes --form\tdo\t", "<routes><--format><dot>", joined: "<routes><--format=dot>"),
  Typed("routes --format=me\t", "<routes><--format=mermaid>"),
  Typed("routes my\t", "<routes><my routes.txt>"),
  Typed("routes -m my\t --js\t", "<routes><-m><my routes.txt><--json>"),
  Typed("routes --manifest=my\t", "<routes><--manifest=my routes.txt>"),
  Typed("routes zo\t", "<routes><zoo:b.txt>"),
  Typed("routes zoo:\t", "<routes><zoo:b.txt>"),
  Typed(
    "routes 'my routes.txt' --meth\tPA\t",
    "<routes><my routes.txt><--method><PATCH>",
    joined: "<routes><my routes.txt><--method=PATCH>"
  ),
  Typed(
    "routes a:b --kin\tpro\t",
    "<routes><a:b><--kind><proxy>",
    joined: "<routes><a:b><--kind=proxy>"
  ),
  Typed(
    "explain 'https://a/b c' --manif\tmy\t",
    "<explain><https://a/b c><--manifest><my routes.txt>",
    joined: "<explain><https://a/b c><--manifest=my routes.txt>"
  ),
  // A URL is no file, and one command takes no second manifest.
  Typed("explain my\t", "<explain><my>"),
  Typed("routes --limit nest\t5", "<routes><--limit><nesting=5>"),
  Typed("routes --limit nesting=\t5", "<routes><--limit><nesting=5>"),
  Typed("help comp\t", "<help><completion>"),
  Typed("completion f\t", "<completion><fish>"),
  Typed("match -- --js\t", "<match><--><--js>"),
]

@Suite(.serialized, .timeLimit(.minutes(6))) struct `The completion of calls` {
  /// Types each line into a shell that has read its script, with a command that shows its words.
  private func expect(
    _ shell: [String],
    _ name: String,
    _ preparation: String,
    _ words: (Typed) -> String
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "completion-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for file in ["my routes.txt", "zoo:b.txt"] {
      try Data().write(to: folder.appending(path: file))
    }
    let script = folder.appending(path: ".script")
    try Data(Call("", "completion", name).run().text.utf8).write(to: script)
    for line in typed {
      let session = try TypedShell(shell, in: folder)
      defer { session.end() }
      let show = "yardmaster() { printf 'R'; printf '<%s>' \"$@\"; echo E; }; echo RE''ADY\n"
      _ = try session.type("\(preparation); . ./.script; \(show)", until: "READY")
      let text = try session.type("yardmaster \(line.text)\n", until: ">E")
      let called = text.matches(of: /R(<[^\n]*>)E/).last.map { String($0.1) }
      #expect(called == words(line), "\(line.testDescription): \(text)")
    }
  }

  @Test(.enabled(if: bash.isInstalled, "bash is not installed"))
  func `is done by bash`() throws {
    try expect([bash.path, "--norc", "--noprofile", "-i"], "bash", "bind 'set bell-style none'") {
      $0.words
    }
  }

  @Test(.enabled(if: zsh.isInstalled, "zsh is not installed"))
  func `is done by zsh`() throws {
    let preparation = "unsetopt beep; autoload -Uz compinit; compinit -u -D"
    try expect([zsh.path, "-f", "-i"], "zsh", preparation) { $0.joined }
  }

  @Test(
    .enabled(if: fish.isInstalled, "fish is not installed"),
    arguments: [
      ("rou", ["routes"]), ("routes --form", ["--format"]), ("routes --format d", ["dot"]),
      ("routes --format=d", ["--format=dot"]), ("routes my", ["my routes.txt"]),
      ("routes -m zo", ["zoo:b.txt"]), ("explain my", []), ("help comp", ["completion"]),
      ("match -- --js", []), ("routes --limit ne", ["nesting="]), ("routes a:b my", []),
      ("routes a:b --kind pro", ["proxy"]), ("completion ", ["bash", "fish", "zsh"]),
    ]
  )
  func `is done by fish`(_ line: String, _ expected: [String]) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "completion-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for file in ["my routes.txt", "zoo:b.txt"] {
      try Data().write(to: folder.appending(path: file))
    }
    let script = Call("", "completion", "fish").run().text
    try Data(script.utf8).write(to: folder.appending(path: ".script"))
    let command =
      "HOME=$PWD XDG_CONFIG_HOME=$PWD/.c XDG_DATA_HOME=$PWD/.d \(fish.path) --no-config "
      + "-c 'source .script; complete -C \"yardmaster \(line)\"'"
    let result = try await BuiltTool().runShell(command, in: folder)
    #expect(result.errors == "")
    let words = result.text.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(words.map { String($0) }.sorted() == expected)
  }

  @Test func `knows all commands and options`() {
    for shell in ["bash", "zsh", "fish"] {
      let script = Call("", "completion", shell).run().text
      for command in Command.all {
        #expect(script.contains(command.name))
        for option in command.syntax.options {
          #expect(script.contains(shell == "fish" ? "-l \(option.name.dropFirst(2))" : option.name))
        }
      }
    }
  }

  @Test func `quotes what means something to a shell`() throws {
    let option = CommandOption(
      name: "--odd",
      value: "V",
      choices: ["it's"],
      summary: "it's [a: \\ `b` $(c)]"
    )
    let syntax = CommandSyntax("tool x", options: [option])
    let table = CompletionTable(
      tool: "tool",
      commands: [.init(name: "x", summary: "it's a: $(c)", syntax: syntax)],
      options: []
    )
    #expect(table.bash.contains(#"list='it'\''s'"#))
    #expect(table.zsh.contains(#"'--odd=[it'\''s \[a\: \\ `b` $(c)\]]:V:"#))
    #expect(table.fish.contains(#"-d 'it\'s [a: \\ `b` $(c)]'"#))
  }
}

/// A command of the tool: its name, syntax and action.
struct Command: Sendable {
  /// A call of a command.
  struct Call {
    let syntax: CommandSyntax
    let arguments: ParsedArguments
    /// The reader of manifests.
    let files: ManifestFiles
  }

  let name: String
  /// The effect of the command, in a few words.
  let summary: String
  let syntax: CommandSyntax
  /// Further notes for the help.
  let discussion: String
  let examples: [String]
  /// Runs it; an error that it throws is printed, and counts as a wrong call.
  let run: @Sendable (Call, inout Output) throws -> Yardmaster.ExitCode

  /// All commands, in the order of the help.
  static let all: [Command] = [.serve, .routes, .explain, .match, .validate]
}

extension Command {
  init(
    _ name: String,
    _ summary: String,
    operands: [CommandSyntax.Operand] = [],
    options: [CommandOption],
    discussion: String,
    examples: [String],
    run: @escaping @Sendable (Call, inout Output) throws -> Yardmaster.ExitCode
  ) {
    self.name = name
    self.summary = summary
    syntax = CommandSyntax("\(Yardmaster.name) \(name)", operands, options: options)
    self.discussion = discussion
    self.examples = examples
    self.run = run
  }

  /// The text that `--help` shows.
  var help: String {
    """
    usage: \(syntax.usage)

    \(discussion)

    options:
    \(Self.columns(syntax.options.map { ($0.names, $0.summary) }))
    \(limits)
    examples:
    \(examples.map { "  \($0)" }.joined(separator: "\n"))
    """
  }

  private var limits: String {
    guard syntax.options.contains(.limit) else { return "" }
    return "\nlimits:\n  \(RouterPolicies.limitNames.joined(separator: ", "))\n"
  }

  /// Returns names and their descriptions, one below the other.
  static func columns(_ rows: [(name: String, text: String)]) -> String {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { row in
      "  " + row.name + String(repeating: " ", count: width - row.name.count + 2) + row.text
    }
    .joined(separator: "\n")
  }
}

/// A command of the tool: its name, syntax and action.
struct Command: Sendable {
  /// A call of a command.
  struct Call {
    let syntax: CommandSyntax
    let arguments: ParsedArguments
    /// The reader of manifests.
    let files: ManifestFiles
    /// The opener of logs.
    let logs: LogFiles

    /// The value of an option as one of its choices, if it was given.
    func choice<Choice: RawRepresentable<String>>(
      of option: CommandOption,
      as type: Choice.Type = Choice.self
    ) throws(ArgumentError) -> Choice? {
      guard let text = arguments.value(of: option) else { return nil }
      guard let choice = Choice(rawValue: text) else {
        throw syntax.error(.invalidValue(option, text, choices: option.choices))
      }
      return choice
    }
  }

  let name: String
  /// The effect of the command, in a few words.
  let summary: String
  let syntax: CommandSyntax
  /// Further notes for the help.
  let discussion: String
  let examples: [String]
  /// Runs it; an error that it throws is printed, and counts as a wrong call.
  let run: @Sendable (Call, inout Output) throws -> ExitCode

  /// All commands, in the order of the help.
  static let all: [Command] = [
    .serve, .inspect, .routes, .explain, .match, .validate, .diff, .replay, .export, .check,
    .publish, .status, .rollback, .completion, .help,
  ]
}

extension Command {
  init(
    _ name: String,
    _ summary: String,
    operands: [CommandSyntax.Operand] = [],
    options: [CommandOption],
    discussion: String,
    examples: [String],
    run: @escaping @Sendable (Call, inout Output) throws -> ExitCode
  ) {
    self.name = name
    self.summary = summary
    syntax = CommandSyntax("\(CommandSyntax.tool) \(name)", operands, options: options)
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
    let names = RouterPolicies.limitNames.joined(separator: ", ").wrapped(to: String.helpWidth - 2)
    return "\nlimits:\n  \(names.joined(separator: "\n  "))\n"
  }

  /// Returns names and their descriptions, one below the other, in lines of help.
  static func columns(_ rows: [(name: String, text: String)]) -> String {
    let width = (rows.map(\.name.columns).max() ?? 0) + 4
    return rows.map { row in
      let lines = row.text.wrapped(to: String.helpWidth - width)
      let gap = "\n" + String(repeating: " ", count: width)
      return "  \(row.name)".padded(to: width) + lines.joined(separator: gap)
    }
    .joined(separator: "\n")
  }
}

/// All that can be written in a call of the tool, for the scripts by which shells complete it.
struct CompletionTable {
  struct Entry {
    let name: String
    let summary: String
    let syntax: CommandSyntax

    /// The names of options that take a value.
    var valued: [String] {
      syntax.options.filter { $0.value != nil }.flatMap { [$0.short, $0.name].compactMap { $0 } }
    }
  }

  let tool: String
  let commands: [Entry]
  /// The options that stand in the place of a command.
  let options: [CommandOption]

  /// The words that something can be, if there is a list.
  func words(of kind: ValueKind) -> [String] {
    switch kind {
    case .free, .file: []
    case .command: commands.map(\.name)
    case .words(let words): words
    }
  }
}

import SwitchyardProof

extension Command {
  static let help = Command(
    "help",
    "shows what the tool or a command takes",
    operands: [.init(name: "COMMAND", isOptional: true)],
    options: [],
    discussion: """
      Shows the help of COMMAND, as --help does behind it; without one that of the
      tool.
      """,
    examples: ["yardmaster help", "yardmaster help routes"]
  ) { call, output in
    guard let topic = call.arguments.operands.first else {
      output.line(Yardmaster.help)
      return .success
    }
    guard let command = all.first(where: { $0.name == topic }) else {
      let suggestion = topic.nearest(among: all.map(\.name))
      throw call.syntax.error(.unknownCommand(topic, suggestion: suggestion))
    }
    output.line(command.help)
    return .success
  }
}

extension Command {
  private static let shells = ["bash", "zsh", "fish"]

  static let completion = Command(
    "completion",
    "prints a script by which a shell completes calls",
    operands: [.init(name: "SHELL", choices: shells)],
    options: [],
    discussion: """
      Prints a script for SHELL, which is bash, zsh or fish: the shell then completes
      commands, options, what is known of their values, and files. For all sessions to
      come, write one of these lines to the file beside it:

        ~/.bashrc                   source <(yardmaster completion bash)
        ~/.zshrc, behind compinit   source <(yardmaster completion zsh)
        ~/.config/fish/config.fish  yardmaster completion fish | source

      In zsh it can also be a file _yardmaster in a folder of $fpath.
      """,
    examples: [
      "yardmaster completion bash > yardmaster.bash",
      "yardmaster completion fish",
    ]
  ) { call, output in
    let table = CompletionTable(
      tool: CommandSyntax.tool,
      commands: all.map { .init(name: $0.name, summary: $0.summary, syntax: $0.syntax) },
      options: Yardmaster.options
    )
    let shell = call.arguments.operands[0]
    switch shell {
    case "bash": output.line(table.bash)
    case "zsh": output.line(table.zsh)
    case "fish": output.line(table.fish)
    default: throw call.syntax.error(.invalidOperand("SHELL", shell, choices: shells))
    }
    return .success
  }
}

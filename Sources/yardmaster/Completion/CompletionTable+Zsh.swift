extension CompletionTable {
  /// The script for zsh, to be read or to be a file `_yardmaster`.
  var zsh: String {
    #"""
    #compdef \#(tool)
    # Completes calls of \#(tool) in zsh. Written by "\#(tool) completion zsh".

    _\#(tool)() {
      local curcontext=$curcontext state line
      typeset -A opt_args
      _arguments -C -S \
    \#(options.map { "    \(spec($0)) \\" }.joined(separator: "\n"))
        '1:command:->command' '*::argument:->argument'
      case $state in
        command)
          local -a commands
          commands=(
    \#(commands.map { "        \(quoted("\($0.name):\($0.summary)"))" }.joined(separator: "\n"))
          )
          _describe -t commands command commands
          ;;
        argument)
          case $line[1] in
    \#(commands.map(arguments).joined(separator: "\n"))
          esac
          ;;
      esac
    }

    if [[ ${funcstack[1]} == _\#(tool) ]]; then
      _\#(tool) "$@"
    else
      compdef _\#(tool) \#(tool)
    fi
    """#
  }

  private func arguments(_ command: Entry) -> String {
    let specs =
      command.syntax.options.map { spec($0) }
      + command.syntax.operands.enumerated().map { spec($1, at: $0 + 1) }
    return """
              \(command.name))
                _arguments -S \\
      \(specs.map { "            \($0)" }.joined(separator: " \\\n"))
                ;;
      """
  }

  private func spec(_ option: CommandOption) -> String {
    let hasValue = option.value != nil
    let name = hasValue ? "\(option.name)=" : option.name
    let help = "[\(escaped(option.summary))]\(value(option))"
    let all = [option.short, option.name].compactMap { $0 }.joined(separator: " ")
    // Behind help nothing matters; what repeats does not exclude itself.
    let head =
      [CommandOption.help.name, "--version"].contains(option.name)
      ? quoted("(- *)") : option.repeats ? quoted("*") : quoted("(\(all))")
    guard let short = option.short else { return head + quoted(name + help) }
    return "\(head){\(short),\(name)}\(quoted(help))"
  }

  private func value(_ option: CommandOption) -> String {
    guard let value = option.value, let kind = option.kind else { return "" }
    return ":\(escaped(value)):\(action(kind))"
  }

  private func spec(_ operand: CommandSyntax.Operand, at place: Int) -> String {
    let head = operand.repeats ? "*:" : operand.isOptional ? "\(place)::" : "\(place):"
    return quoted("\(head)\(escaped(operand.name)):\(action(operand.kind))")
  }

  private func action(_ kind: ValueKind) -> String {
    if kind == .file { return "_files" }
    let words = words(of: kind)
    guard words.last?.hasSuffix("=") != true else {
      return "{compadd -S \"\" - \(words.joined(separator: " "))}"
    }
    return words.isEmpty ? " " : "(\(words.joined(separator: " ")))"
  }

  private func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }

  /// A text as a part of what `_arguments` takes.
  private func escaped(_ text: String) -> String {
    text.reduce(into: "") { out, character in
      if "\\:[]".contains(character) { out.append("\\") }
      out.append(character)
    }
  }
}

extension CompletionTable {
  /// The script for fish.
  var fish: String {
    #"""
    # Completes calls of \#(tool) in fish. Written by "\#(tool) completion fish".

    # Whether the cursor is behind a command, and behind a number of its operands, or more of them.
    function __\#(tool)_at
        set -l words (commandline -opc)
        if not set -q argv[1]
            test (count $words) -eq 1
            return
        end
        test (count $words) -gt 1; and test "$words[2]" = $argv[1]; or return 1
        set -q argv[2]; or return 0
        set -l valued
        switch $argv[1]
    \#(commands.map { "        case \($0.name)\n            set valued \($0.valued.joined(separator: " "))" }.joined(separator: "\n"))
        end
        set -l operands 0
        set -l takes 0
        set -l plain 0
        if test (count $words) -gt 2
            for word in $words[3..-1]
                if test $takes -eq 1
                    set takes 0
                else if test $plain -eq 0; and test "$word" = --
                    set plain 1
                else if test $plain -eq 0; and string match -qr -- '^-.' $word
                    contains -- $word $valued; and set takes 1
                else
                    set operands (math $operands + 1)
                end
            end
        end
        test $operands -eq $argv[2]; and return 0
        set -q argv[3]; and test $operands -gt $argv[2]
    end

    complete -c \#(tool) -f
    \#(lines.joined(separator: "\n"))
    """#
  }

  private var lines: [String] {
    let first = "complete -c \(tool) -n __\(tool)_at"
    return options.map { "\(first) \(names($0)) -d \(quoted($0.summary))" }
      + commands.map { "\(first) -a \($0.name) -d \(quoted($0.summary))" }
      + commands.flatMap(lines)
  }

  private func lines(_ command: Entry) -> [String] {
    let options = command.syntax.options.map { option in
      "complete -c \(tool) -n '__\(tool)_at \(command.name)' \(names(option))"
        + "\(option.kind.map { value($0, isOperand: false) } ?? "") -d \(quoted(option.summary))"
    }
    let operands = command.syntax.operands.enumerated().compactMap { place, operand -> String? in
      let value = value(operand.kind, isOperand: true)
      let more = operand.repeats ? " more" : ""
      return value.isEmpty
        ? nil : "complete -c \(tool) -n '__\(tool)_at \(command.name) \(place)\(more)'\(value)"
    }
    return options + operands
  }

  private func names(_ option: CommandOption) -> String {
    (option.short.map { "-s \($0.dropFirst()) " } ?? "") + "-l \(option.name.dropFirst(2))"
  }

  private func value(_ kind: ValueKind, isOperand: Bool) -> String {
    if kind == .file { return isOperand ? " -F" : " -r -F" }
    let words = words(of: kind)
    let list = words.isEmpty ? "" : " -a \(quoted(words.joined(separator: " ")))"
    return isOperand ? list : " -x\(list)"
  }

  private func quoted(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
  }
}

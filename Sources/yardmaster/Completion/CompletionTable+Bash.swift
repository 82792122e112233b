extension CompletionTable {
  /// The script for bash, also of version 3.2, which macOS has.
  ///
  /// Where a file can stand it answers nothing, and bash completes it by its own rules for spaces
  /// and the like.
  var bash: String {
    #"""
    # Completes calls of \#(tool) in bash. Written by "\#(tool) completion bash".

    _\#(tool)() {
      local IFS=$' \t\n'
      local rest=${COMP_LINE:0:COMP_POINT} trimmed part word i
      local words=() command='' option='' options='' valued='' list='' files=0 plain=0 operands=0

      # Bash parts words at = and : as well; what no space parts is one word.
      for ((i = 0; i <= COMP_CWORD; i++)); do
        part=${COMP_WORDS[i]}
        trimmed=${rest#"${rest%%[![:space:]]*}"}
        if ((i == COMP_CWORD)); then part=$trimmed; fi
        if ((i > 0)) && [[ ${#trimmed} -eq ${#rest} ]]; then
          words[${#words[@]} - 1]+=$part
        else
          words+=("$part")
        fi
        rest=${trimmed:${#part}}
      done
      local current=${words[${#words[@]} - 1]} text=${words[${#words[@]} - 1]}

      COMPREPLY=()
      if ((${#words[@]} < 3)); then
        compopt +o default 2>/dev/null
        COMPREPLY=($(compgen -W \#(quoted(first)) -- "$text"))
        return
      fi
      command=${words[1]}
      case $command in
    \#(commands.map(options).joined(separator: "\n"))
      esac

      for ((i = 2; i < ${#words[@]} - 1; i++)); do
        word=${words[i]}
        if [[ -n $option ]]; then
          option=''
        elif ((!plain)) && [[ $word == -- ]]; then
          plain=1
        elif ((!plain)) && [[ $word == -?* ]]; then
          if [[ $valued == *" $word "* ]]; then option=$word; fi
        else
          operands=$((operands + 1))
        fi
      done
      if [[ -z $option ]] && ((!plain)) && [[ $current == -* ]]; then
        if [[ $current == *=* ]]; then
          option=${current%%=*} text=${current#*=}
        else
          compopt +o default 2>/dev/null
          COMPREPLY=($(compgen -W "$options" -- "$text"))
          return
        fi
      fi

      case "$command ${option:-$operands}" in
    \#(commands.flatMap(values).joined(separator: "\n"))
      esac
      if ((files)); then
        # The rules of bash would begin anew behind a colon.
        if [[ $text == *:* && $COMP_WORDBREAKS == *:* ]]; then
          IFS=$'\n'
          COMPREPLY=($(compgen -f -- "$text"))
          COMPREPLY=("${COMPREPLY[@]#"${text%"${text##*:}"}"}")
          compopt -o filenames 2>/dev/null
        fi
        return
      fi
      compopt +o default 2>/dev/null
      if [[ $text == *=* ]]; then return; fi
      COMPREPLY=($(compgen -W "$list" -- "$text"))
      if [[ ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
      if [[ $current == -*=* && $COMP_WORDBREAKS != *=* ]]; then
        COMPREPLY=("${COMPREPLY[@]/#/${current%%=*}=}")
      fi
    }
    complete -o default -F _\#(tool) \#(tool)
    """#
  }

  private var first: [String] {
    commands.map(\.name) + options.flatMap { [$0.short, $0.name].compactMap { $0 } }
  }

  private func quoted(_ words: [String]) -> String {
    "'\(words.joined(separator: " ").replacing("'", with: "'\\''"))'"
  }

  private func options(_ command: Entry) -> String {
    let names = command.syntax.options.flatMap { [$0.short, $0.name].compactMap { $0 } }
    return
      "    \(command.name)) options=\(quoted(names)) valued=\(quoted([""] + command.valued + [""])) ;;"
  }

  private func values(_ command: Entry) -> [String] {
    let options = command.syntax.options.compactMap { option in
      option.kind.flatMap { value([option.short, option.name].compactMap { $0 }, command, $0) }
    }
    let operands = command.syntax.operands.enumerated().compactMap { place, operand in
      value(operand.repeats ? ["\(place)", "[0-9]*"] : ["\(place)"], command, operand.kind)
    }
    return options + operands
  }

  /// A line that says what can stand in some places of a call.
  private func value(_ places: [String], _ command: Entry, _ kind: ValueKind) -> String? {
    let patterns = places.map {
      $0 == "[0-9]*" ? "'\(command.name) '\($0)" : "'\(command.name) \($0)'"
    }
    let head = "    \(patterns.joined(separator: " | ")))"
    if kind == .file { return "\(head) files=1 ;;" }
    let words = words(of: kind)
    return words.isEmpty ? nil : "\(head) list=\(quoted(words)) ;;"
  }
}

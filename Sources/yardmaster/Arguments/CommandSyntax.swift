import SwitchyardProof

/// The syntax of a command: its operands and options, and their reading.
struct CommandSyntax: Sendable {
  /// A word that is not an option.
  struct Operand: Sendable {
    let name: String
    /// The words that it can be, if there is a list.
    var choices: [String] = []
    var isOptional = false
    var repeats = false

    var kind: ValueKind { ValueKind(named: name, choices: choices) }

    /// The operand as it stands in a usage line.
    var signature: String {
      let text = repeats ? "\(name)..." : name
      return isOptional ? "[\(text)]" : text
    }
  }

  /// The name of the tool.
  static let tool = "yardmaster"

  /// The words that begin a call.
  let command: String
  let operands: [Operand]
  let options: [CommandOption]

  init(_ command: String, _ operands: [Operand] = [], options: [CommandOption]) {
    self.command = command
    self.operands = operands
    self.options = options + [.color, .help]
  }

  /// The usage of the command, in one line.
  var usage: String {
    ([command, "[OPTIONS]"] + operands.map(\.signature)).joined(separator: " ")
  }

  /// Reads the words behind the name of the command.
  ///
  /// Options and operands may stand in any order; behind `--` there are only operands. A value
  /// stands behind its option, or is joined to it by `=`. A request for help is granted, whatever
  /// else is wrong.
  func parse(_ words: [String]) throws(ArgumentError) -> ParsedArguments {
    var parsed = ParsedArguments()
    if asksForHelp(words) {
      parsed.add(.help, nil)
      return parsed
    }
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        parsed.operands += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        parsed.operands.append(word)
        continue
      }
      try read(word, &rest, into: &parsed)
    }
    try check(parsed.operands)
    return parsed
  }

  private func asksForHelp(_ words: [String]) -> Bool {
    words.prefix { $0 != "--" }
      .contains { $0 == CommandOption.help.name || $0 == CommandOption.help.short }
  }

  private func read(
    _ word: String,
    _ rest: inout ArraySlice<String>,
    into parsed: inout ParsedArguments
  ) throws(ArgumentError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String($0) }
    let name = parts[0]
    guard let option = option(name) else {
      throw error(.unknownOption(name, suggestion: name.nearest(among: options.map(\.name))))
    }
    var value = parts.count > 1 ? parts[1] : nil
    if option.value == nil {
      if let value { throw error(.unexpectedValue(option, value)) }
    } else if value == nil {
      // A word that looks like an option is not taken as a value; such a value can be joined by
      // `=`.
      guard let next = rest.first, !next.hasPrefix("-") || next == "-" else {
        throw error(.missingValue(option))
      }
      value = rest.removeFirst()
    }
    guard parsed.add(option, value) || option.repeats || option.value == nil else {
      throw error(.repeatedOption(option))
    }
  }

  /// Returns the option with a name, the short ones included.
  func option(_ name: String) -> CommandOption? {
    options.first { $0.name == name || $0.short == name }
  }

  private func check(_ words: [String]) throws(ArgumentError) {
    let required = operands.filter { !$0.isOptional }
    if words.count < required.count { throw error(.missingOperand(required[words.count].name)) }
    if operands.last?.repeats != true, words.count > operands.count {
      throw error(.unexpectedOperands(Array(words.dropFirst(operands.count))))
    }
  }

  /// Makes an error that names the command.
  func error(_ code: ArgumentError.Code) -> ArgumentError {
    ArgumentError(code: code, command: command, usage: usage)
  }
}

/// The words behind the name of a command, parsed.
struct ParsedArguments: Equatable, Sendable {
  /// The words that are not options, in their order.
  var operands: [String] = []
  private var values: [String: [String]] = [:]

  /// Records an option.
  /// - Returns: whether it was not there before.
  @discardableResult
  mutating func add(_ option: CommandOption, _ value: String?) -> Bool {
    let isNew = values[option.name] == nil
    values[option.name, default: []] += value.map { [$0] } ?? []
    return isNew
  }

  /// Whether an option was given.
  func has(_ option: CommandOption) -> Bool { values[option.name] != nil }

  /// The value of an option, if it was given.
  func value(of option: CommandOption) -> String? { values[option.name]?.last }

  /// All values of an option, in their order.
  func values(of option: CommandOption) -> [String] { values[option.name] ?? [] }
}

extension ArgumentError: CustomStringConvertible {
  /// The command and the fault, and for a call that is wrong its usage and a reference to the help.
  var description: String {
    guard isOfCall else { return "\(command): error: \(reason)" }
    return """
      \(command): \(reason)
      usage: \(usage)
      See "\(command) --help".
      """
  }

  private var reason: String {
    switch code {
    case .missingCommand:
      "A command is missing."
    case .unknownCommand(let name, let suggestion):
      "There is no command \(name.quotedWithoutSecrets).\(question(suggestion))"
    case .unknownOption(let name, let suggestion):
      "Unknown option \(name.quotedWithoutSecrets).\(question(suggestion))"
    case .optionBeforeCommand(let name):
      "The option \(name.quotedExcerpt) stands before the command. Write it behind the command."
    case .opposedOptions(let first, let second):
      "The options \(first.signature.quoted) and \(second.signature.quoted) are given together."
        + " Give one of them."
    case .missingValue(let option):
      "Missing value for \(option.signature.quoted)."
    case .unexpectedValue(let option, let value):
      "The option \(option.name.quoted) takes no value, but \(shown(value, of: option)) was given."
    case .repeatedOption(let option):
      "The option \(option.signature.quoted) can be given once."
    case .invalidValue(let option, let value, let choices):
      "The value \(shown(value, of: option)) is invalid for \(option.signature.quoted)."
        + " Give one of \(choices.joined(separator: ", "))."
    case .invalidNumber(let option, let value, let largest):
      "The value \(shown(value, of: option)) is invalid for \(option.signature.quoted)."
        + " Give a number from 1 to \(largest) behind the equals sign."
    case .invalidPort(let option, let text):
      "The value \(shown(text, of: option)) is invalid for \(option.signature.quoted)."
        + " Give a number from 0 to 65535; 0 picks a free port."
    case .invalidAddress(let option, let text):
      "The value \(shown(text, of: option)) is invalid for \(option.signature.quoted)."
        + " Give an address of this machine, such as 127.0.0.1, 0.0.0.0 or ::."
    case .cannotListen(let place, let reason):
      "Nothing can be served at \(place.quotedExcerpt)\(of: reason)."
        + " Give another --port, of which 0 picks a free one, or stop what listens there."
    case .lonelyOption(let option, let missing):
      "The option \(option.signature.quoted) needs \(missing.signature.quoted) beside it."
    case .unreadableFile(let option, let path, let reason):
      "The file \(path.quotedFile) cannot be read\(of: reason)."
        + " Give \(option.name) a file in PEM form."
    case .unwritableFile(let option, let path):
      "The file \(path.quotedFile) cannot be written to. Give \(option.name) a file in a folder"
        + " that exists, or - for standard error."
    case .uselessCertificate(let path, let key, let reason):
      "Nothing can be served with the certificate \(path.quotedFile) and the key"
        + " \(key.quotedFile)\(of: reason). Give two files in PEM form that belong together."
    case .invalidState(let option, let text):
      "The value \(text.quotedWithoutSecrets) is invalid for \(option.signature.quoted)."
        + " Give sqlite:FILE, postgres:URL or memory."
    case .missingTrait(let trait, let instead):
      "This build has no PostgreSQL. Build it with --traits \(trait), which needs libpq, or give"
        + " \(instead)."
    case .noStateFolder(let option):
      "Neither XDG_STATE_HOME nor HOME is the path of a folder, so there is no place for visitors."
        + " Give \(option.name) sqlite:FILE or memory."
    case .unusableStateFolder(let option, let path):
      "The folder \(path.quotedFile) cannot be made, so there is no place for visitors."
        + " Give \(option.name) sqlite:FILE or memory."
    case .unusableStore(let option, let text):
      "\(text) Or give \(option.name) another store."
    case .invalidOperand(let name, let word, let choices):
      "The \(name) \(word.quotedWithoutSecrets) is invalid. Give one of \(choices.joined(separator: ", "))."
    case .missingOperand(let name):
      "Missing \(name)."
    case .unexpectedOperands(let words):
      words.count == 1
        ? "Unexpected argument \(words[0].quotedWithoutSecrets)."
        : "\(words.count) unexpected arguments: "
          + words.prefix(5).map(\.quotedWithoutSecrets).joined(separator: ", ")
          + (words.count > 5 ? " and \(words.count - 5) more." : ".")
    case .missingSource(let path):
      "There are no shared routes at \(path.quotedFile). Correct the path, or publish some."
    case .severalManifests(let first, let second):
      "Two manifests are given, \(first.quotedFile) and \(second.quotedFile). Give one."
    case .repeatedInput(let first, let second) where first == second:
      "Standard input can be read once. Give files for all but one \(first)."
    case .repeatedInput(let first, let second):
      "Standard input can be read once. Give a file for \(first) or for \(second)."
    }
  }

  /// The value of an option, as much of it as may be shown: where its values have no equals sign,
  /// one that has may be meant for a store, with a password.
  private func shown(_ value: String, of option: CommandOption) -> String {
    option.value?.contains("=") == true ? value.quotedFile : value.quotedWithoutSecrets
  }

  private func question(_ suggestion: String?) -> String {
    suggestion.map { " Did you mean \($0.quoted)?" } ?? ""
  }
}

extension String.StringInterpolation {
  /// Appends the reason, if it is known.
  fileprivate mutating func appendInterpolation(of reason: String?) {
    guard let reason else { return }
    var text = reason.quoted.dropFirst().dropLast().drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    // A sentence ends once.
    if text.last == "." { text.removeLast() }
    appendLiteral(": \(text)")
  }
}

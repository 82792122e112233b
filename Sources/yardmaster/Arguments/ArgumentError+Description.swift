import RoutePatterns

extension ArgumentError: CustomStringConvertible {
  /// The command, what is wrong, how it is called, and where there is more.
  var description: String {
    """
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
      "There is no command \(name.quotedExcerpt).\(question(suggestion))"
    case .unknownOption(let name, let suggestion):
      "Unknown option \(name.quotedExcerpt).\(question(suggestion))"
    case .missingValue(let option):
      "Missing value for \(option.signature.quoted)."
    case .unexpectedValue(let option, let value):
      "The option \(option.name.quoted) takes no value, but \(value.quotedExcerpt) was given."
    case .repeatedOption(let option):
      "The option \(option.signature.quoted) can be given once."
    case .invalidValue(let option, let value, let choices):
      "The value \(value.quotedExcerpt) is invalid for \(option.signature.quoted)."
        + " Give one of \(choices.joined(separator: ", "))."
    case .invalidNumber(let option, let value):
      "The value \(value.quotedExcerpt) is invalid for \(option.signature.quoted)."
        + " Give a number from 1 to \(RouterPolicies.largestLimit) behind the equals sign."
    case .invalidPort(let option, let text):
      "\(option.name) was given \(text.quotedExcerpt), which is no number from 0 to 65535."
    case .cannotListen(let place, let reason):
      "Nothing can be served at \(place.quotedExcerpt)\(reason.map { ": \($0)" } ?? "")."
        + " Give another --port, or a --host that is a numeric address of this machine."
    case .missingOperand(let name):
      "Missing \(name)."
    case .unexpectedOperands(let words):
      words.count == 1
        ? "Unexpected argument \(words[0].quotedExcerpt)."
        : "\(words.count) unexpected arguments: "
          + words.prefix(5).map(\.quotedExcerpt).joined(separator: ", ")
          + (words.count > 5 ? " and \(words.count - 5) more." : ".")
    case .severalManifests(let first, let second):
      "Two manifests are given, \(first.quotedExcerpt) and \(second.quotedExcerpt). Give one."
    }
  }

  private func question(_ suggestion: String?) -> String {
    suggestion.map { " Did you mean \($0.quoted)?" } ?? ""
  }
}

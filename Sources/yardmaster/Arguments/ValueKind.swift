/// The kind of words that can stand as the value of an option or as an operand, which a shell
/// completes.
enum ValueKind: Equatable, Sendable {
  case free
  case file
  /// The name of a command.
  case command
  /// One of some words; one that ends with `=` goes on behind it.
  case words([String])

  /// The names under which usage lines have files.
  private static let files: Set<String> = ["FILE", "MANIFEST", "OLD", "NEW", "LOG", "DOCUMENT"]

  /// Makes the kind of what a usage line names, with the words that it can be, if there is a list.
  init(named name: String, choices: [String]) {
    self =
      if !choices.isEmpty {
        .words(choices)
      } else if name == "COMMAND" {
        .command
      } else {
        Self.files.contains(name) ? .file : .free
      }
  }
}

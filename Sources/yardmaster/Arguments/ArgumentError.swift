/// An error thrown when a command cannot be run as it was called.
struct ArgumentError: Error {
  enum Code: Equatable {
    /// The tool was called without a command.
    case missingCommand
    /// No command has the name.
    case unknownCommand(String, suggestion: String?)
    /// An option of commands stands before them.
    case optionBeforeCommand(String)
    /// Two options say opposite things.
    case opposedOptions(CommandOption, CommandOption)
    /// No option of the command has the name.
    case unknownOption(String, suggestion: String?)
    /// An option stands without its value.
    case missingValue(CommandOption)
    /// An option that takes no value is given one.
    case unexpectedValue(CommandOption, String)
    /// An option is given again that can be given once.
    case repeatedOption(CommandOption)
    /// The value of an option is not one of its choices.
    case invalidValue(CommandOption, String, choices: [String])
    /// A limit is not a positive number.
    case invalidNumber(CommandOption, String, upTo: Int)
    /// A port is not a number from 0 to 65535.
    case invalidPort(CommandOption, String)
    /// An address is not one of this machine.
    case invalidAddress(CommandOption, String)
    /// No server can listen at an address and port; the reason is the system's.
    case cannotListen(String, reason: String?)
    /// Of two options that go together one is missing.
    case lonelyOption(CommandOption, missing: CommandOption)
    /// A file that is to be read cannot be; the reason is the system's.
    case unreadableFile(CommandOption, String, reason: String?)
    /// A file that is to be written to cannot be.
    case unwritableFile(CommandOption, String)
    /// A certificate and its key are not valid, or do not belong together; the reason is the
    /// library's.
    case uselessCertificate(String, key: String, reason: String?)
    /// The name of a store is not one.
    case invalidState(CommandOption, String)
    /// A store needs a package trait that the tool was built without.
    case missingTrait(String, instead: String)
    /// The environment names no folder for a user's state.
    case noStateFolder(CommandOption)
    /// The folder for a user's state cannot be made.
    case unusableStateFolder(CommandOption, String)
    /// A store cannot be used now; the text is its own.
    case unusableStore(CommandOption, String)
    /// An operand is not one of its choices.
    case invalidOperand(String, String, choices: [String])
    /// A word is missing.
    case missingOperand(String)
    /// Words are left over.
    case unexpectedOperands([String])
    /// There is no source of shared routes at a path.
    case missingSource(String)
    /// A manifest is named in both ways.
    case severalManifests(String, String)
    /// Two inputs are both to be read from standard input; they are named, perhaps by one name.
    case repeatedInput(String, String)
  }

  let code: Code
  /// Whether the call itself is wrong, and not what it meets: a port, or a file.
  var isOfCall: Bool {
    switch code {
    case .missingSource, .cannotListen, .unreadableFile, .unwritableFile, .uselessCertificate,
      .missingTrait, .noStateFolder, .unusableStateFolder, .unusableStore:
      false
    default: true
    }
  }
  /// The words that begin the call.
  let command: String
  /// The usage line of the command.
  let usage: String
}

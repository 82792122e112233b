import SwitchyardProof
import SwitchyardSystem

/// The command-line tool.
@main
struct Yardmaster {
  private static let name = CommandSyntax.tool
  static let version = "0.1.0"

  static func main() {
    // To write where nobody reads any more fails instead: a server goes on, other commands end.
    signal(SIGPIPE, SIG_IGN)
    var output = Output(styling: .ofProcess, width: TerminalWidth.ofProcess)
    let code = run(Array(CommandLine.arguments.dropFirst()), &output)
    output.flush()
    if let number = output.failure {
      output.error("\(name): error: standard output: \(String(cString: strerror(number))).")
      output.flush()
      exit(ExitCode.findings.rawValue)
    }
    exit(code.rawValue)
  }

  /// Runs the tool with the words behind its name.
  static func run(
    _ arguments: [String],
    _ output: inout Output,
    files: ManifestFiles = .ofProcess,
    logs: LogFiles = .ofProcess
  ) -> ExitCode {
    output.use(color(arguments))
    do {
      return try run(arguments, &output, files, logs)
    } catch {
      output.error("\(error)")
      return .usage
    }
  }

  private static func run(
    _ arguments: [String],
    _ output: inout Output,
    _ files: ManifestFiles,
    _ logs: LogFiles
  ) throws -> ExitCode {
    guard let first = arguments.first else { throw error(.missingCommand) }
    if let command = Command.all.first(where: { $0.name == first }) {
      return try run(command, arguments.dropFirst(), &output, files, logs)
    }
    switch first {
    case "--version", "-V":
      output.line("\(name) \(version)")
      return .success
    case "--help", "-h":
      output.line(help)
      return .success
    default:
      guard first.hasPrefix("-") else { throw unknown(first) }
      // What stands behind the name may be a secret.
      let name = String(first.prefix { $0 != "=" })
      if let option = options.first(where: { $0.name == name || $0.short == name }) {
        throw error(.unexpectedValue(option, String(first.dropFirst(name.count + 1))))
      }
      if Command.all.contains(where: { $0.syntax.option(name) != nil }) {
        throw error(.optionBeforeCommand(name))
      }
      let suggestion = name.nearest(among: options.map(\.name))
      throw error(.unknownOption(name, suggestion: suggestion))
    }
  }

  private static func run(
    _ command: Command,
    _ words: ArraySlice<String>,
    _ output: inout Output,
    _ files: ManifestFiles,
    _ logs: LogFiles
  ) throws -> ExitCode {
    let parsed = try command.syntax.parse(Array(words))
    if parsed.has(.help) {
      output.line(command.help)
      return .success
    }
    let call = Command.Call(syntax: command.syntax, arguments: parsed, files: files, logs: logs)
    // It has been used already; here it is checked.
    let _: ColorChoice? = try call.choice(of: .color)
    return try command.run(call, &output)
  }

  /// The colour that is asked for anywhere in a call, so that its errors have it too.
  private static func color(_ arguments: [String]) -> ColorChoice? {
    let words = Array(arguments.prefix { $0 != "--" })
    for (place, word) in words.enumerated().reversed() {
      let name = CommandOption.color.name
      if word.hasPrefix("\(name)=") {
        return ColorChoice(rawValue: "\(word.dropFirst(name.count + 1))")
      }
      if word == name, place + 1 < words.count { return ColorChoice(rawValue: words[place + 1]) }
    }
    return nil
  }

  private static func unknown(_ name: String) -> ArgumentError {
    let suggestion = name.nearest(among: Command.all.map(\.name))
    return error(.unknownCommand(name, suggestion: suggestion))
  }

  /// Makes an error of a call that no command is known of.
  private static func error(_ code: ArgumentError.Code) -> ArgumentError {
    ArgumentError(code: code, command: name, usage: usage)
  }

  /// The usage of the tool, in one line: options stand behind the command.
  private static let usage = "\(name) COMMAND [OPTIONS] [ARGUMENT...]"

  /// The options that stand in the place of a command.
  static let options = [
    CommandOption(name: "--version", short: "-V", summary: "shows the version"),
    CommandOption(
      name: "--help",
      short: "-h",
      summary: "shows this text, or behind a command what it takes"
    ),
  ]

  static let help = """
    \(name): looks at routes and the URLs they match

    usage: \(usage)

    commands:
    \(Command.columns(Command.all.map { ($0.name, $0.summary) }))

    options:
    \(Command.columns(options.map { ($0.names, $0.summary) }))

    Routes are read from a manifest; without one they are those of the demo app. A
    manifest is the coded form of `router.routes` as JSON, or has a line for each
    route:

      # METHOD PATTERN [NAME] [@TAG...]
      GET       /books/:id      book
      GET,POST  /login          login
      *         /status                  @Public     any method; ANY is the same
      MAP       app://books/1   deep     @Views      no method, as in an app
      GUARD     /admin/*
      GUARD:POST,PUT  /books/*                       a guard for some methods
      GUARD     /users/* !/users/help !POST:/users      a guard with exceptions
      OBSERVE   /*                                   a guard that turns nobody away
      USE       /api/*                               middleware; USE:POST for some
      PROXY     /old/*
      FALLBACK  /api/*                               where no other map matches

    Exit codes: 0 all is well, 1 something was found, nothing matched or the output
    could not be written, 2 the call was wrong or a manifest could not be read.

    There is colour on a terminal, unless NO_COLOR is set or CLICOLOR is 0, and
    always where CLICOLOR_FORCE is set; --color comes before these. On a terminal
    tables fit its width; --wide shows them whole, as a pipe and a file have them.

    examples:
      \(name) routes
      \(name) explain /books/42 --manifest routes.txt --method GET
      \(name) match '/books/:id(\\d+)' 'https://example.com/books/42?page=7'
      \(name) validate routes.json --requiring Private
      \(name) replay access.log --routes routes.txt
      \(name) explain --help
      \(name) completion bash
    """
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The command-line tool.
@main
struct Yardmaster {
  private static let name = CommandSyntax.tool
  private static let version = "0.1.0"

  static func main() {
    var output = Output(styling: .ofProcess)
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
    files: ManifestFiles = .ofProcess
  ) -> ExitCode {
    do {
      return try run(arguments, &output, files)
    } catch {
      output.error("\(error)")
      return .usage
    }
  }

  private static func run(
    _ arguments: [String],
    _ output: inout Output,
    _ files: ManifestFiles
  ) throws -> ExitCode {
    guard let first = arguments.first else { throw syntax.error(.missingCommand) }
    if let command = Command.all.first(where: { $0.name == first }) {
      return try run(command, arguments.dropFirst(), &output, files)
    }
    switch first {
    case "--version":
      output.line("\(name) \(version)")
      return .success
    case "--help", "-h":
      output.line(help)
      return .success
    case "help":
      guard let topic = arguments.dropFirst().first else {
        output.line(help)
        return .success
      }
      guard let command = Command.all.first(where: { $0.name == topic }) else {
        throw unknown(topic)
      }
      output.line(command.help)
      return .success
    default:
      guard first.hasPrefix("-") else { throw unknown(first) }
      let names = ["--help", "--version"]
      throw syntax.error(.unknownOption(first, suggestion: first.nearest(among: names)))
    }
  }

  private static func run(
    _ command: Command,
    _ words: ArraySlice<String>,
    _ output: inout Output,
    _ files: ManifestFiles
  ) throws -> ExitCode {
    let parsed = try command.syntax.parse(Array(words))
    if parsed.has(.help) {
      output.line(command.help)
      return .success
    }
    let call = Command.Call(syntax: command.syntax, arguments: parsed, files: files)
    return try command.run(call, &output)
  }

  private static func unknown(_ name: String) -> ArgumentError {
    let suggestion = name.nearest(among: Command.all.map(\.name))
    return syntax.error(.unknownCommand(name, suggestion: suggestion))
  }

  private static let syntax = CommandSyntax(
    name,
    [.init(name: "COMMAND"), .init(name: "ARGUMENT", isOptional: true, repeats: true)],
    options: []
  )

  static let help = """
    \(name): looks at routes and the URLs they match

    usage: \(name) COMMAND [OPTIONS] [ARGUMENT...]

    commands:
    \(Command.columns(Command.all.map { ($0.name, $0.summary) }))

    options:
      --version    shows the version
      -h, --help   shows this text, or behind a command what it takes

    Routes are read from a manifest; without one they are those of the demo app. A
    manifest is the coded form of `router.routes` as JSON, or has a line for each route:

      # METHOD PATTERN [NAME] [@TAG...]
      GET       /books/:id      book
      GET,POST  /login          login
      *         /status                  @Public     any method; ANY is the same
      MAP       app://books/1   deep     @Views      no method, as in an app
      GUARD     /admin/*
      GUARD:POST,PUT  /books/*                       a guard for some methods
      GUARD     /users/* !/users/help !POST:/users      a guard with exceptions
      OBSERVE   /*                                   a guard that turns nobody away
      USE       /api/*                               middleware; USE:POST for a method
      PROXY     /old/*
      FALLBACK  /api/*                               where no other map matches

    Exit codes: 0 all is well, 1 something was found, nothing matched or the output could
    not be written, 2 the call was wrong or a manifest could not be read. There is colour on a terminal only, and none
    where NO_COLOR is set.

    examples:
      \(name) routes
      \(name) explain /books/42 --manifest routes.txt --method GET
      \(name) match '/books/:id(\\d+)' 'https://example.com/books/42?page=7'
      \(name) validate routes.json --requiring Private
      \(name) explain --help
    """
}

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
  static func main() {
    var output = Output()
    let code = run(Array(CommandLine.arguments.dropFirst()), &output)
    output.flush()
    exit(code.rawValue)
  }

  /// What a run ends with.
  enum ExitCode: Int32 {
    /// All went well.
    case success = 0
    /// Something was found: a URL that is rejected or does not match.
    case findings = 1
    /// The call was wrong.
    case usage = 2
  }

  /// Runs the tool with the words behind its name.
  static func run(_ arguments: [String], _ output: inout Output) -> ExitCode {
    guard let command = arguments.first else {
      output.error(help)
      return .usage
    }
    switch command {
    case "match": return MatchCommand.run(Array(arguments.dropFirst()), &output)
    case "help", "--help", "-h":
      output.line(help)
      return .success
    default:
      output.error("yardmaster: there is no command \(command.quoted); see yardmaster --help")
      return .usage
    }
  }

  static let help = """
    yardmaster: looks at routes and the URLs they match

    usage: yardmaster match [--strict] [--ignore-case] PATTERN URL...

      match   compiles a pattern and matches URLs: prints the regular expression, each URL in canonical
              form and its parameters, or what is wrong and where

    Exit codes: 0 all matched, 1 a URL is rejected or does not match, 2 the call or the pattern is wrong.

    examples:
      yardmaster match '/books/:id(\\d+)' 'https://example.com/books/42?page=7'
      yardmaster match --strict '/files/*' /files/a//b/
      yardmaster match --help
    """
}

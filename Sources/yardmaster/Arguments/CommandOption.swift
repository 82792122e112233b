import SwitchyardHTTP

/// An option of a command, such as `--json` or `--tag NAME`.
struct CommandOption: Hashable, Sendable {
  /// The name with its hyphens.
  let name: String
  /// A name of one letter, with its hyphen.
  var short: String?
  /// The name of its value in help; `nil` for an option without a value.
  var value: String?
  /// The words that its value can be, if there is a list; one that ends with `=` goes on behind it.
  var choices: [String] = []
  /// Whether it can be given several times.
  var repeats = false
  /// The effect of the option, in a few words.
  let summary: String

  /// The name, with the name of its value.
  var signature: String { value.map { "\(name) \($0)" } ?? name }

  /// The kind of its value; `nil` for an option without a value.
  var kind: ValueKind? { value.map { ValueKind(named: $0, choices: choices) } }

  /// All its names, below those of other options.
  var names: String { (short.map { "\($0), " } ?? "    ") + signature }
}

extension CommandOption {
  static let help = CommandOption(name: "--help", short: "-h", summary: "shows this text")
  static let json = CommandOption(name: "--json", summary: "prints JSON instead of text")
  static let all = CommandOption(
    name: "--all",
    short: "-a",
    summary: "shows all routes, with their regular expressions"
  )
  static let manifest = CommandOption(
    name: "--manifest",
    short: "-m",
    value: "FILE",
    summary: "reads routes from FILE, or from standard input for -"
  )
  static let tag = CommandOption(
    name: "--tag",
    value: "NAME",
    repeats: true,
    summary: "looks routes up through the tag; can be repeated"
  )
  static let method = CommandOption(
    name: "--method",
    value: "METHOD",
    choices: RequestMethod.known.map(\.rawValue),
    summary: "looks routes up as a request with this method does"
  )
  static let requiring = CommandOption(
    name: "--requiring",
    value: "NAME",
    repeats: true,
    summary: "requires guards for maps with the tag; can be repeated"
  )
  static let matrix = CommandOption(
    name: "--matrix",
    value: "FILE",
    summary: "draws guards and routes into FILE, as SVG"
  )
  static let allExceptPublic = CommandOption(
    name: "--all-except-public",
    summary: "requires guards for all maps but those that are public with a reason"
  )
  static let strict = CommandOption(
    name: "--strict",
    summary: "doubled slashes and a slash at the end tell URLs apart"
  )
  static let ignoreCase = CommandOption(
    name: "--ignore-case",
    summary: "ASCII letters in paths match whatever their case"
  )
  static let precedence = CommandOption(
    name: "--precedence",
    value: "ORDER",
    choices: ["most-specific", "latest-first"],
    summary: "which map wins: most-specific or latest-first"
  )
  static let wide = CommandOption(
    name: "--wide",
    short: "-w",
    summary: "shows whole tables, however narrow the terminal is"
  )
}

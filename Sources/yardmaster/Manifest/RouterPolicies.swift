import Switchyard

/// The policies of the router that a manifest becomes, which a listing does not hold.
struct RouterPolicies: Equatable {
  var slashes = RouteTarget.SlashPolicy.lenient
  var letterCase = RoutePattern.Options.LetterCase.sensitive
  /// The precedence of maps; without it, it depends on the routes.
  var precedence: Router.Precedence?
  var limits = PatternLimits()
  var targetLength = RouteTarget.Options().targetLength

  var patternOptions: RoutePattern.Options {
    RoutePattern.Options(slashes: slashes, letterCase: letterCase, limits: limits)
  }

  var targetOptions: RouteTarget.Options {
    RouteTarget.Options(slashes: slashes, targetLength: targetLength)
  }
}

extension RouterPolicies {
  /// The options of commands that compile patterns.
  static let patternOptions: [CommandOption] = [.strict, .ignoreCase, .limit]
  /// The options of commands that make a router.
  static let routerOptions: [CommandOption] = [.strict, .ignoreCase, .precedence, .limit]

  private static let precedences: [String: Router.Precedence] = [
    "most-specific": .mostSpecific, "latest-first": .latestFirst,
  ]

  private enum Limit: String, CaseIterable {
    case patternLength = "pattern-length"
    case nesting
    case optionalGroups = "optional-groups"
    case compiledSize = "compiled-size"
    case matchSteps = "match-steps"
    case targetLength = "target-length"
  }

  static var limitNames: [String] { Limit.allCases.map(\.rawValue) }
  /// A larger number is assumed to be a mistake.
  static let largestLimit = 1_000_000_000

  /// Reads the policies of a call.
  init(_ arguments: ParsedArguments, _ syntax: CommandSyntax) throws(ArgumentError) {
    if arguments.has(.strict) { slashes = .strict }
    if arguments.has(.ignoreCase) { letterCase = .insensitive }
    if let text = arguments.value(of: .precedence) {
      precedence = Self.precedences[text]
      guard precedence != nil else {
        throw syntax.error(
          .invalidValue(.precedence, text, choices: CommandOption.precedence.choices)
        )
      }
    }
    for text in arguments.values(of: .limit) { try set(text, syntax) }
  }

  private mutating func set(_ text: String, _ syntax: CommandSyntax) throws(ArgumentError) {
    let name = String(text.prefix { $0 != "=" })
    guard let limit = Limit(rawValue: name) else {
      throw syntax.error(.invalidValue(.limit, name, choices: Self.limitNames))
    }
    guard let number = Int(text.dropFirst(name.count + 1)), (1...Self.largestLimit) ~= number else {
      throw syntax.error(.invalidNumber(.limit, text, upTo: Self.largestLimit))
    }
    switch limit {
    case .patternLength: limits.patternLength = number
    case .nesting: limits.nesting = number
    case .optionalGroups: limits.optionalGroups = number
    case .compiledSize: limits.compiledSize = number
    case .matchSteps: limits.matchSteps = number
    case .targetLength: targetLength = number
    }
  }
}

extension CommandOption {
  static let limit = CommandOption(
    name: "--limit",
    value: "NAME=NUMBER",
    choices: RouterPolicies.limitNames.map { "\($0)=" },
    repeats: true,
    summary: "sets one of the limits below; can be repeated"
  )
}

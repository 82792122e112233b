/// The differences between the texts that the one grammar reads.
struct PatternSyntax: Sendable {
  /// The ways in which literal text is made canonical.
  enum Literals: Sendable {
    /// As the standard canonicalises the path of a URL with one of the web's schemes.
    case standardPath
    /// As the standard canonicalises the path of any other URL.
    case standardOpaquePath
    /// As the standard canonicalises any other component of a URL.
    case standardText(StandardText)
    /// As a target's path is made canonical.
    case targetPath(RouteTarget.SlashPolicy)
    /// As a target's host is made canonical.
    case targetHost
  }

  /// The byte that a plain parameter cannot hold.
  var delimiter: UInt8?
  /// The character that, before a parameter, belongs to the parameter's group.
  var prefix: UInt8?
  var literals: Literals
  var dialect: RegexTranslator.Dialect
  /// Whether `:_`, a final `...`, and the remedies for another library's habits are understood.
  var isRoute: Bool

  /// Whether the text is that of a host, which values must never reach beyond.
  var isHost: Bool { if case .targetHost = literals { true } else { false } }

  /// The bytes that a value of a user's expression can hold.
  var reach: RegexTranslator.Reach { isHost ? .host : isRoute ? .segment : .anything }

  /// The meaning of `^` and `$` in a user's expression.
  var anchors: RegexTranslator.Anchors { isRoute ? .value : .keep }

  static let standardPath = PatternSyntax(
    delimiter: UInt8(ascii: "/"),
    prefix: UInt8(ascii: "/"),
    literals: .standardPath,
    dialect: .standard,
    isRoute: false
  )

  static let standardOpaquePath = PatternSyntax(
    delimiter: nil,
    prefix: nil,
    literals: .standardOpaquePath,
    dialect: .standard,
    isRoute: false
  )

  /// The syntax of a component that has no delimiters.
  static func standard(_ text: StandardText, delimiter: UInt8? = nil) -> PatternSyntax {
    PatternSyntax(
      delimiter: delimiter,
      prefix: nil,
      literals: .standardText(text),
      dialect: .standard,
      isRoute: false
    )
  }

  static func routePath(_ slashes: RouteTarget.SlashPolicy) -> PatternSyntax {
    PatternSyntax(
      delimiter: UInt8(ascii: "/"),
      prefix: UInt8(ascii: "/"),
      literals: .targetPath(slashes),
      dialect: .extended,
      isRoute: true
    )
  }

  static let routeHost = PatternSyntax(
    delimiter: UInt8(ascii: "."),
    prefix: nil,
    literals: .targetHost,
    dialect: .extended,
    isRoute: true
  )

  /// The expression that stands for a plain parameter in the standard's text.
  var segmentRegex: String {
    switch delimiter {
    case nil: "[^]+?"
    case UInt8(ascii: "/"): "[^\\/]+?"
    case let delimiter?: "[^\\\(UnicodeScalar(delimiter))]+?"
    }
  }
}

extension ASCIISet {
  /// The bytes of escapes; in either case, for patterns that ignore it.
  static var escapeBytes: ASCIISet { hexDigits.union(ASCIISet(0x25)) }

  /// The bytes of a host, brackets and colons of an address aside.
  static let hostBytes = lowercase.union(digits).union(ASCIISet(of: "-._"))

  /// The bytes between the brackets of an address.
  static let addressBytes = ASCIISet(of: "0123456789abcdefABCDEF:.")
}

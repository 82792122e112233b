/// Turns the regular expressions of users into PCRE2 text.
///
/// The input is JavaScript with the `v` flag. It is never passed through: it is read, checked, and
/// written anew, so that nothing reaches PCRE2 that means something else there. The text is made
/// for subjects of ASCII bytes and for these options: `ANCHORED`, `DOTALL`, `DOLLAR_ENDONLY`,
/// `MATCH_UNSET_BACKREF`, without `UTF` and `UCP`, and `CASELESS` exactly when letter case is
/// ignored.
enum RegexTranslator {
  enum Dialect: Hashable, Sendable {
    /// JavaScript alone.
    case standard
    /// JavaScript with possessive quantifiers and atomic groups.
    case extended
  }

  /// The treatment of `^` and `$`.
  enum Anchors: Hashable, Sendable {
    /// They stay: the start and the end of the subject.
    case keep
    /// The regex is matched in full against a value: redundant at its edges, an error elsewhere.
    case value
  }

  /// The bytes that a value can hold; the regex never reads others.
  enum Reach: Hashable, Sendable {
    /// All bytes.
    case anything
    /// All but the slash, unless the regex writes one or takes any text.
    case segment
    /// Those of a host.
    case host
  }

  struct Options: Sendable {
    var dialect = Dialect.standard
    var ignoreCase = false
    var anchors = Anchors.keep
    /// The number of groups that the standard counts before this regex, including that of its own
    /// parameter; `nil` where that is not known, and numbered back references are refused.
    var groupsBefore: Int? = 0
    /// The number that PCRE2 gives to the first group within the text.
    var firstCapture = 1
    /// The greatest depth to which groups and classes may be nested.
    var maximumNesting = 32
    var reach = Reach.anything
  }

  /// - Complexity: linear in the length of the regex, times its nesting.
  static func translate(
    _ body: ArraySlice<UInt8>,
    options: Options = Options()
  ) throws(RegexSyntaxError) -> TranslatedRegex {
    var parser = RegexParser(body, options: options)
    var root = try parser.parse()
    if options.anchors == .value && parser.hasAnchors {
      root = try root.withoutAnchors(atStart: true, atEnd: true)
    }
    switch options.reach {
    case .anything: break
    case .segment:
      let isWithin = !parser.writesSlash && !root.takesAnyText
      if isWithin { root = root.restricted(to: ASCIISet.slash.complement) }
    case .host: root = root.restricted(to: .hostBytes)
    }
    let targets = try parser.resolvedReferences(in: root)
    let capturing = targets.contains { $0 != nil }
    let hasNumbers = !parser.groups.isEmpty || !parser.references.isEmpty
    let numbered =
      hasNumbers
      ? root.numbered(targets, from: capturing ? options.firstCapture : nil) : root
    return TranslatedRegex(
      root: numbered,
      captureCount: capturing ? parser.groups.count : 0,
      groups: parser.groups.map(\.name),
      canBeEmpty: root.isNullable,
      consumes: root.consumes(countingLooks: capturing),
      first: root.first,
      expandedSize: numbered.expandedSize,
      hasBackreferences: capturing
    )
  }

  static func translate(
    _ body: [UInt8],
    options: Options = Options()
  ) throws(RegexSyntaxError) -> TranslatedRegex {
    try translate(body[...], options: options)
  }
}

/// A regular expression in PCRE2's syntax, with the facts known of it.
struct TranslatedRegex: Hashable, Sendable {
  /// The tree, whose groups and back references have the numbers that PCRE2 gives them.
  var root: RegexNode
  /// The number of groups of the text that capture.
  var captureCount: Int
  /// The names of the groups; the standard's number of the first is one more than the groups
  /// before.
  var groups: [String]
  /// False only where the empty text surely does not match.
  var canBeEmpty: Bool
  /// Every byte that a match may consume; bytes read by lookarounds alone are not counted.
  var consumes: ASCIISet
  /// Every byte that a match which is not empty may begin with; `nil` when that is not known.
  var first: ASCIISet?
  /// An upper bound of the code units that PCRE2 compiles the text to, its bounds multiplied out;
  /// saturating.
  var expandedSize: Int
  var hasBackreferences: Bool
}

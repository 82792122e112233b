/// A piece of a parsed pattern: literal text, or something that takes a value, with what stands
/// around it.
struct PatternPart: Hashable, Sendable {
  /// The kinds of parts, from the least to the most specific.
  enum Kind: Int, Hashable, Sendable {
    case fullWildcard, segmentWildcard, regex, fixed
  }

  /// The number of times that the part may stand, from the least to the most specific.
  enum Modifier: Int, Hashable, Sendable {
    case zeroOrMore, optional, oneOrMore, none

    /// Whether the part may be absent.
    var allowsNone: Bool { self == .zeroOrMore || self == .optional }
    /// Whether the part may stand several times.
    var allowsMany: Bool { self == .zeroOrMore || self == .oneOrMore }
  }

  /// The name of the value that a part takes.
  enum Name: Hashable, Sendable {
    /// The part takes no value.
    case none
    /// The value is matched and forgotten.
    case unnamed
    case custom(String)
    /// The n-th of the values without a name of their own.
    case numeric(Int)

    /// The name its value is found under.
    var text: String? {
      switch self {
      case .none, .unnamed: nil
      case .custom(let name): name
      case .numeric(let number): String(number)
      }
    }
  }

  var kind: Kind
  /// The literal text, or the user's regular expression; empty for the wildcards.
  var value: String
  var modifier: Modifier
  var name: Name
  var prefix: String
  var suffix: String
  /// The places of the part, and of the expression in it, in the text it was parsed from.
  var place: Place

  /// Places take no part in comparisons: two texts with the same parts are the same pattern.
  struct Place: Hashable, Sendable {
    var part: Int
    var regex: Int
    /// Whether the expression is a validation, a text of its own.
    var isValidation = false

    static func == (_: Place, _: Place) -> Bool { true }
    func hash(into _: inout Hasher) {}
  }

  static func fixed(_ text: String, _ modifier: Modifier = .none, at offset: Int) -> PatternPart {
    PatternPart(
      kind: .fixed,
      value: text,
      modifier: modifier,
      name: .none,
      prefix: "",
      suffix: "",
      place: Place(part: offset, regex: offset)
    )
  }

  /// An expression that says what a wildcard says is that wildcard.
  static func meaning(
    ofRegex body: some Collection<UInt8>,
    syntax: PatternSyntax
  ) -> (Kind, value: String) {
    if body.elementsEqual(".*".utf8) { return (.fullWildcard, "") }
    if body.elementsEqual(syntax.segmentRegex.utf8) { return (.segmentWildcard, "") }
    return (.regex, String(decoding: body, as: UTF8.self))
  }

  /// Whether the value is matched and forgotten.
  var isUnnamed: Bool { if case .unnamed = name { true } else { false } }

  /// Whether it is literal text that stands once.
  var isLiteral: Bool { kind == .fixed && modifier == .none }

  /// Whether literal text stands with the value in one group.
  var hasAffixes: Bool { !prefix.isEmpty || !suffix.isEmpty }
}

extension PatternPart {
  /// Returns the expression of a part, read by itself; `nil` where it is not understood so.
  ///
  /// With a number of groups before it, references by number are understood as well: which group
  /// they name does not matter to who asks for bytes.
  func regexByItself(
    _ syntax: PatternSyntax,
    ignoresCase: Bool = false,
    groupsBefore: Int? = nil
  ) -> TranslatedRegex? {
    try? RegexTranslator.translate(
      Array(value.utf8),
      options: RegexTranslator.Options(
        dialect: syntax.dialect,
        ignoreCase: ignoresCase,
        anchors: syntax.anchors,
        groupsBefore: groupsBefore,
        // Its pattern has a limit of its own, which is never higher.
        maximumNesting: PatternLimits(nesting: .max).effectiveNesting,
        reach: syntax.reach
      )
    )
  }

  /// Whether the value of a part of a route's path may hold a slash; an expression that is not
  /// understood may.
  var mayHoldSlash: Bool {
    switch kind {
    case .fixed, .segmentWildcard: return false
    case .fullWildcard: return true
    case .regex:
      let regex = regexByItself(.routePath(.lenient), groupsBefore: 0)
      return regex?.consumes.contains(UInt8(ascii: "/")) ?? true
    }
  }
}

extension RoutePattern {
  /// Options for matching a pattern, and its limits.
  public struct Options: Hashable, Sendable {
    /// A policy for the case of letters in a path.
    public enum LetterCase: String, Hashable, Sendable, Codable {
      /// Upper and lower case letters differ.
      case sensitive
      /// ASCII letters match whatever their case; values keep theirs.
      case insensitive
    }

    /// The policy for doubled and trailing slashes; the same as of the targets to be matched.
    public var slashes: RouteTarget.SlashPolicy
    /// The policy for the case of letters.
    ///
    /// All routes of a router have the policy of its configuration, whatever that of their patterns
    /// is. But a pattern that was made to ignore the case of letters is an error where the router
    /// does not: as a guard it would be skipped for targets that it matches by itself.
    public var letterCase: LetterCase
    /// The limits of the pattern's text and of its matches.
    public var limits: PatternLimits
    /// Whether the pattern is turned into machine code when it is first matched, where that is
    /// possible.
    public var usesJIT: Bool

    /// Makes options; what is left out is the default.
    public init(
      slashes: RouteTarget.SlashPolicy = .lenient,
      letterCase: LetterCase = .sensitive,
      limits: PatternLimits = PatternLimits(),
      usesJIT: Bool = true
    ) {
      self.slashes = slashes
      self.letterCase = letterCase
      self.limits = limits
      self.usesJIT = usesJIT
    }
  }
}

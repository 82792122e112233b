extension RoutePattern {
  /// How a pattern is matched, and how much it may ask for.
  public struct Options: Hashable, Sendable {
    /// What the case of letters means in a path.
    public enum LetterCase: String, Hashable, Sendable, Codable {
      /// A letter is another in the other case.
      case sensitive
      /// ASCII letters match whatever their case; values keep theirs.
      case insensitive
    }

    /// What doubled and trailing slashes mean; that of the targets which the pattern is to match.
    public var slashes: RouteTarget.SlashPolicy
    /// What the case of letters means.
    public var letterCase: LetterCase
    /// How much the pattern may ask for.
    public var limits: PatternLimits
    /// Whether the pattern is turned into machine code when it is first matched, where that is possible.
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

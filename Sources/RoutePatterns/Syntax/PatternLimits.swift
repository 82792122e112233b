/// Limits to the cost of compiling and matching a pattern.
///
/// The defaults hold against patterns and targets made to hurt. Hitting a limit is an error that
/// names the limit, never a pattern that silently does not match.
public struct PatternLimits: Hashable, Sendable {
  /// The most bytes a pattern's text may have.
  ///
  /// In a `PatternComponent`, and so in patterns of the module URLPatterns, this goes for the
  /// normalised text too, so that what is written is read back; there a byte that is escaped takes
  /// three.
  public var patternLength: Int
  /// The most groups and classes that may stand within one another in a regular expression.
  ///
  /// More than 64 are never allowed, whatever is set: each takes stack while it is read.
  public var nesting: Int
  /// The most parts that may be absent or stand several times.
  public var optionalGroups: Int
  /// The most bytes that the compiled form of the regular expression may take.
  ///
  /// It bounds an estimate too, which is made before and may be higher. PCRE2 can make some 64 KiB
  /// at the most, as it is usually built.
  public var compiledSize: Int
  /// The steps that one match may take, or all matches together that share a budget.
  ///
  /// A step is two looks at an element of an expression, or 32 bytes that are run through; all of
  /// them take some milliseconds.
  public var matchSteps: Int

  /// Makes limits; what is left out is the default.
  public init(
    patternLength: Int = 4_096,
    nesting: Int = 32,
    optionalGroups: Int = 16,
    compiledSize: Int = 32_768,
    matchSteps: Int = 100_000
  ) {
    self.patternLength = patternLength
    self.nesting = nesting
    self.optionalGroups = optionalGroups
    self.compiledSize = compiledSize
    self.matchSteps = matchSteps
  }

  /// The nesting that holds.
  var effectiveNesting: Int { min(max(nesting, 0), 64) }
}

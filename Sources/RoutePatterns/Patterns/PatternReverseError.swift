/// An error thrown when no URL can be made from a pattern and values.
public struct PatternReverseError: Error, Hashable, Sendable {
  /// The kinds of reasons.
  ///
  /// More may come: a `switch` over them wants a `default`.
  public enum Code: Hashable, Sendable {
    /// The URL would not read back to the value of the named parameter, or a part does not say what
    /// to write.
    case notReversible(String)
    /// A parameter that must stand in the URL has no value.
    case missingValue(String)
    /// A value is given for a name that the pattern has not.
    case unknownName(String)
  }

  /// The reason.
  public let code: Code
  /// The pattern, as text.
  public let pattern: String

  init(_ code: Code, pattern: String) {
    self.code = code
    self.pattern = pattern
  }
}

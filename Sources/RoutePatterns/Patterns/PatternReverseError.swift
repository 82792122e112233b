/// An error thrown when no URL can be made from a pattern and values.
public struct PatternReverseError: Error, Hashable, Sendable {
  /// The kinds of reasons.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    package enum Value: Hashable, Sendable {
      case notReversible(String)
      case missingValue(String)
      case unknownName(String)
      case missingScheme
    }

    package let value: Value

    private init(_ value: Value) { self.value = value }

    /// The name of the code, with what belongs to it.
    public var description: String { "\(value)" }

    /// The URL would not read back to the value of the named parameter, or a part does not say what
    /// to write.
    public static func notReversible(_ value: String) -> Code {
      Code(.notReversible(value))
    }

    /// A parameter that must stand in the URL has no value.
    public static func missingValue(_ value: String) -> Code {
      Code(.missingValue(value))
    }

    /// A value is given for a name that the pattern has not.
    public static func unknownName(_ value: String) -> Code {
      Code(.unknownName(value))
    }

    /// The pattern names a host and no scheme, and no site is given that has one.
    public static var missingScheme: Code { Code(.missingScheme) }
  }

  /// The reason.
  public let code: Code
  /// The pattern, as text.
  public let pattern: String

  package init(_ code: Code, pattern: String) {
    self.code = code
    self.pattern = pattern
  }
}

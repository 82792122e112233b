/// Why a match could not be decided.
///
/// It is never the same as "no match": whoever guards something with the pattern has to deny.
public struct MatchError: Error, Hashable, Sendable {
  /// The kinds of reasons.
  ///
  /// More may come: a `switch` over them wants a `default`.
  public enum Code: Hashable, Sendable {
    /// The match takes more steps than are allowed.
    case stepLimit
    /// The match takes more memory than is allowed.
    case memoryLimit
    /// The regular expression engine gave up, with its number for the reason.
    case engine(Int32)
  }

  /// The reason.
  public let code: Code
  /// The pattern that was matched, as text.
  public let pattern: String
  /// What it was matched against.
  public let subject: String
}

extension MatchError: CustomStringConvertible {
  /// What could not be matched, why, and what helps.
  public var description: String {
    let reason =
      switch code {
      case .stepLimit:
        "takes more steps than the limit allows; make the pattern's parts unambiguous, for "
          + "example with a possessive repeat such as [a-z]++, or raise PatternLimits.matchSteps"
      case .memoryLimit:
        "takes more memory than is allowed; make the pattern's parts unambiguous"
      case .engine(let number):
        "failed in the regular expression engine with its error \(number)"
      }
    let shown = CaretDiagram(subject, offset: 0).text
    return "matching \(shown) against the pattern \(pattern) \(reason)"
  }
}

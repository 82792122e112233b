/// An error thrown when a match cannot be decided.
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
  /// The text it was matched against.
  public let subject: String
  /// The pattern that took most of the steps, where it is another one that they were shared with.
  ///
  /// The pattern that was matched is then not to blame.
  public let spender: String?

  init(code: Code, pattern: String, subject: String, spender: String? = nil) {
    self.code = code
    self.pattern = pattern
    self.subject = subject
    self.spender = spender == pattern ? nil : spender
  }
}

extension MatchError: CustomStringConvertible {
  /// The pattern and the text, the reason, and a remedy.
  public var description: String {
    """
    The pattern \(CaretDiagram(pattern, offset: 0).text) was not matched to the end: \(reason)
    \(CaretDiagram(subject, offset: 0).text)
    """
  }

  private var reason: String {
    switch code {
    case .stepLimit where spender != nil:
      "\(CaretDiagram(spender ?? "", offset: 0).text) took most of the steps that "
        + "both share. Make the parts of that one unambiguous, for example with a possessive "
        + "repeat such as [a-z]++, or raise the limit of steps (matchSteps)."
    case .stepLimit:
      "it takes more steps than the limit allows. Make its parts unambiguous, for example with a "
        + "possessive repeat such as [a-z]++, or raise the limit of steps (matchSteps)."
    case .memoryLimit:
      "it takes more memory than is allowed. Make its parts unambiguous, and its parameters fewer."
    case .engine(let number):
      "PCRE2 failed with its error \(number). Write the pattern in a simpler way."
    }
  }
}

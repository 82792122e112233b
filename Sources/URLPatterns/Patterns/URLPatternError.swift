/// An error thrown when a text, or a component, is not a valid pattern of URLs.
///
/// The description shows the text with a caret under the place, the reason, and what to write
/// instead.
public struct URLPatternError: Error, Hashable, Sendable {
  /// The kinds of fault.
  ///
  /// More may come: a `switch` over them wants a `default`.
  public enum Code: Hashable, Sendable {
    /// The pattern of a component is not valid.
    case component(URLPatternComponent, PatternError.Code)
    /// The pattern begins with no scheme, and no base URL is given.
    case missingBase
    /// The base URL is no URL.
    case invalidBase
    /// A component of the base URL, as far as the pattern takes it, is longer than the limit.
    case baseTooLong(URLPatternComponent, limit: Int)
    /// The text is longer than the limit.
    case tooLong(limit: Int)
  }

  /// The kind of fault.
  public let code: Code
  /// The text that has it: the pattern, its component, or the base URL.
  public let text: String
  /// The place in it, in bytes of UTF-8.
  public let offset: Int

  init(_ code: Code, text: String, offset: Int) {
    self.code = code
    self.text = text
    self.offset = offset
  }
}

extension URLPatternError: CustomStringConvertible {
  /// The text with a caret under the place, the reason, and what to write instead.
  public var description: String {
    "\(sentence)\n\(CaretDiagram(text, offset: offset))"
  }

  private var sentence: String {
    switch code {
    case .component(let component, let code):
      "The \(component.rawValue) of the pattern is not valid at byte \(offset). \(code.reason)"
    case .missingBase:
      "The pattern is not valid at byte 0. It begins with no scheme, so that its components are "
        + "not known; write https:// or another scheme before it, give a base URL, or name the "
        + "components."
    case .invalidBase:
      "The base URL is not valid. Write a whole URL with a scheme, such as https://example.com/."
    case .baseTooLong(let component, let limit):
      "The base URL is too long. What the pattern takes of its \(component.rawValue) has more than "
        + "\(limit) bytes, escapes included; shorten it, or raise PatternLimits.patternLength."
    case .tooLong(let limit):
      "The pattern is not valid at byte \(offset). \(PatternError.Code.tooLong(limit: limit).reason)"
    }
  }
}

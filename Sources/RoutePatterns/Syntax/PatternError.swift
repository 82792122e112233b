/// An error thrown when a text is not a valid pattern.
///
/// The description shows the text with a caret under the place, the reason, and a remedy.
public struct PatternError: Error, Hashable, Sendable {
  /// The kinds of fault a pattern can have.
  ///
  /// More may come: a `switch` over them wants a `default`.
  public enum Code: Hashable, Sendable {
    /// A backslash ends the text, so that no character follows for it to escape.
    case danglingEscape
    /// A colon has no name behind it.
    case missingName
    /// A parameter's name goes on behind a hyphen.
    case hyphenInName
    /// The spelling of other libraries for a parameter, the rest of a path or a method, which would
    /// be plain text, or mean something else.
    case foreignSpelling(String, meant: String)
    /// Two parameters have the same name.
    case duplicateName(String)
    /// A brace is opened and never closed.
    case unclosedGroup
    /// A brace is closed that was never opened.
    case unopenedGroup
    /// A brace stands within a brace.
    case nestedGroup
    /// A group in braces holds more than one value.
    case severalValuesInGroup
    /// A parenthesis is opened and never closed.
    case unclosedRegex
    /// A pair of parentheses is empty.
    case emptyRegex
    /// A regular expression begins with a question mark.
    case regexStartsWithQuestionMark
    /// A regular expression has a capturing group.
    case capturingGroup
    /// A regular expression has a character outside ASCII.
    case regexNotASCII
    /// A regular expression is not valid, or uses a feature that is refused here.
    case invalidRegex(RegexProblem)
    /// A part that repeats has a regular expression with a named group.
    case namedGroupInRepeat
    /// A modifier follows no part that it could apply to.
    case danglingModifier
    /// A query stands in the pattern.
    case queryNotAllowed
    /// A fragment stands in the pattern.
    case fragmentNotAllowed
    /// A percent sign is not followed by two hexadecimal digits.
    case invalidEscape
    /// A control character stands in the pattern, as it is or escaped.
    case controlCharacter
    /// Escaped bytes are not UTF-8.
    case invalidUTF8
    /// A segment is a dot or two dots.
    case dotSegment
    /// The three dots for the rest of a path stand before its end.
    case tailNotLast
    /// The text before the two slashes is no plain scheme.
    case invalidScheme
    /// A pattern with a scheme is put behind another.
    case schemeNotAllowed
    /// The host is not valid.
    case invalidHost
    /// A port stands in a place without ports, or is not valid.
    case invalidPort
    /// A user name or password stands before the host.
    case userInfoNotAllowed
    /// A capital stands where the first segment of a deep link, which is its host, may have ended
    /// or not.
    case capitalInHost
    /// The pattern ignores the case of letters, and the router that it is for does not.
    case caseIgnored
    /// A validation is given for a parameter that the pattern has not.
    case unknownParameter(String)
    /// A validation is given for a parameter that has an expression of its own.
    case alreadyConstrained(String)
    /// The text is longer than allowed.
    case tooLong(limit: Int)
    /// More parts may be absent or repeat than allowed.
    case tooManyGroups(limit: Int)
    /// Parentheses stand deeper within one another than allowed.
    case tooDeep(limit: Int)
    /// The compiled expression is larger than allowed, or where the limit is `Int.max` larger than
    /// PCRE2 can make one.
    case tooLarge(limit: Int)
  }

  /// The kind of fault.
  public let code: Code
  /// The text that is wrong: the pattern, or the validation of a parameter.
  public let text: String
  /// The byte of the text that is wrong, counted in UTF-8 from 0.
  public let offset: Int
  /// The parameter whose validation the text is, when it is one.
  public let parameter: String?

  init(code: Code, text: String, offset: Int, parameter: String? = nil) {
    self.code = code
    self.text = text
    // The slash of the root, which need not be written, stands before the text.
    self.offset = max(0, offset)
    self.parameter = parameter
  }
}

/// A fault in a regular expression; its description gives the remedy.
public struct RegexProblem: Hashable, Sendable {
  private enum Kind: Hashable {
    case syntax(RegexSyntaxError.Code)
    case engine(Int32)
  }

  private let kind: Kind

  /// A fault in the syntax.
  static func syntax(_ code: RegexSyntaxError.Code) -> RegexProblem {
    RegexProblem(kind: .syntax(code))
  }

  /// A refusal by PCRE2, with its number.
  static func engine(_ number: Int32) -> RegexProblem { RegexProblem(kind: .engine(number)) }
}

extension RegexProblem: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    switch kind {
    case .syntax(let code): "\(code.reason) \(code.remedy)"
    case .engine(let number):
      "The expression is refused by PCRE2 with its error \(number). Write it in a simpler way."
    }
  }
}

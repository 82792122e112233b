/// One token of a pattern text, as a place in it.
package struct PatternToken {
  package enum Kind {
    /// One character, or several letters and digits in a row, which are only text.
    case char
    case open, close, regex, name, escapedChar, otherModifier, asterisk, invalidChar, end
  }

  package var kind: Kind
  /// The beginning of the token, its first special character included.
  package var start: Int
  /// The bytes of its value: the name without `:`, the expression without its parentheses, the
  /// escaped character without `\`.
  package var value: Range<Int>
}

/// A fault in a pattern, before the text it belongs to is known.
struct PatternFault: Error {
  var code: PatternError.Code
  var offset: Int
  /// The parameter in whose validation the place is; `nil` when it is in the pattern.
  var parameter: String?

  init(_ code: PatternError.Code, at offset: Int, parameter: String? = nil) {
    self.code = code
    self.offset = offset
    self.parameter = parameter
  }

  /// A fault in the expression of a part.
  init(_ code: PatternError.Code, in part: PatternPart, at offset: Int = 0) {
    self.init(
      code,
      at: part.place.regex + offset,
      parameter: part.place.isValidation ? part.name.text : nil
    )
  }
}

/// An expression, in an engine that is none of the servers'.
struct ForeignRegex {
  private let regex: Regex<AnyRegexOutput>

  init(_ text: String) throws {
    regex = try Regex(text).asciiOnlyWordCharacters().asciiOnlyDigits()
      .matchingSemantics(.unicodeScalar)
  }

  func matches(_ text: String) -> Bool { (try? regex.wholeMatch(in: text)) != nil }
}

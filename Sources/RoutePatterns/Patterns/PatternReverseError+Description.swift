extension PatternReverseError: CustomStringConvertible {
  /// The pattern, the name, the reason that no URL can be made, and a remedy.
  public var description: String {
    switch code.value {
    case .notReversible(let name):
      "No URL can be made from the pattern \(shown): it would not read back to the same value of "
        + "\"\(name)\". Give a value that the pattern takes whole, or name the part that has no "
        + "value."
    case .missingValue(let name):
      "No URL can be made from the pattern \(shown): the parameter \"\(name)\" has no value. Add "
        + "one."
    case .unknownName(let name):
      "No URL can be made from the pattern \(shown): it has no parameter \"\(name)\". Remove the "
        + "value, "
        + "or correct its name."
    case .missingScheme:
      "No URL can be made from the pattern \(shown): it names a host and no scheme. Give a site "
        + "that has the scheme, or name it in the pattern."
    }
  }

  private var shown: String { CaretDiagram(pattern, offset: 0).text }
}

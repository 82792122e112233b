extension RequestMethod {
  /// Reads a word, in either case, that is the name of a registered method; any other may be a
  /// mistake.
  package init?(word: String) {
    guard let method = RequestMethod(rawValue: word.uppercased()),
      RequestMethod.registered.contains(method)
    else { return nil }
    self = method
  }
}

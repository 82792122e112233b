import SwitchyardHTTP

extension QueryParameters {
  /// The most bytes that are searched for.
  static let searchLimit = 200

  /// The text that is searched for, no longer than the form lets it be: it is compared with all
  /// that there is.
  var searched: String {
    var (text, size) = (String.UnicodeScalarView(), 0)
    for scalar in (self["q"] ?? "").unicodeScalars {
      size += scalar.utf8.count
      guard size <= Self.searchLimit else { break }
      text.append(scalar)
    }
    return String(text)
  }
}

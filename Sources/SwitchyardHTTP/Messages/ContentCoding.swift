/// A coding of content, by the name that the fields of messages have for it.
package enum ContentCoding: String, Hashable, Sendable {
  case gzip
  /// The zlib format of RFC 1950, which HTTP names after the compression within it.
  case deflate
  case brotli = "br"

  /// Reads a name; returns `nil` for one that is not known.
  package init?(parsing name: some StringProtocol) {
    let name = name.lowercased()
    // "A recipient SHOULD consider "x-gzip" to be equivalent to "gzip"."
    self.init(rawValue: name == "x-gzip" ? "gzip" : name)
  }
}

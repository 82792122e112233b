/// The places of the parts of a URL that stands as browsers write it: of one of the web's schemes
/// that have a port, without user and port, and with nothing to resolve or to encode.
///
/// It is what the scanner of targets finds clean, as far as the URL standard agrees.
package struct CleanURL: Sendable {
  /// The end of the scheme.
  package let schemeEnd: Int
  /// The beginning of the path, which is the end of the host.
  package let pathStart: Int
  /// The end of the path.
  package let pathEnd: Int
  /// The end of the query, which begins with a question mark if it is not at the end of the path.
  package let queryEnd: Int

  /// Reads a URL.
  ///
  /// - Returns: `nil` where it has to be looked at more closely.
  package init?(_ text: Span<UInt8>) {
    guard let layout = TargetScanner.layout(of: text, slashes: .strict), layout.hasAuthority else {
      return nil
    }
    schemeEnd = Int(layout.schemeEnd)
    pathStart = Int(layout.pathStart)
    pathEnd = Int(layout.pathEnd)
    queryEnd = Int(layout.queryEnd)
    // In a query of such a scheme it is encoded.
    for index in pathEnd..<queryEnd where text[index] == UInt8(ascii: "'") { return nil }
  }

  /// Whether a text is a path from its beginning to its end, with nothing to resolve or to encode;
  /// `false` leaves that open.
  package static func isPath(_ text: Span<UInt8>) -> Bool {
    guard text.count > 0, text[0] == UInt8(ascii: "/") else { return false }
    if unsafe text.withUnsafeBufferPointer({ unsafe TargetScanner.isCommonPath($0) }) {
      return true
    }
    let tail = TargetScanner.tail(of: text, from: 0, slashes: .strict, fragment: false)
    return tail?.pathEnd == text.count
  }
}

extension RouteTarget {
  /// The scheme in lower case, or `nil` when the target does not name one.
  public var scheme: String? {
    layout.schemeEnd == 0 ? nil : String(text[utf8: 0..<Int(layout.schemeEnd)])
  }

  /// The host of an http, https, ws, wss or ftp target, in lower case.
  ///
  /// A deep link has none: its host is the first segment of its path.
  public var host: String? {
    guard let authority else { return nil }
    guard let colon = Self.colonOfPort(in: authority) else { return String(authority) }
    return String(authority[..<colon])
  }

  /// The port, or `nil` when it is the one that the scheme has by default.
  public var port: Int? {
    guard let authority, let colon = Self.colonOfPort(in: authority) else { return nil }
    return Int(authority[authority.index(after: colon)...])
  }

  /// The path, percent-encoded; it always begins with a slash.
  public var path: Substring { text[utf8: pathStart..<pathEnd] }

  /// The query without its question mark, percent-encoded, or `nil` without one.
  public var query: Substring? {
    let end = Int(layout.queryEnd)
    return pathEnd < end ? text[utf8: (pathEnd + 1)..<end] : nil
  }

  /// The fragment without its number sign, percent-encoded, or `nil` without one.
  public var fragment: Substring? {
    let start = Int(layout.queryEnd)
    let end = text.utf8.count
    return start < end ? text[utf8: (start + 1)..<end] : nil
  }

  /// The segments of the path, each percent-decoded; the root has none.
  ///
  /// Under the strict slash policy doubled slashes and a slash at the end make empty segments.
  public var segments: [String] {
    let bytes = path.utf8.dropFirst()
    guard !bytes.isEmpty else { return [] }
    return bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      // Bytes that are not UTF-8 have been rejected.
      PercentCoding.decoded($0) ?? String(Substring($0))
    }
  }

  /// Whether the request named the server as a whole: `OPTIONS *`.
  ///
  /// Such a target equals that of the server's root, as it has no text of its own.
  public var isAsterisk: Bool { layout.isAsterisk }

  /// The text before the path: the scheme and the host; empty when there is neither.
  var site: String { String(text[utf8: 0..<pathStart]) }

  /// The text between `://` and the path.
  private var authority: Substring? {
    layout.hasAuthority ? text[utf8: (Int(layout.schemeEnd) + 3)..<pathStart] : nil
  }

  /// The colon before the port, which an address within brackets has others before.
  private static func colonOfPort(in authority: Substring) -> Substring.Index? {
    guard let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    return authority.utf8.last == UInt8(ascii: "]") ? nil : colon
  }
}

extension RouteTarget {
  /// The offset in `text` at which the path starts, in bytes.
  @inlinable
  @inline(__always)
  package var pathStart: Int { Int(layout.pathStart) }

  /// The offset in `text` at which the path ends, in bytes.
  @inlinable
  @inline(__always)
  package var pathEnd: Int { Int(layout.pathEnd) }
}

extension String {
  /// The part at a range of bytes; both ends must be ends of characters.
  package subscript(utf8 range: Range<Int>) -> Substring {
    let start = utf8.index(startIndex, offsetBy: range.lowerBound)
    return self[start..<utf8.index(start, offsetBy: range.count)]
  }
}

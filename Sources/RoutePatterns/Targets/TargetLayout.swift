/// The positions of the parts of a canonical text, in bytes from its beginning.
///
/// A text takes one of three forms, and the part that a pattern with a scheme reads is always one
/// stretch, from the beginning to the end of the path:
///
///     /path?query#fragment
///     https://host:port/path?query#fragment
///     app:/ + /path?query#fragment
///
/// In a deep link the path starts at the second slash, so that the host is its first segment.
@usableFromInline
struct TargetLayout: Equatable, Sendable {
  // With the flags in the lowest bits, so that a target takes four words, which are passed in
  // registers. No text is longer than 2^28 bytes.
  private var schemeEndAndFlags: UInt32 = 0
  @usableFromInline var pathStart: UInt32 = 0
  @usableFromInline var pathEnd: UInt32 = 0
  /// The position of the fragment's `#`, or the end of the text.
  var queryEnd: UInt32 = 0

  /// The layout of a text with a scheme of some length, 0 without one.
  init(schemeEnd: UInt32 = 0) { self.schemeEnd = schemeEnd }

  /// The layout of a text that is a path and nothing else, with no slash that could be merged.
  init(pathEnd: Int) {
    self.pathEnd = UInt32(truncatingIfNeeded: pathEnd)
    queryEnd = self.pathEnd
    hasMergedSlashes = true
  }

  /// The length of the scheme, 0 without one.
  var schemeEnd: UInt32 {
    get { schemeEndAndFlags >> 4 }
    set { schemeEndAndFlags = newValue << 4 | schemeEndAndFlags & 15 }
  }
  /// Whether a host lies between scheme and path.
  var hasAuthority: Bool {
    get { self[flag: 0] }
    set { self[flag: 0] = newValue }
  }
  /// Whether the path of a deep link would be misread with its first segment in the place of a
  /// host.
  ///
  /// An example is `app:///Upper`; its printed form takes one slash more than its text.
  var needsEmptyHost: Bool {
    get { self[flag: 1] }
    set { self[flag: 1] = newValue }
  }
  /// Whether the request named the server itself: `OPTIONS *`.
  var isAsterisk: Bool {
    get { self[flag: 2] }
    set { self[flag: 2] = newValue }
  }

  /// Whether it is known that there is no slash to be merged: any policy leaves the text as it is.
  ///
  /// It says what is known of the text, and tells no layouts apart.
  var hasMergedSlashes: Bool {
    get { self[flag: 3] }
    set { self[flag: 3] = newValue }
  }

  @usableFromInline
  static func == (one: Self, other: Self) -> Bool {
    var (one, other) = (one, other)
    one.hasMergedSlashes = false
    other.hasMergedSlashes = false
    return one.schemeEndAndFlags == other.schemeEndAndFlags && one.pathStart == other.pathStart
      && one.pathEnd == other.pathEnd && one.queryEnd == other.queryEnd
  }

  @inline(__always)
  private subscript(flag bit: UInt32) -> Bool {
    get { schemeEndAndFlags >> bit & 1 == 1 }
    set { schemeEndAndFlags = schemeEndAndFlags & ~(1 << bit) | (newValue ? 1 << bit : 0) }
  }

  var isDeepLink: Bool { schemeEnd > 0 && !hasAuthority }
}

/// The rules that schemes set for a target.
enum TargetScheme {
  /// The schemes whose URLs keep their host apart, with their default ports.
  static let withHost = ["http", "https", "ws", "wss", "ftp"].compactMap { name in
    defaultPort(of: name.utf8).map { (name: name, port: Int($0)) }
  }

  /// The default port of a scheme (in lower case) whose URLs keep their host apart; `nil` makes a
  /// deep link.
  @inline(__always)
  static func defaultPort(of name: some Sequence<UInt8>) -> UInt16? {
    var key: UInt64 = 0
    for byte in name {
      // No scheme of the table is longer than five letters.
      guard key >> 32 == 0 else { return nil }
      key = key << 8 | UInt64(byte)
    }
    return defaultPort(key: key)
  }

  /// As `defaultPort(of:)`, for a name of up to eight letters packed into a word, its last one
  /// lowest.
  @inline(__always)
  static func defaultPort(key: UInt64) -> UInt16? {
    switch key {
    case 0x66_7470: 21  // ftp
    case 0x6874_7470, 0x7773: 80  // http, ws
    case 0x68_7474_7073, 0x77_7373: 443  // https, wss
    default: nil
    }
  }

  @inline(__always)
  static func isFirstByte(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  @inline(__always)
  static func isByte(_ byte: UInt8) -> Bool {
    isFirstByte(byte) || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// Returns the end of the scheme at the beginning of a text: the position of its colon.
  static func end(in text: [UInt8]) -> Int? {
    guard let first = text.first, isFirstByte(first) else { return nil }
    guard let end = text.firstIndex(where: { !isByte($0) }) else { return nil }
    return text[end] == UInt8(ascii: ":") ? end : nil
  }
}

import RoutePatterns

/// A canonical target as the trial itself reads it, by its bytes and with no part of the package.
struct PlainPath {
  /// The scheme, if it names one.
  let scheme: String?
  /// The host without its port, if it has one.
  let host: String?
  /// The path as it stands.
  let path: [UInt8]
  /// What stands between the slashes, decoded once.
  let segments: [[UInt8]]

  init(_ route: String) {
    var rest = Array(route.utf8)[...]
    var scheme: String?
    var host: String?
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")),
      rest[colon...].starts(with: Array("://".utf8)), !rest[..<colon].contains(Self.slash)
    {
      let name = String(decoding: rest[..<colon], as: UTF8.self)
      scheme = name
      rest = rest[(colon + 3)...]
      if ["http", "https", "ws", "wss", "ftp"].contains(name) {
        let authority = rest.prefix { $0 != Self.slash }
        rest = rest[authority.endIndex...]
        host = String(decoding: authority.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
      } else if rest.first != Self.slash {
        rest = [Self.slash] + rest
      }
    }
    self.scheme = scheme
    self.host = host
    path = Array(rest)
    segments = rest.dropFirst()
      .split(separator: Self.slash, omittingEmptySubsequences: false)
      .map(Self.decoded)
  }

  /// What a canonical path never has, if this has it.
  func fault(_ slashes: RouteTarget.SlashPolicy) -> String? {
    guard path.first == Self.slash else { return "it does not begin with a slash" }
    if path.contains(where: { !(0x21...0x7E).contains($0) }) { return "it has a byte of no URL" }
    if path.contains(where: { Array("\\?#".utf8).contains($0) }) { return "it has \\, ? or #" }
    let dots = [Array(".".utf8), Array("..".utf8)]
    if segments.contains(where: dots.contains) { return "it has a segment of dots" }
    if slashes == .lenient, path.count > 1, segments.contains([]) {
      return "it has an empty segment"
    }
    return hasFaultyEscape ? "it has an escape that is none, or need not be" : nil
  }

  private var hasFaultyEscape: Bool {
    var at = 0
    while at < path.count {
      guard path[at] == UInt8(ascii: "%") else {
        at += 1
        continue
      }
      guard at + 2 < path.count, let high = Self.digit(path[at + 1]),
        let low = Self.digit(path[at + 2])
      else { return true }
      let byte = high << 4 | low
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if isLetter || isDigit || byte < 0x20 || byte == 0x7F || Array("-._~".utf8).contains(byte) {
        return true
      }
      at += 3
    }
    return false
  }

  // MARK: - Bytes

  static let slash = UInt8(ascii: "/")

  /// Escapes decoded once, in upper case or lower; what is none stays.
  static func decoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "%")) else { return Array(bytes) }
    let bytes = Array(bytes)
    var decoded: [UInt8] = []
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "%"), at + 2 < bytes.count,
        let high = digit(bytes[at + 1]), let low = digit(bytes[at + 2])
      {
        decoded.append(high << 4 | low)
        at += 3
      } else {
        decoded.append(bytes[at])
        at += 1
      }
    }
    return decoded
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// Bytes with the letters of ASCII in lower case.
  static func folded(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }
}

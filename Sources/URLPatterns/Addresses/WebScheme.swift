/// The schemes that the URL standard treats in a way of their own, with their ports.
enum WebScheme {
  /// The schemes.
  static let special = ["http", "https", "ws", "wss", "ftp", "file"]

  /// Whether a scheme in lower case is one of them.
  static func isSpecial(_ scheme: some Collection<UInt8>) -> Bool {
    special.contains { scheme.elementsEqual($0.utf8) }
  }

  /// The port that a scheme in lower case has where none is written.
  static func defaultPort(of scheme: some Collection<UInt8>) -> Int? {
    switch String(decoding: scheme, as: UTF8.self) {
    case "http", "ws": 80
    case "https", "wss": 443
    case "ftp": 21
    default: nil
    }
  }
}

/// A format of compressed data that zlib reads and writes.
enum ZlibFormat: Sendable {
  /// A gzip file of RFC 1952: one member or several, one behind the other.
  case gzip
  /// The format of RFC 1950.
  case zlib

  /// The format of a coding; `nil` for one that zlib does not know.
  init?(_ coding: ContentCoding) {
    switch coding {
    case .gzip: self = .gzip
    case .deflate: self = .zlib
    case .brotli: return nil
    }
  }

  /// The base two logarithm of the window's size, and the format.
  ///
  /// "Add 16 to windowBits to write a simple gzip header and trailer around the compressed data",
  /// and "to decode only the gzip format".
  var windowBits: CInt {
    switch self {
    case .gzip: 15 + 16
    case .zlib: 15
    }
  }

  /// The name that clients know.
  var name: String {
    switch self {
    case .gzip: "gzip"
    case .zlib: "deflate"
    }
  }
}

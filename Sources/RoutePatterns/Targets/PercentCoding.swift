/// Percent-encoding and the classes of bytes that targets, patterns and parameters share.
///
/// A class is two words of bits, one bit for each ASCII byte, so that a look-up touches no memory.
enum PercentCoding {
  /// Whether a byte means the same with and without an escape: a letter, a digit or one of `-._~`.
  @inline(__always)
  static func isUnreserved(_ byte: UInt8) -> Bool {
    contains(byte, low: 0x03FF_6000_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
  }

  /// Whether a byte stands as itself in a path: a `pchar` of RFC 3986, or a slash.
  @inline(__always)
  static func isPathByte(_ byte: UInt8) -> Bool {
    contains(byte, low: 0x2FFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
  }

  /// Whether a byte stands as itself in a query or a fragment: as in a path, and a question mark.
  @inline(__always)
  static func isQueryByte(_ byte: UInt8) -> Bool {
    contains(byte, low: 0xAFFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
  }

  /// Whether a byte is a C0 control or DEL.
  @inline(__always)
  static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F
  }

  /// Whether a byte is a control that text is laid out with, a line break or a tab: a query holds
  /// it escaped.
  static func isLayout(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }

  @inline(__always)
  private static func contains(_ byte: UInt8, low: UInt64, high: UInt64) -> Bool {
    guard byte < 0x80 else { return false }
    let word = byte < 64 ? low : high
    return (word >> UInt64(byte & 63)) & 1 != 0
  }
}

// MARK: - Hexadecimal digits

extension PercentCoding {
  /// The upper-case digit of a value below 16.
  @inline(__always)
  static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x41 + (value & 0x0F) - 10
  }

  /// The byte that two hexadecimal digits stand for.
  @inline(__always)
  static func byte(_ first: UInt8, _ second: UInt8) -> UInt8? {
    guard let high = first.hexDigitValue, let low = second.hexDigitValue else { return nil }
    return high << 4 | low
  }
}

// MARK: - Encoding

extension PercentCoding {
  /// Appends a byte as `%XX`.
  @inline(__always)
  static func appendEscaped(_ byte: UInt8, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "%"))
    output.append(hexDigit(byte >> 4))
    output.append(hexDigit(byte & 0x0F))
  }

  /// Appends a value so that it holds no delimiter: all but unreserved bytes are escaped.
  static func appendValue(_ value: some Sequence<UInt8>, to output: inout [UInt8]) {
    for byte in value {
      if isUnreserved(byte) { output.append(byte) } else { appendEscaped(byte, to: &output) }
    }
  }

  /// A value with all but its unreserved bytes escaped, a space as `%20`.
  static func encoded(_ value: String) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(value.utf8.count)
    appendValue(value.utf8, to: &output)
    return String(decoding: output, as: UTF8.self)
  }
}

// MARK: - Decoding

extension PercentCoding {
  /// Options of decoding besides turning escapes into bytes.
  struct DecodingOptions: OptionSet {
    let rawValue: UInt8

    /// Leaves `%2F`, `%5C` and `%2E` as they are, so that data in a value of several segments never
    /// turns into path, and the percent sign of `%252F` and `%255C`, so that it does not read as
    /// such data.
    static let keepsSeparators = Self(rawValue: 1)

    /// Reads `+` as a space, as forms write it into a query.
    static let plusIsSpace = Self(rawValue: 2)
  }

  /// Returns the text that percent-encoded bytes stand for, or `nil` when it would not be UTF-8.
  static func decoded(
    _ utf8: some Collection<UInt8>,
    options: DecodingOptions = []
  ) -> String? {
    String(validating: decodedBytes(utf8, options: options), as: UTF8.self)
  }

  /// Returns the bytes that percent-encoded ones stand for.
  ///
  /// A `%` without two digits after it stays what it is: canonical targets hold none.
  static func decodedBytes(
    _ utf8: some Collection<UInt8>,
    options: DecodingOptions = []
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        if let value = escapedByte(at: rest),
          !(options.contains(.keepsSeparators) && isKept(value, rest))
        {
          bytes.append(value)
          rest = rest.dropFirst(2)
        } else {
          bytes.append(byte)
        }
      case UInt8(ascii: "+") where options.contains(.plusIsSpace):
        bytes.append(UInt8(ascii: " "))
      default:
        bytes.append(byte)
      }
    }
    return bytes
  }

  /// The byte that the two digits at the beginning of `rest` stand for.
  private static func escapedByte<C: Collection<UInt8>>(at rest: C) -> UInt8? {
    let first = rest.startIndex
    guard first != rest.endIndex else { return nil }
    let second = rest.index(after: first)
    guard second != rest.endIndex else { return nil }
    return byte(rest[first], rest[second])
  }

  private static func isKept(_ value: UInt8, _ rest: some Collection<UInt8>) -> Bool {
    switch value {
    case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "."): true
    case UInt8(ascii: "%"): escapesSeparator(rest)
    default: false
    }
  }

  /// Whether the text behind a percent sign makes it the escape of a slash or a backslash, `2F` or
  /// `5C`, or that of a percent sign before such an escape, `252F`, and so on.
  static func escapesSeparator(_ rest: some Collection<UInt8>) -> Bool {
    var rest = rest[...]
    while rest.starts(with: "25".utf8) { rest = rest.dropFirst(2) }
    return rest.starts(with: "2F".utf8) || rest.starts(with: "5C".utf8)
  }
}

// The one place for what bytes of ASCII are, in all modules of the package.

extension UInt8 {
  /// Whether the byte is a digit.
  @inlinable @inline(__always)
  package var isASCIIDigit: Bool { self &- 0x30 < 10 }

  /// Whether the byte is a letter.
  @inlinable @inline(__always)
  package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// The byte with an upper-case letter made lower-case; any other byte as it is.
  @inlinable @inline(__always)
  package var lowercasedASCII: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

  /// The value of a hexadecimal digit of either case.
  @inlinable @inline(__always)
  package var hexDigitValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x37
    case 0x61...0x66: self - 0x57
    default: nil
    }
  }

  /// Compares a byte with a character, so that it can be switched over: `case "(":`.
  @inline(__always)
  static func ~= (scalar: Unicode.Scalar, byte: UInt8) -> Bool {
    scalar.value == UInt32(byte)
  }
}

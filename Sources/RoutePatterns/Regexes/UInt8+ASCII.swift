extension UInt8 {
  /// Lets a byte be switched over with characters: `case "(":`.
  @inline(__always)
  static func ~= (scalar: Unicode.Scalar, byte: UInt8) -> Bool {
    scalar.value == UInt32(byte)
  }

  var isASCIIDigit: Bool { self &- 0x30 < 10 }

  var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// The value of a hexadecimal digit.
  var hexDigitValue: UInt32? {
    switch self {
    case 0x30...0x39: UInt32(self) - 0x30
    case 0x41...0x46: UInt32(self) - 0x37
    case 0x61...0x66: UInt32(self) - 0x57
    default: nil
    }
  }

  /// The letter in lower case; any other byte as it is.
  var lowercasedASCII: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }
}

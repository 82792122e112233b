extension String {
  /// The text, and behind it in parentheses what its percent-encoded characters are, where that
  /// shows them as they are read.
  var withDecoded: String { decoded.map { "\(self) (\($0))" } ?? self }

  /// The text with the percent-encoded characters outside of ASCII as they are; `nil` where there
  /// are none, or one would not be read where it stands or as what it is: what writes from right to
  /// left, looks like a space or a slash, or has no form.
  private var decoded: String? {
    guard utf8.contains(UInt8(ascii: "%")) else { return nil }
    let bytes = Array(utf8)
    var decoded: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if let byte = Self.encodedByte(bytes[place...]), byte >= 0x80 {
        decoded.append(byte)
        place += 3
      } else {
        decoded.append(bytes[place])
        place += 1
      }
    }
    guard decoded.count < bytes.count, let text = String(validating: decoded, as: UTF8.self),
      text.unicodeScalars.allSatisfy({ $0.isASCII || $0.isReadAsItIs })
    else { return nil }
    return text
  }

  private static func encodedByte(_ bytes: ArraySlice<UInt8>) -> UInt8? {
    guard bytes.first == UInt8(ascii: "%"), bytes.count > 2 else { return nil }
    let digits = bytes.dropFirst().prefix(2)
    guard digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }) else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}

extension Unicode.Scalar {
  /// The blocks of letters that are written from right to left.
  private static let rightToLeft: [ClosedRange<UInt32>] = [
    0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
  ]

  fileprivate var isReadAsItIs: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .otherSymbol:
      !properties.isDefaultIgnorableCodePoint && !Self.rightToLeft.contains { $0.contains(value) }
    default: false
    }
  }
}

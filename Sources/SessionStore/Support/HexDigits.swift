extension UInt64 {
  /// The number as 16 hexadecimal digits.
  package var hexDigits: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

extension Sequence<UInt8> {
  /// The bytes as hexadecimal digits, two for each.
  package var hexDigits: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

extension [UInt8] {
  /// Returns the bytes as printable ASCII between quotes; all others are written as `\xNN`.
  ///
  /// Beyond the limit of characters, dots stand for the rest.
  func printableASCII(upTo limit: Int) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(Swift.min(count, limit))
    for byte in self {
      let isPlain =
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      guard text.count + (isPlain ? 1 : 4) <= limit else {
        return String(decoding: text, as: UTF8.self) + "..."
      }
      if isPlain {
        text.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        text += [UInt8(ascii: "\\"), UInt8(ascii: "x")]
        text += [digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension String {
  /// Returns the text as its bytes are written between quotes.
  func printableASCII(upTo limit: Int) -> String { Array(utf8).printableASCII(upTo: limit) }
}

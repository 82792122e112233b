/// The bytes that stand escaped in logs.
enum LogEscapes {
  /// Appends a part of a line without its escapes: `\xHH` of nginx and of `AccessLog`, and besides
  /// those of C that Apache writes.
  static func appendPlain(_ part: Span<UInt8>, to bytes: inout [UInt8]) {
    var place = 0
    while place < part.count {
      let byte = part[place]
      guard byte == UInt8(ascii: "\\"), place + 1 < part.count else {
        bytes.append(byte)
        place += 1
        continue
      }
      let letter = part[place + 1]
      if letter | 0x20 == UInt8(ascii: "x"), let value = part.hexadecimal(2, at: place + 2) {
        bytes.append(UInt8(truncatingIfNeeded: value))
        place += 4
      } else if let plain = plain(letter) {
        bytes.append(plain)
        place += 2
      } else {
        bytes.append(byte)
        place += 1
      }
    }
  }

  /// The byte that a letter behind a backslash stands for, in logs and in JSON.
  static func plain(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "v"): 0x0B
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "r"): 0x0D
    default: nil
    }
  }

  /// Appends a text of JSON without its escapes; `\xHH` is understood as well, as nginx writes it
  /// where it was not told to write JSON.
  static func appendJSON(_ part: Span<UInt8>, to bytes: inout [UInt8]) {
    var place = 0
    while place < part.count {
      guard part[place] == UInt8(ascii: "\\"), place + 1 < part.count else {
        bytes.append(part[place])
        place += 1
        continue
      }
      switch part[place + 1] {
      case UInt8(ascii: "u"):
        guard let unit = part.hexadecimal(4, at: place + 2) else {
          bytes.append(part[place])
          place += 1
          continue
        }
        place += 6
        var scalar = unit
        if unit & 0xFC00 == 0xD800, part.has("\\u", at: place),
          let low = part.hexadecimal(4, at: place + 2), low & 0xFC00 == 0xDC00
        {
          scalar = 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
          place += 6
        }
        bytes += Array(String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
      case UInt8(ascii: "x"):
        if let value = part.hexadecimal(2, at: place + 2) {
          bytes.append(UInt8(truncatingIfNeeded: value))
          place += 4
        } else {
          bytes.append(part[place])
          place += 1
        }
      case let letter:
        bytes.append(plain(letter) ?? letter)
        place += 2
      }
    }
  }
}

/// Turns the literal text of a pattern into what a subject holds in its place.
enum PatternLiteral {
  static func encode(
    _ run: LiteralRun,
    of source: [UInt8],
    as literals: PatternSyntax.Literals
  ) throws(PatternFault) -> String {
    let bytes = run.bytes(of: source)
    return switch literals {
    case .standardPath: StandardPath.canonical(Array(bytes))
    case .standardOpaquePath: StandardPath.canonicalOpaque(Array(bytes))
    case .standardText(let text):
      try standardText(Array(bytes), run, text)
    case .targetPath(let slashes):
      isCanonical(bytes, slashes)
        ? String(decoding: bytes, as: UTF8.self) : try targetPath(Array(bytes), run, slashes)
    case .targetHost: try targetHost(bytes, run)
    }
  }

  private static func standardText(
    _ bytes: [UInt8],
    _ run: LiteralRun,
    _ text: StandardText
  ) throws(PatternFault) -> String {
    guard let canonical = text.canonical(bytes) else {
      throw PatternFault(text.fault, at: run.offset(at: 0))
    }
    return canonical
  }

  // MARK: - Targets

  /// Escapes and other bytes as in the path of a target.
  private static func targetPath(
    _ bytes: [UInt8],
    _ run: LiteralRun,
    _ slashes: RouteTarget.SlashPolicy
  ) throws(PatternFault) -> String {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + 8)
    var encoded = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") {
        let value = try escape(in: bytes, run, at: index)
        encoded = encoded || value >= 0x80
        if PercentCoding.isUnreserved(value) {
          out.append(value)
        } else {
          PercentCoding.appendEscaped(value, to: &out)
        }
        index += 3
        continue
      }
      guard byte >= 0x20, byte != 0x7F else {
        throw PatternFault(.controlCharacter, at: run.offset(at: index))
      }
      let merged =
        slashes == .lenient && byte == UInt8(ascii: "/") && out.last == UInt8(ascii: "/")
      if !merged {
        if PercentCoding.isPathByte(byte) {
          out.append(byte)
        } else {
          encoded = encoded || byte >= 0x80
          PercentCoding.appendEscaped(byte, to: &out)
        }
      }
      index += 1
    }
    if encoded, PercentCoding.decoded(out[...]) == nil {
      throw PatternFault(.invalidUTF8, at: run.offset(at: 0))
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Whether all bytes stand as they are, as nearly all literal text does.
  private static func isCanonical(
    _ bytes: ArraySlice<UInt8>,
    _ slashes: RouteTarget.SlashPolicy
  ) -> Bool {
    var previous: UInt8 = 0
    for byte in bytes {
      guard PercentCoding.isPathByte(byte) else { return false }
      if byte == UInt8(ascii: "/"), previous == byte, slashes == .lenient { return false }
      previous = byte
    }
    return true
  }

  /// The byte that an escape stands for.
  private static func escape(
    in bytes: [UInt8],
    _ run: LiteralRun,
    at index: Int
  ) throws(PatternFault) -> UInt8 {
    guard index + 2 < bytes.count,
      let high = bytes[index + 1].hexDigitValue,
      let low = bytes[index + 2].hexDigitValue
    else { throw PatternFault(.invalidEscape, at: run.offset(at: index)) }
    let value = high << 4 | low
    guard value >= 0x20, value != 0x7F else {
      throw PatternFault(.controlCharacter, at: run.offset(at: index))
    }
    return value
  }

  /// Letters in lower case; whatever no host has is refused.
  private static func targetHost(
    _ bytes: ArraySlice<UInt8>,
    _ run: LiteralRun
  ) throws(PatternFault) -> String {
    var out: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): out.append(byte | 0x20)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        out.append(byte)
      case UInt8(ascii: "@"): throw PatternFault(.userInfoNotAllowed, at: run.offset(at: index))
      default: throw PatternFault(.invalidHost, at: run.offset(at: index))
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}

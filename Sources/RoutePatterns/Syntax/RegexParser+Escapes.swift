extension RegexParser {
  /// Reads an escape outside of a class.
  mutating func atomEscape() throws(RegexSyntaxError) -> RegexNode {
    let start = position
    guard let byte = peek(1) else { throw error(.trailingBackslash, at: start) }
    switch byte {
    case "b":
      position += 2
      return .assertion(.wordBoundary, offset: offset(of: start))
    case "B":
      position += 2
      return .assertion(.notWordBoundary, offset: offset(of: start))
    case "k":
      return try namedReference()
    case "0":
      break
    default:
      if byte.isASCIIDigit { return numberedReference() }
    }
    if let set = try classEscape() { return .set(set.set) }
    return .set(try characterEscape(inClass: false))
  }

  /// Reads `\d`, `\p{…}` and the like; returns `nil`, and reads no byte, if the escape is not of
  /// that kind.
  mutating func classEscape() throws(RegexSyntaxError) -> ClassOperand? {
    let set: ASCIISet
    switch peek(1) {
    case "d"?: set = .digits
    case "D"?: set = ASCIISet.digits.complement
    case "w"?: set = .word
    case "W"?: set = ASCIISet.word.complement
    case "s"?: set = .space
    case "S"?: set = ASCIISet.space.complement
    case "p"?, "P"?: return try property()
    default: return nil
    }
    position += 2
    return ClassOperand(set: set)
  }

  /// Reads an escape that stands for one character.
  mutating func characterEscape(inClass: Bool) throws(RegexSyntaxError) -> ASCIISet {
    folded(value: try characterEscapeValue(inClass: inClass))
  }

  /// The set of one code point, which is empty beyond ASCII.
  ///
  /// Without regard to letter case the long s is an s and the kelvin sign a k.
  func folded(value: UInt32) -> ASCIISet {
    if value < 0x80 { return folded(ASCIISet(UInt8(truncatingIfNeeded: value))) }
    guard options.ignoreCase else { return ASCIISet() }
    switch value {
    case 0x017F: return ASCIISet(0x73).caseFolded
    case 0x212A: return ASCIISet(0x6B).caseFolded
    default: return ASCIISet()
    }
  }

  /// Reads an escape that stands for one character, and gives its code point.
  mutating func characterEscapeValue(inClass: Bool) throws(RegexSyntaxError) -> UInt32 {
    let value = try escapedValue(inClass: inClass)
    if value == 0x2F { writesSlash = true }
    return value
  }

  private mutating func escapedValue(inClass: Bool) throws(RegexSyntaxError) -> UInt32 {
    let start = position
    guard let byte = peek(1) else { throw error(.trailingBackslash, at: start) }
    position += 2
    switch byte {
    case "t": return 0x09
    case "n": return 0x0A
    case "v": return 0x0B
    case "f": return 0x0C
    case "r": return 0x0D
    case "c":
      guard let letter = next, letter.isASCIILetter else {
        throw error(.invalidControlEscape, at: start)
      }
      position += 1
      return UInt32(letter & 0x1F)
    case "0":
      guard next?.isASCIIDigit != true else { throw error(.octalEscape, at: start) }
      return 0
    case "x":
      guard let value = hexDigits(2) else { throw error(.invalidHexEscape, at: start) }
      return value
    case "u":
      guard let value = unicodeEscape() else { throw error(.invalidUnicodeEscape, at: start) }
      return value
    case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/":
      return UInt32(byte)
    case "b" where inClass:
      return 0x08
    case "&", "-", "!", "#", "%", ",", ":", ";", "<", "=", ">", "@", "`", "~":
      guard inClass else { throw error(.unknownEscape, at: start) }
      return UInt32(byte)
    default:
      throw error(Self.refusal(of: byte), at: start)
    }
  }

  /// Returns the reason that an escape unknown to JavaScript is refused.
  private static func refusal(of byte: UInt8) -> RegexSyntaxError.Code {
    switch byte {
    case "Q", "E": .quotedLiteral
    case "C": .singleByte
    case "A", "Z", "z", "G": .foreignAnchor
    case "h", "H", "R", "X", "N", "V": .foreignClass
    case "a", "e", "o": .foreignEscape
    case "g": .foreignReference
    case "K": .matchReset
    default: byte.isASCIIDigit ? .octalEscape : .unknownEscape
    }
  }

  private mutating func hexDigits(_ count: Int) -> UInt32? {
    var value: UInt32 = 0
    for distance in 0..<count {
      guard let digit = peek(distance)?.hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    position += count
    return value
  }

  /// Reads the digits behind `\u`: four digits, a surrogate pair, or digits in braces.
  mutating func unicodeEscape() -> UInt32? {
    if take("{") { return bracedCodePoint() }
    guard let lead = hexDigits(4) else { return nil }
    guard lead & 0xFC00 == 0xD800, next == 0x5C, peek(1) == 0x75 else { return lead }
    let afterLead = position
    position += 2
    guard let trail = hexDigits(4), trail & 0xFC00 == 0xDC00 else {
      position = afterLead
      return lead
    }
    return 0x10000 + (lead & 0x3FF) << 10 + (trail & 0x3FF)
  }

  private mutating func bracedCodePoint() -> UInt32? {
    var value: UInt32 = 0
    var isEmpty = true
    while let digit = next?.hexDigitValue {
      value = value << 4 | UInt32(digit)
      guard value <= 0x10FFFF else { return nil }
      isEmpty = false
      position += 1
    }
    return take("}") && !isEmpty ? value : nil
  }

  /// Reads `\p{…}` or `\P{…}`.
  private mutating func property() throws(RegexSyntaxError) -> ClassOperand {
    let start = position
    let isNegated = peek(1) == 0x50
    position += 2
    guard take("{") else { throw error(.malformedProperty, at: start) }
    let name = propertyWord()
    let value: String? = take("=") ? propertyWord() : nil
    guard take("}"), !name.isEmpty, value?.isEmpty != true else {
      throw error(.malformedProperty, at: start)
    }
    guard let property = UnicodeProperties.property(name, value: value),
      !(isNegated && property.holdsStrings)
    else { throw error(.unknownProperty, at: start) }
    let set = folded(property.set)
    return ClassOperand(
      set: isNegated ? set.complement : set,
      mayHoldStrings: property.holdsStrings
    )
  }

  private mutating func propertyWord() -> String {
    let start = position
    while let byte = next, byte.isASCIILetter || byte.isASCIIDigit || byte == 0x5F { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }
}

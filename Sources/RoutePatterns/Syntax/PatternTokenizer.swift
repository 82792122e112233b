/// Splits a pattern text into tokens, as the URLPattern standard does.
package struct PatternTokenizer {
  /// The treatment of text that is no token.
  enum Policy {
    /// It is an error: for the text of one component.
    case strict
    /// It is an `invalidChar` token: for a whole URL, whose components are looked at one by one
    /// later.
    case lenient
  }

  private let source: [UInt8]
  private let policy: Policy
  private var position = 0
  private var tokens: [PatternToken] = []

  /// The tokens of a text, the last of them its end.
  static func tokens(
    of source: [UInt8],
    policy: Policy = .strict
  ) throws(PatternFault) -> [PatternToken] {
    var tokenizer = PatternTokenizer(source: source, policy: policy)
    try tokenizer.run()
    return tokenizer.tokens
  }

  /// The tokens of a text, whatever it holds: what is no token is marked as that.
  package static func lenientTokens(of source: [UInt8]) -> [PatternToken] {
    (try? tokens(of: source, policy: .lenient)) ?? []
  }

  private init(source: [UInt8], policy: Policy) {
    self.source = source
    self.policy = policy
    tokens.reserveCapacity(min(source.count + 1, 16))
  }

  private mutating func run() throws(PatternFault) {
    while position < source.count {
      switch source[position] {
      case UInt8(ascii: "*"): append(.asterisk, valueLength: 1)
      case UInt8(ascii: "+"), UInt8(ascii: "?"): append(.otherModifier, valueLength: 1)
      case UInt8(ascii: "{"): append(.open, valueLength: 1)
      case UInt8(ascii: "}"): append(.close, valueLength: 1)
      case UInt8(ascii: "\\"): try escapedCharacter()
      case UInt8(ascii: ":"): try name()
      case UInt8(ascii: "("): try regex()
      default: append(.char, valueLength: lengthOfText())
      }
    }
    tokens.append(PatternToken(kind: .end, start: position, value: position..<position))
  }

  private mutating func append(_ kind: PatternToken.Kind, valueLength: Int) {
    let end = position + valueLength
    tokens.append(PatternToken(kind: kind, start: position, value: position..<end))
    position = end
  }

  /// The length of the letters and digits that come next, or of the one character that is neither.
  private func lengthOfText() -> Int {
    var end = position
    while end < source.count, source[end].isASCIILetter || source[end].isASCIIDigit { end += 1 }
    return end > position ? end - position : scalar(at: position).length
  }

  private mutating func fail(
    _ code: PatternError.Code,
    at offset: Int,
    resumingAt next: Int
  ) throws(PatternFault) {
    guard policy == .lenient else { throw PatternFault(code, at: offset) }
    append(.invalidChar, valueLength: next - position)
  }

  private mutating func escapedCharacter() throws(PatternFault) {
    let next = position + 1
    guard next < source.count else {
      return try fail(.danglingEscape, at: position, resumingAt: next)
    }
    let end = next + scalar(at: next).length
    tokens.append(PatternToken(kind: .escapedChar, start: position, value: next..<end))
    position = end
  }

  private mutating func name() throws(PatternFault) {
    let start = position + 1
    var end = start
    while end < source.count {
      let (scalar, length) = scalar(at: end)
      guard scalar.isPatternNamePart(first: end == start) else { break }
      end += length
    }
    guard end > start else {
      return try fail(.missingName, at: position, resumingAt: start)
    }
    tokens.append(PatternToken(kind: .name, start: position, value: start..<end))
    position = end
  }

  private mutating func regex() throws(PatternFault) {
    let start = position + 1
    do {
      let end = try endOfRegex(from: start)
      tokens.append(PatternToken(kind: .regex, start: position, value: start..<end))
      position = end + 1
    } catch {
      try fail(error.code, at: error.offset, resumingAt: start)
    }
  }

  /// The place of the parenthesis that closes the expression.
  private func endOfRegex(from start: Int) throws(PatternFault) -> Int {
    var depth = 1
    var index = start
    while index < source.count {
      let byte = source[index]
      guard byte < 0x80 else { throw PatternFault(.regexNotASCII, at: index) }
      if index == start, byte == UInt8(ascii: "?") {
        throw PatternFault(.regexStartsWithQuestionMark, at: index)
      }
      switch byte {
      case UInt8(ascii: "\\"):
        guard index + 1 < source.count else { throw PatternFault(.danglingEscape, at: index) }
        index += 1
        guard source[index] < 0x80 else { throw PatternFault(.regexNotASCII, at: index) }
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 {
          guard index > start else { throw PatternFault(.emptyRegex, at: start - 1) }
          return index
        }
      case UInt8(ascii: "("):
        depth += 1
        guard index + 1 < source.count else { break }
        guard source[index + 1] == UInt8(ascii: "?") else {
          throw PatternFault(.capturingGroup, at: index)
        }
      default:
        break
      }
      index += 1
    }
    throw PatternFault(.unclosedRegex, at: start - 1)
  }

  /// The scalar at a place; the source is UTF-8 because it comes from a `String`.
  private func scalar(at index: Int) -> (scalar: Unicode.Scalar, length: Int) {
    source.scalar(at: index)
  }
}

extension [UInt8] {
  /// The scalar that begins at an index of well-formed UTF-8, and how many bytes it takes.
  func scalar(at index: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let byte = self[index]
    if byte < 0x80 { return (Unicode.Scalar(byte), 1) }
    var decoder = UTF8()
    var bytes = self[index..<Swift.min(index + 4, count)].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return ("\u{FFFD}", 1) }
    return (scalar, UTF8.width(scalar))
  }
}

extension Unicode.Scalar {
  /// Whether a parameter's name can begin with this scalar, or go on with it: the identifiers of
  /// JavaScript.
  func isPatternNamePart(first: Bool) -> Bool {
    switch value {
    case 0x41...0x5A, 0x61...0x7A, 0x24, 0x5F: true
    case 0x30...0x39: !first
    case 0..<0x80: false
    case 0x200C, 0x200D: !first
    default: first ? properties.isIDStart : properties.isIDContinue
    }
  }
}

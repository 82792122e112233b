extension RegexParser {
  /// The value of a class or of one of its operands.
  struct ClassOperand {
    var set: ASCIISet
    /// Whether the empty text is a member, which `\q{}` makes it.
    var holdsEmpty = false
    /// Whether texts of another length than one may be members, by the rules of the standard.
    var mayHoldStrings = false
    /// The code point, if the operand is a single character that may begin or end a range.
    var character: UInt32?
  }

  private enum SetOperator {
    case intersection, subtraction
  }

  /// Reads a class; its bracket comes next.
  mutating func characterClass() throws(RegexSyntaxError) -> RegexNode {
    let value = try bracketedClass()
    guard value.holdsEmpty else { return .set(value.set) }
    guard !value.set.isEmpty else { return .empty }
    return .group(.alternation([.set(value.set), .empty]))
  }

  private mutating func bracketedClass() throws(RegexSyntaxError) -> ClassOperand {
    let start = position
    position += 1
    let isNegated = take("^")
    var result = try classContents(openedAt: start)
    position += 1
    guard isNegated else { return result }
    if result.mayHoldStrings { throw error(.negatedStrings, at: start) }
    result.set = result.set.complement
    return result
  }

  /// Reads up to the closing bracket.
  private mutating func classContents(
    openedAt start: Int
  ) throws(RegexSyntaxError) -> ClassOperand {
    guard let byte = next else { throw error(.unterminatedClass, at: start) }
    if byte == 0x5D { return ClassOperand(set: ASCIISet()) }
    if setOperator != nil { throw error(.missingOperand, at: position) }
    var result = try classItem(openedAt: start)
    if let setOperator, result.isOperand {
      return try operation(setOperator, on: result.operand, openedAt: start)
    }
    while let byte = next, byte != 0x5D {
      if setOperator != nil { throw error(.mixedSetOperators, at: position) }
      let item = try classItem(openedAt: start)
      result.operand.set.formUnion(item.operand.set)
      result.operand.holdsEmpty = result.operand.holdsEmpty || item.operand.holdsEmpty
      result.operand.mayHoldStrings =
        result.operand.mayHoldStrings || item.operand.mayHoldStrings
    }
    if isAtEnd { throw error(.unterminatedClass, at: start) }
    result.operand.character = nil
    return result.operand
  }

  /// Reads `&&` or `--` with its operands, up to the closing bracket.
  private mutating func operation(
    _ kind: SetOperator,
    on first: ClassOperand,
    openedAt start: Int
  ) throws(RegexSyntaxError) -> ClassOperand {
    var result = first
    while let byte = next, byte != 0x5D {
      let place = position
      guard setOperator == kind else { throw error(.mixedSetOperators, at: place) }
      position += 2
      // `&&&` is reserved; a third `-` is refused as a character that needs an escape.
      if isAtEnd { break }
      if next == 0x5D { throw error(.missingOperand, at: place) }
      if kind == .intersection && next == 0x26 { throw error(.doubledPunctuator, at: place) }
      let operand = try classOperand(openedAt: start)
      switch kind {
      case .intersection:
        result.set = result.set.intersection(operand.set)
        result.holdsEmpty = result.holdsEmpty && operand.holdsEmpty
        result.mayHoldStrings = result.mayHoldStrings && operand.mayHoldStrings
      case .subtraction:
        result.set = result.set.subtracting(operand.set)
        result.holdsEmpty = result.holdsEmpty && !operand.holdsEmpty
      }
    }
    if isAtEnd { throw error(.unterminatedClass, at: start) }
    result.character = nil
    return result
  }

  private var setOperator: SetOperator? {
    switch (next, peek(1)) {
    case (0x26?, 0x26?): .intersection
    case (0x2D?, 0x2D?): .subtraction
    default: nil
    }
  }

  /// Reads an operand or a range.
  private mutating func classItem(
    openedAt start: Int
  ) throws(RegexSyntaxError) -> (operand: ClassOperand, isOperand: Bool) {
    let place = position
    let lower = try classOperand(openedAt: start)
    guard next == 0x2D, peek(1) != 0x2D else { return (lower, true) }
    if isAtEnd || peek(1) == nil { throw error(.unterminatedClass, at: start) }
    if peek(1) == 0x5D { throw error(.unescapedInClass, at: position) }
    position += 1
    guard let first = lower.character else { throw error(.rangeOfClass, at: place) }
    let upper = try classOperand(openedAt: start)
    guard let last = upper.character else { throw error(.rangeOfClass, at: place) }
    guard first <= last else { throw error(.rangeOutOfOrder, at: place) }
    return (ClassOperand(set: range(first...last)), false)
  }

  /// The ASCII part of a range of code points.
  private func range(_ codePoints: ClosedRange<UInt32>) -> ASCIISet {
    var set = ASCIISet()
    if codePoints.lowerBound < 0x80 {
      let lower = UInt8(truncatingIfNeeded: codePoints.lowerBound)
      let upper = UInt8(truncatingIfNeeded: min(codePoints.upperBound, 0x7F))
      set = folded(ASCIISet(lower...upper))
    }
    for value in [0x017F, 0x212A] as [UInt32] where codePoints.contains(value) {
      set.formUnion(folded(value: value))
    }
    return set
  }

  private mutating func classOperand(
    openedAt start: Int
  ) throws(RegexSyntaxError) -> ClassOperand {
    guard let byte = next else { throw error(.unterminatedClass, at: start) }
    let place = position
    switch byte {
    case "[":
      if isPOSIXClass { throw error(.posixClass, at: place) }
      try enter(at: place)
      let value = try bracketedClass()
      leave()
      return value
    case "\\":
      if let operand = try classEscape() { return operand }
      if peek(1) == 0x71 { return try classStrings() }
      let value = try characterEscapeValue(inClass: true)
      return ClassOperand(set: folded(value: value), character: value)
    default:
      try checkClassCharacter(byte)
      position += 1
      return ClassOperand(set: folded(ASCIISet(byte)), character: UInt32(byte))
    }
  }

  /// Refuses characters that may stand in a class only with a backslash, or not doubled.
  private func checkClassCharacter(_ byte: UInt8) throws(RegexSyntaxError) {
    switch byte {
    case "(", ")", "[", "]", "{", "}", "/", "-", "|":
      throw error(.unescapedInClass, at: position)
    case "&", "!", "#", "$", "%", "*", "+", ",", ".", ":", ";", "<", "=", ">", "?", "@", "^",
      "`", "~":
      if peek(1) == byte { throw error(.doubledPunctuator, at: position) }
    default:
      break
    }
  }

  /// Whether a nested class looks like `[:alpha:]`, which some other languages give a meaning of
  /// its own.
  private var isPOSIXClass: Bool {
    guard let mark = peek(1), mark == 0x3A || mark == 0x2E || mark == 0x3D else { return false }
    var distance = 2
    while let byte = peek(distance), byte != 0x5D, byte != 0x5C { distance += 1 }
    return distance > 2 && peek(distance) == 0x5D && peek(distance - 1) == mark
  }

  /// Reads `\q{…}`.
  private mutating func classStrings() throws(RegexSyntaxError) -> ClassOperand {
    let start = position
    position += 2
    guard take("{") else { throw error(.malformedStrings, at: start) }
    var result = ClassOperand(set: ASCIISet())
    repeat {
      let place = position
      var length = 0
      while let byte = next, byte != 0x7D, byte != 0x7C {
        if byte == 0x5C {
          result.set.formUnion(try characterEscape(inClass: true))
        } else {
          try checkClassCharacter(byte)
          position += 1
          result.set.formUnion(folded(ASCIISet(byte)))
        }
        length += 1
      }
      if length > 1 { throw error(.stringInClass, at: place) }
      if length == 0 {
        result.holdsEmpty = true
        result.mayHoldStrings = true
      }
    } while take("|")
    guard take("}") else { throw error(.malformedStrings, at: start) }
    return result
  }
}

extension RegexParser {
  /// The largest bound that PCRE2 accepts.
  private static let largestBound = 65_535

  /// The node with the quantifier that follows it, if one does.
  mutating func quantified(_ node: RegexNode) throws(RegexSyntaxError) -> RegexNode {
    let start = position
    guard var quantifier = try quantifierBounds() else { return node }
    switch node {
    case .assertion, .look: throw error(.quantifiedAssertion, at: start)
    default: break
    }
    if take("?") {
      quantifier.mode = .lazy
    } else if next == 0x2B {
      guard options.dialect == .extended else {
        throw error(.possessiveQuantifier, at: position)
      }
      position += 1
      quantifier.mode = .possessive
    }
    let end = position
    if try quantifierBounds() != nil { throw error(.doubledQuantifier, at: end) }
    guard quantifier.minimum == 1 && quantifier.maximum == 1 else {
      return .repetition(node, quantifier)
    }
    return quantifier.mode == .possessive ? .atomic(node) : node
  }

  /// Reads `*`, `+`, `?` or bounds in braces; returns `nil` if no quantifier comes next.
  mutating func quantifierBounds() throws(RegexSyntaxError) -> RegexQuantifier? {
    switch next {
    case "*"?:
      position += 1
      return RegexQuantifier(minimum: 0, maximum: nil)
    case "+"?:
      position += 1
      return RegexQuantifier(minimum: 1, maximum: nil)
    case "?"?:
      position += 1
      return RegexQuantifier(minimum: 0, maximum: 1)
    case "{"?:
      return try bracedBounds()
    default:
      return nil
    }
  }

  private mutating func bracedBounds() throws(RegexSyntaxError) -> RegexQuantifier {
    let start = position
    position += 1
    guard let minimum = number() else {
      let isOpenBelow = next == 0x2C && peek(1)?.isASCIIDigit == true
      throw error(isOpenBelow ? .missingLowerBound : .unescapedBrace, at: start)
    }
    var maximum: Int? = minimum
    if take(",") { maximum = number() }
    guard take("}") else { throw error(.unescapedBrace, at: start) }
    guard max(minimum, maximum ?? 0) <= Self.largestBound else {
      throw error(.boundTooLarge, at: start)
    }
    if let maximum, maximum < minimum { throw error(.boundsOutOfOrder, at: start) }
    return RegexQuantifier(minimum: minimum, maximum: maximum)
  }

  /// Reads decimal digits, capped far above all bounds; returns `nil` if there are none.
  mutating func number() -> Int? {
    guard next?.isASCIIDigit == true else { return nil }
    var value = 0
    while let byte = next, byte.isASCIIDigit {
      value = min(value * 10 + Int(byte - 0x30), 1_000_000)
      position += 1
    }
    return value
  }
}

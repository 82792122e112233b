@testable import RoutePatterns

/// Reads the expression that a pattern was compiled to, as the text that PCRE2 is given.
///
/// The relations of patterns are found from the tree that the text is written of; that both say the
/// same is tested with this. It knows only constructs that `RegexEmitter` writes; any other is
/// unreadable.
struct LanguageReader {
  private static let special = ASCIISet(of: ".+*?^${}()[]|\\")
  private static let notInEscape: StaticString = "(?<!%)(?<!%.)(?!%[89AB])"

  private let bytes: [UInt8]
  private let ignoresCase: Bool
  private var position = 0

  /// An error thrown for a construct that is not understood.
  private struct Unreadable: Error {}

  /// Returns the texts that an expression matches, or `nil` when it cannot be read.
  static func read(_ regex: [UInt8], ignoresCase: Bool) -> LanguageNode? {
    var reader = LanguageReader(bytes: regex, ignoresCase: ignoresCase)
    // The anchor is the first byte, and stands nowhere else.
    guard reader.take("^"), let node = try? reader.disjunction(), reader.next == nil else {
      return nil
    }
    return node
  }

  private init(bytes: [UInt8], ignoresCase: Bool) {
    self.bytes = bytes
    self.ignoresCase = ignoresCase
  }

  private mutating func disjunction() throws(Unreadable) -> LanguageNode {
    var branches = [try alternative()]
    while take("|") { branches.append(try alternative()) }
    return branches.count == 1 ? branches[0] : .alternation(branches)
  }

  private mutating func alternative() throws(Unreadable) -> LanguageNode {
    var items: [LanguageNode] = []
    while let byte = next, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
      items.append(try quantified(try atom(byte)))
    }
    switch items.count {
    case 0: return .empty
    case 1: return items[0]
    default: return .sequence(items)
    }
  }

  private mutating func atom(_ byte: UInt8) throws(Unreadable) -> LanguageNode {
    switch byte {
    case UInt8(ascii: "("): return try group()
    case UInt8(ascii: "["): return .set(try characterClass())
    case UInt8(ascii: "\\"): return try escape()
    case UInt8(ascii: "."):
      position += 1
      return .set(.all)
    case UInt8(ascii: "$"):
      position += 1
      return .end
    case _ where Self.special.contains(byte) || byte >= 0x80:
      throw Unreadable()
    default:
      position += 1
      return .set(folded(ASCIISet(byte)))
    }
  }

  // MARK: - Groups

  private mutating func group() throws(Unreadable) -> LanguageNode {
    if take(Self.notInEscape) { return .boundary }
    if take("(?:") { return try body() }
    if take("(?>") {
      let body = try body()
      // With a single length there are no bytes to give back.
      return body.fixedLength == nil ? .atMost(body) : body
    }
    if take("(?=") { return Self.lookahead(try body(), isNegative: false) }
    if take("(?!") { return Self.lookahead(try body(), isNegative: true) }
    if take("(?<=") || take("(?<!") {
      _ = try body()
      return .atMost(.empty)
    }
    guard take("("), next != UInt8(ascii: "?") else { throw Unreadable() }
    return try body()
  }

  private mutating func body() throws(Unreadable) -> LanguageNode {
    let body = try disjunction()
    guard take(")") else { throw Unreadable() }
    return body
  }

  private static func lookahead(_ body: LanguageNode, isNegative: Bool) -> LanguageNode {
    switch body {
    case .set(let set):
      isNegative ? .next(set.complement, orEnd: true) : .next(set, orEnd: false)
    case .empty: isNegative ? .set(ASCIISet()) : .empty
    default: .atMost(.empty)
    }
  }

  // MARK: - Repeats

  private mutating func quantified(_ node: LanguageNode) throws(Unreadable) -> LanguageNode {
    guard let (minimum, maximum) = try bounds() else { return node }
    if take("+") {
      if case .set(let set) = node { return .run(set, minimum: minimum, maximum: maximum) }
      let whole = LanguageNode.repetition(node, minimum: minimum, maximum: maximum)
      return whole.fixedLength == nil ? .atMost(whole) : whole
    }
    _ = take("?")
    return .repetition(node, minimum: minimum, maximum: maximum)
  }

  private mutating func bounds() throws(Unreadable) -> (Int, Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    guard take("{") else { return nil }
    guard let minimum = number() else { throw Unreadable() }
    var maximum: Int? = minimum
    if take(",") { maximum = number() }
    guard take("}"), maximum.map({ $0 >= minimum }) ?? true else { throw Unreadable() }
    return (minimum, maximum)
  }

  private mutating func number() -> Int? {
    let start = position
    var value = 0
    while let byte = next, ASCIISet.digits.contains(byte), value < 1 << 20 {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      position += 1
    }
    return position > start ? value : nil
  }

  // MARK: - Characters

  private mutating func escape() throws(Unreadable) -> LanguageNode {
    if take("\\g{") {
      guard number() != nil, take("}") else { throw Unreadable() }
      // The text that the group took, whatever that was.
      return .atMost(.repetition(.set(.all), minimum: 0, maximum: nil))
    }
    if take("\\b") || take("\\B") { return .atMost(.empty) }
    return .set(folded(try escapedSet().set))
  }

  /// The set of an escape, and the character when it stands for one.
  private mutating func escapedSet() throws(Unreadable) -> (set: ASCIISet, character: UInt8?) {
    position += 1
    guard let byte = next else { throw Unreadable() }
    position += 1
    switch byte {
    case UInt8(ascii: "d"): return (.digits, nil)
    case UInt8(ascii: "D"): return (ASCIISet.digits.complement, nil)
    case UInt8(ascii: "w"): return (.word, nil)
    case UInt8(ascii: "W"): return (ASCIISet.word.complement, nil)
    case UInt8(ascii: "s"): return (.space, nil)
    case UInt8(ascii: "S"): return (ASCIISet.space.complement, nil)
    case UInt8(ascii: "t"): return (ASCIISet(0x09), 0x09)
    case UInt8(ascii: "n"): return (ASCIISet(0x0A), 0x0A)
    case UInt8(ascii: "f"): return (ASCIISet(0x0C), 0x0C)
    case UInt8(ascii: "r"): return (ASCIISet(0x0D), 0x0D)
    case UInt8(ascii: "x"):
      guard position + 1 < bytes.count,
        let value = PercentCoding.byte(bytes[position], bytes[position + 1])
      else { throw Unreadable() }
      position += 2
      return (ASCIISet(value), value)
    case _ where ASCIISet.word.contains(byte) || byte >= 0x80: throw Unreadable()
    default: return (ASCIISet(byte), byte)
    }
  }

  private mutating func characterClass() throws(Unreadable) -> ASCIISet {
    position += 1
    let isNegated = take("^")
    var set = ASCIISet()
    while !take("]") {
      let (members, first) = try member()
      let isRange =
        first != nil && next == UInt8(ascii: "-") && position + 1 < bytes.count
        && bytes[position + 1] != UInt8(ascii: "]")
      guard isRange, let first else {
        set.formUnion(members)
        continue
      }
      position += 1
      guard let last = try member().character, first <= last else { throw Unreadable() }
      set.formUnion(ASCIISet(first...last))
    }
    // The other case of a letter is left out where the letter is.
    set = folded(set)
    return isNegated ? set.complement : set
  }

  private mutating func member() throws(Unreadable) -> (set: ASCIISet, character: UInt8?) {
    guard let byte = next, byte < 0x80 else { throw Unreadable() }
    if byte == UInt8(ascii: "\\") { return try escapedSet() }
    guard byte != UInt8(ascii: "[") else { throw Unreadable() }
    position += 1
    return (ASCIISet(byte), byte)
  }

  private func folded(_ set: ASCIISet) -> ASCIISet { ignoresCase ? set.caseFolded : set }

  // MARK: - Bytes

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Goes past a text if it comes next.
  private mutating func take(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard bytes.count - position >= length else { return false }
    let isNext = text.withUTF8Buffer {
      unsafe bytes[position..<(position + length)].elementsEqual($0)
    }
    if isNext { position += length }
    return isNext
  }
}

/// Reads a regular expression of JavaScript's `v` syntax into a tree.
///
/// Its nesting is counted, so that the recursion over groups and classes is bounded.
struct RegexParser {
  let bytes: ArraySlice<UInt8>
  let options: RegexTranslator.Options
  var position: Int
  /// The number of groups and classes that are open.
  private var depth = 0
  /// The number of lookbehinds that are open.
  private var lookbehinds = 0
  /// The named groups in the order of their opening.
  var groups: [Group] = []
  var references: [Reference] = []
  private(set) var hasAnchors = false
  /// Whether a slash is written as a character, escaped or not.
  var writesSlash = false

  struct Group {
    var name: String
    var isInLookbehind: Bool
  }

  /// A back reference as it was written.
  struct Reference {
    enum Target {
      case name(String)
      case number(Int)
    }

    var target: Target
    var offset: Int
    var isInLookbehind: Bool
  }

  init(_ bytes: ArraySlice<UInt8>, options: RegexTranslator.Options) {
    self.bytes = bytes
    self.options = options
    position = bytes.startIndex
  }

  mutating func parse() throws(RegexSyntaxError) -> RegexNode {
    for index in bytes.indices where bytes[index] >= 0x80 { throw error(.notASCII, at: index) }
    let root = try disjunction()
    // Only a closing parenthesis stops a disjunction early.
    if !isAtEnd { throw error(.unmatchedParenthesis, at: position) }
    return root
  }
}

// MARK: - Terms

extension RegexParser {
  private mutating func disjunction() throws(RegexSyntaxError) -> RegexNode {
    let head = try alternative()
    guard next == 0x7C else { return head }
    var branches = [head]
    while take("|") { branches.append(try alternative()) }
    return .alternation(branches)
  }

  private mutating func alternative() throws(RegexSyntaxError) -> RegexNode {
    guard let head = try term() else { return .empty }
    guard let second = try term() else { return head }
    var items = [head, second]
    while let item = try term() { items.append(item) }
    return .sequence(items)
  }

  /// Reads one atom or assertion with its quantifier; returns `nil` at the end of the alternative.
  private mutating func term() throws(RegexSyntaxError) -> RegexNode? {
    guard let byte = next else { return nil }
    let start = position
    let node: RegexNode
    switch byte {
    case "|", ")":
      return nil
    case "(":
      node = try group()
    case "[":
      node = try nested(at: start) { parser throws(RegexSyntaxError) in
        try parser.characterClass()
      }
    case "\\":
      node = try atomEscape()
    case "^":
      position += 1
      hasAnchors = true
      node = .assertion(.start, offset: offset(of: start))
    case "$":
      position += 1
      hasAnchors = true
      node = .assertion(.end, offset: offset(of: start))
    case ".":
      position += 1
      // A canonical target has no line breaks; that `.` spares none of them leaves no way around a
      // guard.
      node = .set(.all)
    case "*", "+", "?":
      throw error(.nothingToRepeat, at: start)
    case "{":
      _ = try quantifierBounds()
      throw error(.nothingToRepeat, at: start)
    case "}":
      throw error(.unescapedBrace, at: start)
    case "]":
      throw error(.unmatchedBracket, at: start)
    default:
      position += 1
      if byte == 0x2F { writesSlash = true }
      node = .set(folded(ASCIISet(byte)))
    }
    return try quantified(node)
  }

  private mutating func group() throws(RegexSyntaxError) -> RegexNode {
    let start = position
    let opening = try groupOpening()
    let isLookbehind = opening.look?.isBehind == true
    if isLookbehind { lookbehinds += 1 }
    let body = try nested(at: start) { parser throws(RegexSyntaxError) in
      let body = try parser.disjunction()
      guard parser.take(")") else { throw parser.error(.unterminatedGroup, at: start) }
      return body
    }
    if isLookbehind {
      lookbehinds -= 1
      guard body.fitsLookbehind else { throw error(.lookbehindLength, at: start) }
    }
    switch opening {
    case .plain: return .group(body)
    case .atomic: return .atomic(body)
    case .look(let look): return .look(look, body)
    case .named(let index): return .capture(index, body)
    }
  }

  /// Reads what is inside a group or class, one level deeper.
  private mutating func nested(
    at start: Int,
    _ read: (inout RegexParser) throws(RegexSyntaxError) -> RegexNode
  ) throws(RegexSyntaxError) -> RegexNode {
    try enter(at: start)
    let node = try read(&self)
    leave()
    return node
  }

  mutating func enter(at start: Int) throws(RegexSyntaxError) {
    guard depth < options.maximumNesting else { throw error(.nestingTooDeep, at: start) }
    depth += 1
  }

  mutating func leave() {
    depth -= 1
  }

  var isInLookbehind: Bool { lookbehinds > 0 }

  /// A set as it is under the letter case of this regex.
  func folded(_ set: ASCIISet) -> ASCIISet {
    options.ignoreCase ? set.caseFolded : set
  }
}

// MARK: - Bytes

extension RegexParser {
  var isAtEnd: Bool { position >= bytes.endIndex }

  var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  /// The byte that many places after the next one.
  func peek(_ distance: Int) -> UInt8? {
    position + distance < bytes.endIndex ? bytes[position + distance] : nil
  }

  /// Goes past a character if it is the next one.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard position < bytes.endIndex, scalar ~= bytes[position] else { return false }
    position += 1
    return true
  }

  func offset(of index: Int) -> Int { index - bytes.startIndex }

  func error(_ code: RegexSyntaxError.Code, at index: Int) -> RegexSyntaxError {
    RegexSyntaxError(code: code, offset: offset(of: index))
  }
}

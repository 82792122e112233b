/// Builds the list of parts from the tokens of a pattern text, as the URLPattern standard does.
struct PatternParser {
  private let source: [UInt8]
  private let tokens: [PatternToken]
  private let syntax: PatternSyntax
  private let limits: PatternLimits

  private var index = 0
  private var pending = LiteralRun()
  private(set) var parts: [PatternPart] = []
  /// The names given before, and the next number for a value without one.
  private var names: PatternNames

  /// The parts of a text, or of a range of it; none of its names may be taken already.
  ///
  /// Offsets are those of the whole text.
  static func parts(
    of source: [UInt8],
    in range: Range<Int>? = nil,
    syntax: PatternSyntax,
    limits: PatternLimits,
    names: inout PatternNames
  ) throws(PatternFault) -> [PatternPart] {
    let range = range ?? source.indices
    let bytes = range == source.indices ? source : Array(source[range])
    let base = range.lowerBound
    do {
      var parser = PatternParser(
        source: bytes,
        tokens: try PatternTokenizer.tokens(of: bytes),
        syntax: syntax,
        limits: limits,
        names: names
      )
      try parser.run()
      names = parser.names
      guard base > 0 else { return parser.parts }
      return parser.parts.map { part in
        var part = part
        part.place = .init(part: part.place.part + base, regex: part.place.regex + base)
        return part
      }
    } catch {
      throw PatternFault(error.code, at: error.offset + base)
    }
  }

  private init(
    source: [UInt8],
    tokens: [PatternToken],
    syntax: PatternSyntax,
    limits: PatternLimits,
    names: PatternNames
  ) {
    self.source = source
    self.tokens = tokens
    self.syntax = syntax
    self.limits = limits
    self.names = names
    // A value and the text before it.
    parts.reserveCapacity(2 * tokens.count { $0.kind == .name || $0.kind == .asterisk } + 1)
  }

  private mutating func run() throws(PatternFault) {
    if syntax.isRoute { try foreign.checkText() }
    while index < tokens.count {
      takePlainText()
      if syntax.isRoute, !syntax.isHost, try tail() { continue }
      if try valuePart() { continue }
      if let literal = take(.char) ?? take(.escapedChar) {
        try checkLiteral(literal)
        pending.append(literal.value)
        continue
      }
      if let open = take(.open) {
        try group(open)
        continue
      }
      try flush()
      guard take(.end) != nil else { throw unexpected(tokens[index]) }
    }
  }

  // MARK: - Pieces

  /// Takes characters that can only stand for themselves, up to one that may be the prefix of a
  /// value.
  private mutating func takePlainText() {
    let start = index
    while index + 1 < tokens.count, tokens[index].kind == .char, tokens[index + 1].kind == .char {
      let byte = source[tokens[index].start]
      guard byte != UInt8(ascii: "."), byte != UInt8(ascii: "#") else { break }
      index += 1
    }
    if index > start {
      pending.append(tokens[start].start..<tokens[index].start)
    }
  }

  /// A parameter, an expression or an asterisk, with the prefix character before it.
  private mutating func valuePart() throws(PatternFault) -> Bool {
    let start = index
    let char = take(.char)
    switch tokens[index].kind {
    case .name, .regex, .asterisk: break
    default:
      index = start
      return false
    }
    let name = take(.name)
    let regex = takeRegexOrAsterisk(afterName: name != nil)
    guard let first = name ?? regex else {
      index = start
      return false
    }
    var prefix = LiteralRun()
    if let char {
      if source[char.value].count == 1, source[char.value.lowerBound] == syntax.prefix {
        prefix.append(char.value)
      } else {
        try checkLiteral(char)
        pending.append(char.value)
      }
    }
    if name != nil, regex == nil, syntax.isRoute { try checkHyphen() }
    if name == nil, !prefix.isEmpty { try checkAsterisk(first) }
    try flush()
    let modifier = takeModifier()
    try addPart(
      prefix: prefix,
      name: name,
      regex: regex,
      suffix: LiteralRun(),
      modifier: modifier,
      at: prefix.isEmpty ? first.start : first.start - 1
    )
    return true
  }

  /// A group in braces: `{prefix:name(regex)suffix}modifier`.
  private mutating func group(_ open: PatternToken) throws(PatternFault) {
    let isBehindText = index < 2 || tokens[index - 2].kind == .char
    let prefix = try takeText()
    let name = take(.name)
    let regex = takeRegexOrAsterisk(afterName: name != nil)
    let suffix = try takeText()
    guard take(.close) != nil else {
      let token = tokens[index]
      switch token.kind {
      case .open: throw PatternFault(.nestedGroup, at: token.start)
      case .end: throw PatternFault(.unclosedGroup, at: open.start)
      case .name, .regex, .asterisk:
        throw PatternFault(.severalValuesInGroup, at: token.start)
      default:
        if syntax.isRoute {
          try foreign.checkOpenBraces(open.start, questionMark: token.start)
        }
        throw unexpected(token)
      }
    }
    let end = tokens[index - 1].start
    let modifier = takeModifier()
    if syntax.isRoute, modifier == .none, isBehindText {
      try foreign.checkBraces(open.start, end)
    }
    try addPart(
      prefix: prefix,
      name: name,
      regex: regex,
      suffix: suffix,
      modifier: modifier,
      at: open.start
    )
  }

  /// A final `...`: one segment or more, without a name.
  private mutating func tail() throws(PatternFault) -> Bool {
    guard tokens.count - index >= 4 else { return false }
    let start = tokens[index].start
    guard tokens[index..<(index + 3)].allSatisfy({ isChar($0, ".") }),
      start == 0 || isChar(tokens[index - 1], "/")
    else { return false }
    var end = index + 3
    if isChar(tokens[end], "/") {
      guard tokens.count > end + 1, tokens[end + 1].kind == .end else {
        throw PatternFault(.tailNotLast, at: start)
      }
      end += 1
    }
    // In a group that follows, more of the path would stand.
    guard tokens[end].kind != .open else { throw PatternFault(.tailNotLast, at: start) }
    guard tokens[end].kind == .end else { return false }
    index = end
    pending.removeTrailingSlash(of: source)
    try flush()
    parts.append(
      PatternPart(
        kind: .segmentWildcard,
        value: "",
        modifier: .oneOrMore,
        name: .unnamed,
        prefix: "/",
        suffix: "",
        place: .init(part: start, regex: start)
      )
    )
    return true
  }

  // MARK: - Parts

  private mutating func addPart(
    prefix: LiteralRun,
    name: PatternToken?,
    regex: PatternToken?,
    suffix: LiteralRun,
    modifier: PatternPart.Modifier,
    at place: Int
  ) throws(PatternFault) {
    if modifier != .none {
      names.optionalGroups += 1
      guard names.optionalGroups <= limits.optionalGroups else {
        throw PatternFault(.tooManyGroups(limit: limits.optionalGroups), at: place)
      }
    }
    if name == nil, regex == nil {
      if modifier == .none {
        pending.append(prefix)
        return
      }
      // What holds nothing does not part the text of a route around it; in the standard it does.
      if !syntax.isRoute { try flush() }
      if (try? encode(prefix))?.isEmpty == true { return }
      try flush()
      parts.append(.fixed(try encode(prefix), modifier, at: place))
      return
    }
    try flush()
    if syntax.isRoute, let regex, regex.kind == .regex { try foreign.checkExpression(regex) }
    let (kind, value) = meaning(of: regex)
    parts.append(
      PatternPart(
        kind: kind,
        value: value,
        modifier: modifier,
        name: try self.name(name),
        prefix: try encode(prefix),
        suffix: try encode(suffix),
        place: .init(part: place, regex: regex?.value.lowerBound ?? place)
      )
    )
  }

  private func meaning(of regex: PatternToken?) -> (PatternPart.Kind, String) {
    guard let regex else { return (.segmentWildcard, "") }
    guard regex.kind == .regex else { return (.fullWildcard, "") }
    return PatternPart.meaning(ofRegex: source[regex.value], syntax: syntax)
  }

  private mutating func name(_ token: PatternToken?) throws(PatternFault) -> PatternPart.Name {
    guard let token else { return names.takeNumber() }
    let text = String(decoding: source[token.value], as: UTF8.self)
    if syntax.isRoute, text == "_" { return .unnamed }
    guard !names.parts.have(text), !parts.have(text) else {
      throw PatternFault(.duplicateName(text), at: token.start)
    }
    return .custom(text)
  }

  private mutating func flush() throws(PatternFault) {
    guard !pending.isEmpty else { return }
    var text = try encode(pending)
    var place = pending.offset(at: 0)
    pending.removeAll()
    // What an empty group has parted is one text, unless that would be read as another.
    while let last = parts.last, last.isLiteral, isCanonical(last.value + text) {
      (text, place) = (last.value + text, last.place.part)
      parts.removeLast()
    }
    // The standard's dot segments can resolve to nothing.
    if !text.isEmpty { parts.append(.fixed(text, at: place)) }
  }

  /// Whether literal text is read as it is.
  private func isCanonical(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var run = LiteralRun()
    run.append(bytes.indices)
    return (try? PatternLiteral.encode(run, of: bytes, as: syntax.literals)) == text
  }

  private func encode(_ literal: LiteralRun) throws(PatternFault) -> String {
    guard !literal.isEmpty else { return "" }
    if case .standardPath = syntax.literals,
      StandardPath.climbsOut(literal.bytes(of: source))
    {
      throw PatternFault(.dotSegment, at: literal.offset(at: 0))
    }
    return try PatternLiteral.encode(literal, of: source, as: syntax.literals)
  }

  // MARK: - Tokens

  private mutating func take(_ kind: PatternToken.Kind) -> PatternToken? {
    guard index < tokens.count, tokens[index].kind == kind else { return nil }
    defer { index += 1 }
    return tokens[index]
  }

  private mutating func takeRegexOrAsterisk(afterName: Bool) -> PatternToken? {
    take(.regex) ?? (afterName ? nil : take(.asterisk))
  }

  private mutating func takeModifier() -> PatternPart.Modifier {
    if take(.asterisk) != nil { return .zeroOrMore }
    guard let token = take(.otherModifier) else { return .none }
    return source[token.start] == UInt8(ascii: "?") ? .optional : .oneOrMore
  }

  private mutating func takeText() throws(PatternFault) -> LiteralRun {
    var text = LiteralRun()
    while let token = take(.char) ?? take(.escapedChar) {
      try checkLiteral(token)
      text.append(token.value)
    }
    return text
  }

  /// Whether a token is one character of ASCII, which is neither a letter nor a digit.
  private func isChar(_ token: PatternToken, _ character: Unicode.Scalar) -> Bool {
    token.kind == .char && character ~= source[token.start]
  }

  // MARK: - What is refused

  private var foreign: ForeignSpellings { ForeignSpellings(source: source, tokens: tokens) }

  /// A segment `*path` is the rest of a path elsewhere.
  private func checkAsterisk(_ token: PatternToken) throws(PatternFault) {
    guard syntax.isRoute, token.kind == .asterisk, index < tokens.count,
      tokens[index].kind == .char
    else { return }
    try foreign.checkAsterisk(token.start)
  }

  /// A fragment is never part of a path, unless it is escaped and so data in it.
  private func checkLiteral(_ token: PatternToken) throws(PatternFault) {
    if syntax.isRoute, isChar(token, "#") {
      throw PatternFault(.fragmentNotAllowed, at: token.start)
    }
  }

  /// `:book-id` is one name elsewhere; here it would be a name and a text, and match what nobody
  /// meant.
  private func checkHyphen() throws(PatternFault) {
    guard index + 1 < tokens.count, isChar(tokens[index], "-"), tokens[index + 1].kind == .char
    else { return }
    let next = source.scalar(at: tokens[index + 1].start).scalar
    guard next.isPatternNamePart(first: false) else { return }
    throw PatternFault(.hyphenInName, at: tokens[index].start)
  }

  private func unexpected(_ token: PatternToken) -> PatternFault {
    switch token.kind {
    case .close: PatternFault(.unopenedGroup, at: token.start)
    case .otherModifier where syntax.isRoute && source[token.start] == UInt8(ascii: "?"):
      PatternFault(.queryNotAllowed, at: token.start)
    default: PatternFault(.danglingModifier, at: token.start)
    }
  }
}

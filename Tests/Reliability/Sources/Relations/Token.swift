import RoutePatterns

/// A character of the small alphabet, or the origin that a target begins with.
///
/// Paths and patterns are drawn of these alone.
struct Token: Hashable, Sendable {
  /// Its place among all.
  let index: Int

  var text: String { Self.texts[index] }

  static let slash = Token(index: 0)
  /// What paths consist of; what escapes stand for is one character.
  static let paths = (0..<pathTexts.count).map { Token(index: $0) }
  /// What targets begin with; the first is that of paths alone.
  static let origins = (pathTexts.count..<texts.count).map { Token(index: $0) }
  static let noOrigin = origins[0]

  private static let pathTexts = [
    "/", "a", "b", "c", "A", "B", "C", "1", "2", "_", "-", "%2F", "%C3%A9",
  ]
  // Of a deep link the host would be a segment like others, but could not hold all that a segment can.
  private static let originTexts = [
    "", "app://", "https://h", "https://h:8080", "https://b.h", "https://b.h:8080",
    "https://a.b.h", "https://c.h", "https://ha", "https://h1", "https://ha:81", "https://h:81",
    "https://h:808", "https://h.b", "http://h", "http://b.h", "http://b.h:81", "ws://h",
  ]
  private static let texts = pathTexts + originTexts
}

/// Some tokens.
struct TokenSet: Hashable, Sendable {
  private(set) var bits: UInt64 = 0

  init(_ tokens: some Sequence<Token>) { for token in tokens { bits |= 1 << UInt64(token.index) } }

  /// The tokens of some texts.
  init(of texts: some Sequence<String>) {
    let texts = Set(texts)
    self.init((Token.paths + Token.origins).filter { texts.contains($0.text) })
  }

  func contains(_ token: Token) -> Bool { bits >> UInt64(token.index) & 1 == 1 }

  /// Those in whose texts, which may be escapes, none of some others stands.
  func withoutCharacters(of others: TokenSet) -> TokenSet {
    let others = others.elements.map(\.text)
    return TokenSet(elements.filter { token in !others.contains { token.text.contains($0) } })
  }

  /// With the letters of both cases where there is one.
  var folded: TokenSet {
    TokenSet(
      Token.paths.filter { token in
        contains(token) || elements.contains { $0.isSameLetter(as: token) }
      }
    )
  }

  var elements: [Token] { (Token.paths + Token.origins).filter(contains) }
}

extension Token {
  /// Whether two differ in nothing but the case of a letter.
  fileprivate func isSameLetter(as other: Token) -> Bool {
    text.utf8.count == 1 && text.lowercased() == other.text.lowercased()
  }
}

extension Token {
  /// The tokens of a target; nothing where it holds what is none.
  static func read(_ target: RouteTarget) -> [Token]? {
    guard let origin = origin(of: target), let path = read(path: target.path) else { return nil }
    return [origin] + path
  }

  /// The tokens of the text of a path.
  static func read(path text: some StringProtocol) -> [Token]? {
    var tokens: [Token] = []
    var rest = text.utf8[...]
    while !rest.isEmpty {
      guard let next = paths.first(where: { rest.starts(with: $0.text.utf8) }) else { return nil }
      tokens.append(next)
      rest = rest.dropFirst(next.text.utf8.count)
    }
    return tokens
  }

  private static func origin(of target: RouteTarget) -> Token? {
    guard let scheme = target.scheme else { return noOrigin }
    var text = scheme + "://" + (target.host ?? "")
    if let port = target.port { text += ":\(port)" }
    return origins.first { $0.text == text }
  }
}

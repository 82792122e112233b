/// A part of a pattern that is lawful, and hardly means what it seems to.
package struct PatternDoubt: CustomStringConvertible {
  private enum Form {
    case doubledStar
    case parametersWithoutText(String, String)
    case doubledSlash
    case slashAtEnd(String)
  }

  private let form: Form

  /// Finds the first in a pattern's text; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - slashes: what doubled and trailing slashes mean to the pattern.
  package init?(of text: String, slashes: RouteTarget.SlashPolicy = .lenient) {
    let bytes = Array(text.utf8)
    var form = Self.formOfTokens(bytes)
    if form == nil, slashes == .lenient { form = Self.formOfSlashes(bytes) }
    guard let found = form else { return nil }
    self.form = found
  }

  private static func formOfTokens(_ bytes: [UInt8]) -> Form? {
    guard let tokens = try? PatternTokenizer.tokens(of: bytes, policy: .lenient) else { return nil }
    let value = { (token: PatternToken) in String(decoding: bytes[token.value], as: UTF8.self) }
    for (token, next) in zip(tokens, tokens.dropFirst()) {
      switch (token.kind, next.kind) {
      case (.asterisk, .asterisk): return .doubledStar
      case (.name, .name): return .parametersWithoutText(value(token), value(next))
      default: continue
      }
    }
    return nil
  }

  /// Finds what asks for slashes that no target has where they are merged.
  private static func formOfSlashes(_ bytes: [UInt8]) -> Form? {
    // It was read once, within the limits of the pattern.
    let limits = PatternLimits(patternLength: .max, optionalGroups: .max)
    let parts = try? RouteParser.parse(bytes, slashes: .lenient, limits: limits)
    guard let path = parts?.path else { return nil }
    if RoutePath.canDoubleSlash(path) { return .doubledSlash }
    for (index, part) in path.enumerated() where part.kind == .regex && part.suffix.isEmpty {
      guard RoutePath.isFollowedBySlash(index + 1, in: path), endsInSlash(part) else { continue }
      return .slashAtEnd(part.value)
    }
    return nil
  }

  /// Whether all that an expression matches ends in a slash.
  private static func endsInSlash(_ part: PatternPart) -> Bool {
    guard let regex = part.regexByItself(.routePath(.lenient), groupsBefore: 0), !regex.canBeEmpty
    else { return false }
    return regex.root.last == .slash
  }

  /// The doubt in words, as they stand behind the route.
  package var description: String {
    switch form {
    case .doubledStar:
      "has two stars, a wildcard that repeats: * alone stands for any text, slashes included. "
        + "Write one."
    case .parametersWithoutText(let first, let second):
      "has :\(first) and :\(second) with nothing between them, so that the first has one "
        + "character. If the second is meant as the type of the first, write an expression: "
        + ":\(first)(\\d+)."
    case .doubledSlash:
      "asks for two slashes in a row in one of its forms, as what stands in braces may be absent or "
        + "repeat, and no target has two. Write the slash within the braces, or a pattern for each "
        + "form."
    case .slashAtEnd(let expression):
      "has an expression whose texts all end in a slash, with another slash or the end behind them, "
        + "and no target has such a value. Leave the last slash out of (\(expression))."
    }
  }
}

/// A part of a pattern that is lawful, and hardly means what it seems to.
package struct PatternDoubt: CustomStringConvertible {
  private enum Form {
    case doubledStar
    case parametersWithoutText(String, String)
  }

  private let form: Form

  /// Finds the first in a pattern's text; `nil` where there is none.
  package init?(of text: String) {
    let bytes = Array(text.utf8)
    guard let tokens = try? PatternTokenizer.tokens(of: bytes, policy: .lenient) else { return nil }
    let value = { (token: PatternToken) in String(decoding: bytes[token.value], as: UTF8.self) }
    for (token, next) in zip(tokens, tokens.dropFirst()) {
      switch (token.kind, next.kind) {
      case (.asterisk, .asterisk): form = .doubledStar
      case (.name, .name): form = .parametersWithoutText(value(token), value(next))
      default: continue
      }
      return
    }
    return nil
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
    }
  }
}

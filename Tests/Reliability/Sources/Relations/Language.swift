import TestSupport
import Trials

/// What a part of a drawn pattern matches, of the small alphabet.
indirect enum Language: Sendable {
  /// One of some tokens, but not one of others, in whichever case their letters may be.
  case set(TokenSet, except: TokenSet)
  case sequence([Language])
  case choice([Language])
  /// So many times, or more where there is no upper bound.
  case repetition(Language, Int, Int?)
  /// What goes beyond the expressions that are decided, and what it matches at most if nothing is known of it.
  case beyond(Language, atMost: Language)
}

extension Language {
  /// A text of tokens that each are a character, or the escape of one.
  static func text(_ text: String) -> Language {
    .sequence((Token.read(path: text) ?? []).map { set([$0]) })
  }

  static func any(of texts: String...) -> Language { .choice(texts.map { .text($0) }) }

  static func set(_ tokens: [Token], except others: [Token] = []) -> Language {
    .set(TokenSet(tokens), except: TokenSet(others))
  }

  /// One of the characters of a text that is none of another.
  static func set(of texts: String, except others: String = "") -> Language {
    .set(TokenSet(of: texts.map(String.init)), except: TokenSet(of: others.map(String.init)))
  }

  static let slash = set([.slash])
  static let anything = Language.repetition(set(Token.paths), 0, nil)
  static let segment = oneOrMore(set(Token.paths, except: [.slash]))

  static func oneOrMore(_ language: Language) -> Language { .repetition(language, 1, nil) }

  static func optional(_ language: Language) -> Language { .repetition(language, 0, 1) }

  /// Whether everything in it is decided.
  var isDecided: Bool {
    switch self {
    case .set: true
    case .sequence(let parts), .choice(let parts): parts.allSatisfy(\.isDecided)
    case .repetition(let part, _, _): part.isDecided
    case .beyond: false
    }
  }

  /// Adds some text of the language to another.
  func write(to text: inout String, _ random: inout SeededGenerator) {
    switch self {
    case .set(let set, let others):
      text += random.pick(set.withoutCharacters(of: others).elements).text
    case .sequence(let parts): for part in parts { part.write(to: &text, &random) }
    case .choice(let parts): random.pick(parts).write(to: &text, &random)
    case .repetition(let part, let minimum, let maximum):
      let more = maximum.map { $0 - minimum } ?? 2
      for _ in 0..<(minimum + random.below(more + 1)) { part.write(to: &text, &random) }
    case .beyond(let exact, _): exact.write(to: &text, &random)
    }
  }
}

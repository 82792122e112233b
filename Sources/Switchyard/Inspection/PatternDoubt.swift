/// A part of a pattern that is lawful, and hardly means what it seems to.
struct PatternDoubt: CustomStringConvertible {
  private enum Form {
    case doubledStar
    case parametersWithoutText(String, String)
  }

  private let form: Form

  /// Finds the first in a pattern's text; `nil` where there is none.
  init?(of text: String) {
    guard let form = Self.first(in: Array(text.unicodeScalars)) else { return nil }
    self.form = form
  }

  /// The doubt in words, as they stand behind the route.
  var description: String {
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

  private static func first(in text: [Unicode.Scalar]) -> Form? {
    var index = 0
    // The name of the parameter that ends here.
    var before: String?
    while index < text.count {
      let scalar = text[index]
      var ended: String?
      switch scalar {
      case "\\": index += 1
      case "(": index = end(ofGroupAt: index, in: text)
      case "*" where index + 1 < text.count && text[index + 1] == "*": return .doubledStar
      case ":":
        var name = String.UnicodeScalarView()
        while index + 1 < text.count, isOfName(text[index + 1], first: name.isEmpty) {
          index += 1
          name.append(text[index])
        }
        let written = String(name)
        if let before, !written.isEmpty { return .parametersWithoutText(before, written) }
        ended = written.isEmpty ? nil : written
      default: break
      }
      before = ended
      index += 1
    }
    return nil
  }

  /// The place of the parenthesis that ends an expression.
  private static func end(ofGroupAt start: Int, in text: [Unicode.Scalar]) -> Int {
    var depth = 0
    var index = start
    while index < text.count {
      switch text[index] {
      case "\\": index += 1
      case "(": depth += 1
      case ")": depth -= 1
      default: break
      }
      if depth == 0 { return index }
      index += 1
    }
    return index
  }

  private static func isOfName(_ scalar: Unicode.Scalar, first: Bool) -> Bool {
    scalar == "_" || scalar == "$" || scalar.properties.isIDStart
      || (!first && scalar.properties.isIDContinue)
  }
}

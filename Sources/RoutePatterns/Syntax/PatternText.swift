/// Writes the normalised text of a list of parts, from which the same parts are read again.
package enum PatternText {
  /// The text of the parts, as the URLPattern standard generates it, with a route's additions.
  static func text(of parts: [PatternPart], syntax: PatternSyntax) -> String {
    var out = ""
    for index in parts.indices {
      if syntax.isRoute, index == parts.count - 1, isTail(parts[index]) {
        out += "/..."
      } else {
        append(parts, index, syntax, to: &out)
      }
    }
    return out
  }

  private static func append(
    _ parts: [PatternPart],
    _ index: Int,
    _ syntax: PatternSyntax,
    to out: inout String
  ) {
    let part = parts[index]
    if part.kind == .fixed {
      let text = escaped(part.value)
      let value = syntax.isRoute ? withoutTails(text) : text
      // There was an empty group between texts that are not one, which would be read as another.
      let isParted = index > 0 && parts[index - 1].isLiteral && part.isLiteral
      if !syntax.isRoute, isParted { out += "{}?" }
      out += part.modifier == .none ? value : "{\(value)}\(part.modifier.text)"
      return
    }
    let isGrouped = needsGroup(parts, index, syntax)
    if isGrouped { out += "{" }
    // A route's would seem to be another library's parameter, with its type.
    if isGrouped, syntax.isRoute, isNameBeforeParameter(part) { out += "\\" }
    out += escaped(part.prefix)
    out += name(of: part)
    switch part.kind {
    case .regex: out += "(\(part.value))"
    case .segmentWildcard where !part.isNamed:
      out += "(\(syntax.segmentRegex))"
    case .fullWildcard:
      let previous = index > 0 ? parts[index - 1] : nil
      // Before a name a route's asterisk would seem to have it.
      let isBeforeText = index + 1 < parts.count && parts[index + 1].modifier == .none
      let next = isBeforeText && parts[index + 1].kind == .fixed ? parts[index + 1].value : ""
      let follower = part.suffix.isEmpty ? next : part.suffix
      let isStar =
        !part.isNamed && !(syntax.isRoute && startsWithName(follower))
        && (previous.map { $0.kind == .fixed || $0.modifier != .none } ?? true || isGrouped
          || !part.prefix.isEmpty)
      out += isStar ? "*" : "(.*)"
    default: break
    }
    if part.kind == .segmentWildcard, part.isNamed, startsWithNamePart(part.suffix) { out += "\\" }
    out += escaped(part.suffix)
    if isGrouped { out += "}" }
    out += part.modifier.text
  }

  /// Whether the part would be read otherwise, or swallow what follows, without braces.
  private static func needsGroup(
    _ parts: [PatternPart],
    _ index: Int,
    _ syntax: PatternSyntax
  ) -> Bool {
    let part = parts[index]
    let optionPrefix = syntax.prefix.map { String(UnicodeScalar($0)) } ?? ""
    if !part.suffix.isEmpty || (!part.prefix.isEmpty && part.prefix != optionPrefix) { return true }
    if part.isNamed, part.kind == .segmentWildcard, part.modifier == .none,
      index + 1 < parts.count
    {
      let next = parts[index + 1]
      if next.prefix.isEmpty, next.suffix.isEmpty {
        if next.kind == .fixed {
          if startsWithNamePart(next.value) { return true }
          // Behind a hyphen a route's name would seem to go on.
          if syntax.isRoute, next.value.hasPrefix("-"),
            startsWithNamePart(String(next.value.dropFirst()))
          {
            return true
          }
        } else if !next.isNamed {
          return true
        }
      }
    }
    guard part.prefix.isEmpty, index > 0, !optionPrefix.isEmpty else { return false }
    let previous = parts[index - 1]
    return previous.kind == .fixed && previous.value.hasSuffix(optionPrefix)
  }

  /// Whether the braces around the part hold nothing but a name and, behind it, a parameter.
  private static func isNameBeforeParameter(_ part: PatternPart) -> Bool {
    part.kind == .segmentWildcard && part.isNamed && part.modifier == .none
      && part.suffix.isEmpty && startsWithName(part.prefix)
      && part.prefix.unicodeScalars.allSatisfy { $0.isPatternNamePart(first: false) }
  }

  private static func name(of part: PatternPart) -> String {
    switch part.name {
    case .custom(let name): ":\(name)"
    case .unnamed: ":_"
    case .numeric, .none: ""
    }
  }

  /// Whether the part is what a final `...` stands for.
  private static func isTail(_ part: PatternPart) -> Bool {
    part.kind == .segmentWildcard && part.name == .unnamed && part.modifier == .oneOrMore
      && part.prefix == "/" && part.suffix.isEmpty
  }

  /// Literal text whose segments of three dots are no tails.
  private static func withoutTails(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: ".")) else { return text }
    return text.split(at: UInt8(ascii: "/"), omittingEmpty: false)
      .map { $0 == "..." ? "\\..." : $0 }
      .joined(separator: "/")
  }

  private static func startsWithName(_ text: String) -> Bool {
    text.unicodeScalars.first?.isPatternNamePart(first: true) ?? false
  }

  private static func startsWithNamePart(_ text: String) -> Bool {
    text.unicodeScalars.first?.isPatternNamePart(first: false) ?? false
  }

  /// A literal as a pattern that means it.
  package static func escaped(_ literal: String) -> String {
    var out = ""
    for scalar in literal.unicodeScalars {
      if "+*?:{}()\\".unicodeScalars.contains(scalar) { out.unicodeScalars.append("\\") }
      out.unicodeScalars.append(scalar)
    }
    return out
  }
}

extension PatternPart {
  /// Whether a name stands in the text, not only a number given by the order.
  fileprivate var isNamed: Bool {
    switch name {
    case .custom, .unnamed: true
    case .numeric, .none: false
    }
  }
}

extension PatternPart.Modifier {
  fileprivate var text: String {
    switch self {
    case .none: ""
    case .optional: "?"
    case .zeroOrMore: "*"
    case .oneOrMore: "+"
    }
  }
}

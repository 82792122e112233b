/// A requirement on a value without its escapes, as JSON Schema writes it.
///
/// An expression of a pattern is asked about the canonical text of a value, where a space is `%20`;
/// a schema is asked about the value itself. The two mean the same where no character that a value
/// can have is ever escaped, or where all characters that are can stand in it anywhere.
package enum ValueSchema: Hashable, Sendable {
  /// Any text but the empty one.
  case anything
  /// One of some texts.
  case choices([String])
  /// An expression of ECMA-262, with anchors at both ends.
  case pattern(String)
}

extension ValueSchema {
  /// Reads the expression of a value; `nil` where no schema means the same.
  init?(_ root: RegexNode, ignoresCase: Bool) {
    guard let node = root.portable(ignoresCase: ignoresCase) else { return nil }
    if node.consumes(countingLooks: true).isSubsetOfUnreserved {
      self = Self.choices(of: node).map { .choices($0) } ?? .pattern(Self.anchored(node))
      return
    }
    guard case .repetition(let body, let quantifier) = node.core, case .set(let set) = body.core,
      quantifier.minimum <= 1, quantifier.maximum == nil
    else { return nil }
    // All that a segment can hold but some bytes that are never escaped.
    let excluded = ASCIISet.segmentBytes.subtracting(set)
    guard excluded.isSubsetOfUnreserved, excluded.isDisjoint(with: .escapeBytes) else {
      return nil
    }
    guard !excluded.isEmpty else {
      self = .anything
      return
    }
    var emitter = RegexEmitter(ignoreCase: false, engine: .re2)
    emitter.emit(
      .repetition(.set(excluded.complement), quantifier),
      in: .sequence,
      follow: nil
    )
    self = .pattern("^\(String(decoding: emitter.output, as: UTF8.self))$")
  }

  private static func anchored(_ node: RegexNode) -> String {
    var emitter = RegexEmitter(ignoreCase: false, engine: .re2)
    emitter.emit(node, in: .sequence, follow: nil)
    return "^\(String(decoding: emitter.output, as: UTF8.self))$"
  }

  /// The texts of an expression that is nothing but texts.
  private static func choices(of node: RegexNode) -> [String]? {
    guard case .alternation(let branches) = node.core else {
      return text(of: node).map { [$0] }
    }
    var choices: [String] = []
    for branch in branches {
      guard let text = text(of: branch), !choices.contains(text) else { return nil }
      choices.append(text)
    }
    return choices
  }

  private static func text(of node: RegexNode) -> String? {
    switch node.core {
    case .set(let set):
      return set.count == 1 ? set.first.map { String(UnicodeScalar($0)) } : nil
    case .literal(let text): return text
    case .sequence(let items):
      var text = ""
      for item in items {
        guard let more = Self.text(of: item) else { return nil }
        text += more
      }
      return text.isEmpty ? nil : text
    default: return nil
    }
  }
}

// MARK: - Reading

extension ValueSchema {
  /// The expression that a pattern asks a value for the same with; `nil` where none is known.
  package var expression: String? {
    switch self {
    case .anything: return nil
    case .choices(let texts):
      return texts.map(Self.escaped).joined(separator: "|")
    case .pattern(let text): return Self.expression(ofPattern: text)
    }
  }

  /// Whether an expression is known that means the same, or none is needed.
  package var isUnderstood: Bool { self == .anything || expression != nil }

  private static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      if #"\^$.[]|()?*+{}/"#.unicodeScalars.contains(scalar) { out += "\\" }
      out.unicodeScalars.append(scalar)
    }
    return out
  }

  /// Makes an expression of a value of a schema's, which may find a part of it.
  private static func expression(ofPattern text: String) -> String? {
    let text = adapted(text)
    guard let whole = node(text, .keep) else { return nil }
    var inner = text
    if case .alternation = whole.core {
      // Each branch has anchors of its own, and they are not looked for.
      return nil
    }
    guard inner.hasPrefix("^"), inner.hasSuffix("$"), !inner.hasSuffix("\\$") else { return nil }
    inner = String(inner.dropFirst().dropLast())
    guard !inner.isEmpty, let node = node(inner, .value),
      let portable = node.portable(ignoresCase: false)
    else { return nil }
    if portable.consumes(countingLooks: true).isSubsetOfUnreserved { return inner }
    guard case .repetition(let body, let quantifier) = portable.core,
      case .set(let set) = body.core, quantifier.minimum <= 1, quantifier.maximum == nil,
      ASCIISet.segmentBytes.subtracting(set).isSubsetOfUnreserved
    else { return nil }
    // Where more than one segment could be meant, one is.
    let outside = ASCIISet.segmentBytes.subtracting(set)
    guard outside.isDisjoint(with: .escapeBytes) else { return nil }
    return outside.isEmpty ? #"[^\/]+"# : inner
  }

  private static func node(_ text: String, _ anchors: RegexTranslator.Anchors) -> RegexNode? {
    try? RegexTranslator.translate(
      Array(text.utf8),
      options: RegexTranslator.Options(
        dialect: .standard,
        anchors: anchors,
        maximumNesting: PatternLimits().effectiveNesting,
        reach: .anything
      )
    )
    .root
  }

  /// The same in the syntax of patterns: groups do not capture, and what means something in a class
  /// of JavaScript's newer syntax alone is escaped there.
  private static func adapted(_ text: String) -> String {
    var out = ""
    var isInClass = false
    var isFirst = false
    var rest = Substring(text)
    while let character = rest.popFirst() {
      let wasFirst = isFirst
      isFirst = false
      switch character {
      case "\\":
        out.append(character)
        if let escaped = rest.popFirst() { out.append(escaped) }
      case "[" where !isInClass:
        out.append(character)
        if rest.first == "^", let caret = rest.popFirst() { out.append(caret) }
        (isInClass, isFirst) = (true, true)
      case "]" where isInClass:
        out.append(character)
        isInClass = false
      case "-" where isInClass && (wasFirst || rest.first == "]"): out += "\\-"
      case "[", "(", ")", "{", "}", "/", "|", "&", "!", "#", "%", ",", ":", ";", "<", "=", ">",
        "@", "`", "~":
        if isInClass { out += "\\" }
        out.append(character)
        if !isInClass, character == "(", rest.first != "?" { out += "?:" }
      default: out.append(character)
      }
    }
    return out
  }
}

extension RegexNode {
  /// The same for machines that neither look around nor keep what they took; `nil` if it does.
  fileprivate func portable(ignoresCase: Bool) -> RegexNode? {
    switch self {
    case .empty: return self
    case .set(let set): return set.isEmpty ? nil : .set(ignoresCase ? set.caseFolded : set)
    case .literal(let text):
      return ignoresCase
        ? .sequence(text.utf8.map { .set(ASCIISet($0).caseFolded) }) : .literal(text)
    case .sequence(let items):
      return Self.portable(items, ignoresCase).map { .sequence($0) }
    case .alternation(let branches):
      return Self.portable(branches, ignoresCase).map { .alternation($0) }
    case .group(let body), .capture(_, let body):
      return body.portable(ignoresCase: ignoresCase).map { .group($0) }
    case .repetition(let body, var quantifier):
      guard quantifier.mode != .possessive else { return nil }
      // The order in which numbers are tried makes no difference to what is matched in full.
      quantifier.mode = .greedy
      return body.portable(ignoresCase: ignoresCase).map { .repetition($0, quantifier) }
    case .look, .assertion, .backreference, .atomic: return nil
    }
  }

  private static func portable(_ nodes: [RegexNode], _ ignoresCase: Bool) -> [RegexNode]? {
    var result: [RegexNode] = []
    for node in nodes {
      guard let node = node.portable(ignoresCase: ignoresCase) else { return nil }
      result.append(node)
    }
    return result
  }
}

extension ASCIISet {
  /// The bytes that mean the same with and without an escape.
  private static var unreserved: ASCIISet { word.union(ASCIISet(of: "-.~")) }
  /// The bytes that the canonical text of a segment can hold.
  fileprivate static var segmentBytes: ASCIISet {
    unreserved.union(ASCIISet(of: "!$&'()*+,;=:@%"))
  }

  fileprivate var isSubsetOfUnreserved: Bool { Self.unreserved.isSuperset(of: self) }
}

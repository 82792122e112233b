/// Writes one part of a pattern as an expression.
struct PartWriter {
  let analysis: PartAnalysis
  /// The user's expression in the part.
  let regex: RegexNode
  let syntax: PatternSyntax
  let mergesSlashes: Bool
  /// Whether the part is the first.
  let isFirst: Bool

  /// The expression of a part, piece by piece.
  func write(_ part: PatternPart) -> [RegexNode] {
    switch part.kind {
    case .fixed: return fixed(part)
    case .fullWildcard where part.modifier.allowsMany:
      // It takes everything already, however often it may stand.
      return once(part, isOptional: part.modifier.allowsNone && part.hasAffixes)
    case .segmentWildcard where part.modifier.allowsMany && !part.hasAffixes:
      return [run(part)]
    default:
      return part.modifier.allowsMany
        ? many(part) : once(part, isOptional: part.modifier.allowsNone)
    }
  }

  private func fixed(_ part: PatternPart) -> [RegexNode] {
    let canEnd = analysis.restCanBeEmpty
    let text = literal(part.value, canEnd: canEnd)
    guard part.modifier != .none else { return text }
    guard part.modifier.allowsMany, isLastSlash(part.value, canEnd: canEnd) else {
      return [.repetition(.sequence(text), part.modifier.quantifier)]
    }
    // Only the last of them can lack its slash.
    let many = [.repetition(.sequence(RegexNode.text(part.value)), .any)] + text
    return part.modifier.allowsNone ? [.repetition(.sequence(many), .optional)] : many
  }

  /// `prefix(value)suffix`, in a group where it may be absent.
  private func once(_ part: PatternPart, isOptional: Bool) -> [RegexNode] {
    let value = group(part, .joined(value(part)))
    guard part.hasAffixes else { return isOptional ? [.repetition(value, .optional)] : [value] }
    let whole =
      literal(part.prefix, canEnd: analysis.canEndAfterPrefix) + [value] + suffix(part)
    return isOptional ? [.repetition(.sequence(whole), .optional)] : whole
  }

  /// `prefix((?:value)(?:suffix prefix(?:value))*)suffix`, in a group where it may be absent.
  private func many(_ part: PatternPart) -> [RegexNode] {
    let value = RegexNode.joined(value(part))
    guard part.hasAffixes else {
      return [group(part, .repetition(value, part.modifier.quantifier))]
    }
    let next = RegexNode.text(part.suffix) + RegexNode.text(part.prefix) + [value]
    let values = RegexNode.sequence([value, .repetition(.sequence(next), .any)])
    let whole =
      literal(part.prefix, canEnd: analysis.canEndAfterPrefix) + [group(part, values)]
      + suffix(part)
    return part.modifier.allowsNone ? [.repetition(.sequence(whole), .optional)] : whole
  }

  /// A run of parameters without text between them is a run of characters.
  private func run(_ part: PatternPart) -> RegexNode {
    var quantifier = part.modifier.quantifier
    if isPossessive { quantifier.mode = .possessive }
    return group(part, .joined([.repetition(.set(segmentClass), quantifier)] + end))
  }

  private func group(_ part: PatternPart, _ value: RegexNode) -> RegexNode {
    part.isUnnamed ? .group(value) : .capture(analysis.group, value)
  }

  private func value(_ part: PatternPart) -> [RegexNode] {
    switch part.kind {
    case .fixed: []
    case .regex: [regex] + end
    case .segmentWildcard:
      // The standard's is lazy; if nothing behind it can be in it, there is nothing to be lazy
      // about.
      [
        .repetition(
          .set(segmentClass),
          RegexQuantifier(minimum: 1, mode: isPossessive ? .possessive : .lazy)
        )
      ] + end
    case .fullWildcard: [anything(part)] + end
    }
  }

  /// The assertion at the end of a value that could end within an escape, because what follows can
  /// be the rest of one.
  private var end: [RegexNode] {
    let mayEndInEscape =
      syntax.isRoute && !syntax.isHost && !analysis.followOfValue.isDisjoint(with: .escapeBytes)
    return mayEndInEscape ? [.assertion(.outsideEscape, offset: 0)] : []
  }

  /// The text behind the value, which is never the slash of the root.
  private func suffix(_ part: PatternPart) -> [RegexNode] {
    text(part.suffix, droppingSlash: endsInSlash(part.suffix, canEnd: analysis.restCanBeEmpty))
  }

  /// Literal text, whose last slash may be the one that a target does not end with.
  private func literal(_ text: String, canEnd: Bool) -> [RegexNode] {
    self.text(text, droppingSlash: isLastSlash(text, canEnd: canEnd))
  }

  private func text(_ text: String, droppingSlash: Bool) -> [RegexNode] {
    guard droppingSlash else { return RegexNode.text(text) }
    return RegexNode.text(String(text.dropLast())) + [
      .alternation([.set(.slash), .assertion(.end, offset: 0)])
    ]
  }

  /// Whether literal text ends in a slash that can be the last byte of what the pattern matches.
  private func isLastSlash(_ text: String, canEnd: Bool) -> Bool {
    endsInSlash(text, canEnd: canEnd) && !(isFirst && text == "/")
  }

  private func endsInSlash(_ text: String, canEnd: Bool) -> Bool {
    mergesSlashes && canEnd && text.utf8.last == UInt8(ascii: "/")
  }

  private var segmentClass: ASCIISet {
    if syntax.isHost { return ASCIISet(of: "./:[]").complement }
    return syntax.delimiter.map { ASCIISet($0).complement } ?? .all
  }

  /// The text of an asterisk: anything, and in a host no more than the host.
  private func anything(_ part: PatternPart) -> RegexNode {
    guard !syntax.isHost else {
      let address: [RegexNode] = [
        .set(ASCIISet(of: "[")), .repetition(.set(ASCIISet(of: "]/").complement), .any),
        .set(ASCIISet(of: "]")),
      ]
      return .alternation([
        .sequence(address), .repetition(.set(ASCIISet(of: "/:[]").complement), .any),
      ])
    }
    let isLast =
      analysis.restCanBeEmpty && analysis.followOfValue.isEmpty && part.suffix.isEmpty
    return .repetition(
      .set(.all),
      RegexQuantifier(minimum: 0, mode: isLast ? .possessive : .greedy)
    )
  }

  private var isPossessive: Bool {
    analysis.followOfValue.isDisjoint(with: analysis.valueFirst)
  }
}

extension RegexNode {
  /// The bytes of literal text, one by one.
  static func text(_ literal: String) -> [RegexNode] { literal.utf8.map { .set(ASCIISet($0)) } }

  /// Some pieces as one.
  static func joined(_ nodes: [RegexNode]) -> RegexNode {
    nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }
}

extension RegexQuantifier {
  fileprivate static let any = RegexQuantifier(minimum: 0)
  fileprivate static let optional = RegexQuantifier(minimum: 0, maximum: 1)
}

extension PatternPart.Modifier {
  fileprivate var quantifier: RegexQuantifier {
    RegexQuantifier(
      minimum: allowsNone ? 0 : 1,
      maximum: self == .none || self == .optional ? 1 : nil
    )
  }
}

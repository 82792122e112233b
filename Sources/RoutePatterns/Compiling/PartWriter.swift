/// Writes one part of a pattern as an expression.
struct PartWriter {
  let analysis: PartAnalysis
  let syntax: PatternSyntax
  let mergesSlashes: Bool
  /// Whether the part is the first.
  let isFirst: Bool

  /// Adds the expression of a part, piece by piece.
  func write(_ part: PatternPart, to nodes: inout [RegexNode]) {
    switch part.kind {
    case .fixed: writeFixed(part, to: &nodes)
    case .fullWildcard where part.modifier.allowsMany:
      // It takes everything already, however often it may stand.
      writeOnce(part, isOptional: part.modifier.allowsNone && part.hasAffixes, to: &nodes)
    case .segmentWildcard where part.modifier.allowsMany && !part.hasAffixes:
      nodes.append(run(part))
    default:
      if part.modifier.allowsMany {
        writeMany(part, to: &nodes)
      } else {
        writeOnce(part, isOptional: part.modifier.allowsNone, to: &nodes)
      }
    }
  }

  private func writeFixed(_ part: PatternPart, to nodes: inout [RegexNode]) {
    let canEnd = analysis.restCanBeEmpty
    guard part.modifier != .none else { return write(part.value, canEnd: canEnd, to: &nodes) }
    var text: [RegexNode] = []
    write(part.value, canEnd: canEnd, to: &text)
    guard part.modifier.allowsMany, isLastSlash(part.value, canEnd: canEnd) else {
      return nodes.append(.repetition(.sequence(text), part.modifier.quantifier))
    }
    // Only the last of them can lack its slash.
    let many = [.repetition(.sequence([.literal(part.value)]), .any)] + text
    if part.modifier.allowsNone {
      nodes.append(.repetition(.sequence(many), .optional))
    } else {
      nodes += many
    }
  }

  /// Adds `prefix(value)suffix`, in a group where it may be absent.
  private func writeOnce(_ part: PatternPart, isOptional: Bool, to nodes: inout [RegexNode]) {
    let value = group(part, value(part))
    if part.hasAffixes {
      write(part, around: value, isOptional: isOptional, to: &nodes)
    } else {
      nodes.append(isOptional ? .repetition(value, .optional) : value)
    }
  }

  /// Adds `prefix((?:value)(?:suffix prefix(?:value))*)suffix`, in a group where it may be absent.
  private func writeMany(_ part: PatternPart, to nodes: inout [RegexNode]) {
    let value = value(part)
    guard part.hasAffixes else {
      return nodes.append(group(part, .repetition(value, part.modifier.quantifier)))
    }
    var next: [RegexNode] = []
    next.append(text: part.suffix)
    next.append(text: part.prefix)
    next.append(value)
    let values = RegexNode.sequence([value, .repetition(.sequence(next), .any)])
    write(part, around: group(part, values), isOptional: part.modifier.allowsNone, to: &nodes)
  }

  /// Adds a value with the text around it, in a group where it may be absent.
  private func write(
    _ part: PatternPart,
    around value: RegexNode,
    isOptional: Bool,
    to nodes: inout [RegexNode]
  ) {
    if isOptional {
      var whole: [RegexNode] = []
      write(part, around: value, isOptional: false, to: &whole)
      return nodes.append(.repetition(.sequence(whole), .optional))
    }
    write(part.prefix, canEnd: analysis.canEndAfterPrefix, to: &nodes)
    nodes.append(value)
    // The text behind the value is never the slash of the root.
    let dropsSlash = endsInSlash(part.suffix, canEnd: analysis.restCanBeEmpty)
    write(part.suffix, droppingSlash: dropsSlash, to: &nodes)
  }

  /// A run of parameters without text between them is a run of characters.
  private func run(_ part: PatternPart) -> RegexNode {
    var quantifier = part.modifier.quantifier
    if isPossessive { quantifier.mode = .possessive }
    return group(part, ended(.repetition(.set(segmentClass), quantifier)))
  }

  private func group(_ part: PatternPart, _ value: RegexNode) -> RegexNode {
    part.isUnnamed ? .group(value) : .capture(analysis.group, value)
  }

  private func value(_ part: PatternPart) -> RegexNode {
    switch part.kind {
    case .fixed: .empty
    case .regex: ended(analysis.regex)
    case .segmentWildcard:
      // The standard's is lazy; if nothing behind it can be in it, there is nothing to be lazy
      // about.
      ended(
        .repetition(
          .set(segmentClass),
          RegexQuantifier(minimum: 1, mode: isPossessive ? .possessive : .lazy)
        )
      )
    case .fullWildcard: ended(anything(part))
    }
  }

  /// A value with the assertion behind it, if it could end within an escape, because what follows
  /// can be the rest of one.
  private func ended(_ value: RegexNode) -> RegexNode {
    let mayEndInEscape =
      syntax.isRoute && !syntax.isHost && !analysis.followOfValue.isDisjoint(with: .escapeBytes)
    return mayEndInEscape ? .sequence([value, .assertion(.outsideEscape, offset: 0)]) : value
  }

  /// Adds literal text, whose last slash may be the one that a target does not end with.
  private func write(_ text: String, canEnd: Bool, to nodes: inout [RegexNode]) {
    write(text, droppingSlash: isLastSlash(text, canEnd: canEnd), to: &nodes)
  }

  private func write(_ text: String, droppingSlash: Bool, to nodes: inout [RegexNode]) {
    guard droppingSlash else { return nodes.append(text: text) }
    nodes.append(text: String(text.dropLast()))
    nodes.append(.alternation([.set(.slash), .assertion(.end, offset: 0)]))
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

extension [RegexNode] {
  /// Appends literal text, if there is any.
  mutating func append(text: String) {
    if !text.isEmpty { append(.literal(text)) }
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

extension LanguageNode {
  /// The language of a pattern's expression.
  ///
  /// The order in which a match is searched for makes no difference to it, but where something is
  /// never given back, or is looked at without being taken: there it says at most what is matched.
  init(_ expression: PatternExpression) {
    // The anchor is the first piece, and stands nowhere else.
    let items = expression.nodes.dropFirst().flatMap {
      Self.items($0, expression.ignoresCase)
    }
    self = .sequence(items)
  }

  /// The language of a node, sequences within sequences as one.
  private static func items(_ node: RegexNode, _ ignoresCase: Bool) -> [LanguageNode] {
    switch node {
    case .empty: return []
    case .literal(let text):
      return text.utf8.map { .set(folded(ASCIISet($0), ignoresCase)) }
    case .sequence(let nodes): return nodes.flatMap { items($0, ignoresCase) }
    case .group(let body), .capture(_, let body): return items(body, ignoresCase)
    default: return [LanguageNode(node, ignoresCase)]
    }
  }

  private static func folded(_ set: ASCIISet, _ ignoresCase: Bool) -> ASCIISet {
    ignoresCase ? set.caseFolded : set
  }

  private init(_ node: RegexNode, _ ignoresCase: Bool) {
    switch node {
    case .empty, .literal, .sequence, .group, .capture:
      let items = Self.items(node, ignoresCase)
      self = items.isEmpty ? .empty : items.count == 1 ? items[0] : .sequence(items)
    case .set(let set): self = .set(Self.folded(set, ignoresCase))
    case .alternation(let branches):
      self = .alternation(branches.map { LanguageNode($0, ignoresCase) })
    case .atomic(let body): self = Self.withoutGivingBack(body, ignoresCase)
    case .look(let look, let body):
      self =
        look.isBehind
        ? .atMost(.empty) : Self.lookahead(LanguageNode(body, ignoresCase), look.isNegative)
    case .assertion(.end, _): self = .end
    case .assertion(.outsideEscape, _): self = .boundary
    case .assertion: self = .atMost(.empty)
    // The text of the group, whatever that was.
    case .backreference: self = .atMost(.repetition(.set(.all), minimum: 0, maximum: nil))
    case .repetition(_, let quantifier) where quantifier.mode == .possessive:
      self = Self.withoutGivingBack(node, ignoresCase)
    case .repetition(let body, let quantifier):
      self = .repetition(
        LanguageNode(body, ignoresCase),
        minimum: quantifier.minimum,
        maximum: quantifier.maximum
      )
    }
  }

  /// The language of a node that gives back nothing of what it took first.
  private static func withoutGivingBack(_ node: RegexNode, _ ignoresCase: Bool) -> LanguageNode {
    let whole: LanguageNode
    switch node {
    case .group(let body), .capture(_, let body): return withoutGivingBack(body, ignoresCase)
    case .repetition(let body, let quantifier):
      let round = LanguageNode(body, ignoresCase)
      let minimum = quantifier.minimum
      // A lazy one takes no round that it can do without, and is not asked for another.
      let maximum = quantifier.mode == .lazy ? minimum : quantifier.maximum
      if case .set(let set) = round { return .run(set, minimum: minimum, maximum: maximum) }
      whole = .repetition(round, minimum: minimum, maximum: maximum)
    default: whole = LanguageNode(node, ignoresCase)
    }
    // With one length alone there is nothing to give back.
    return whole.fixedLength == nil ? .atMost(whole) : whole
  }

  private static func lookahead(_ body: LanguageNode, _ isNegative: Bool) -> LanguageNode {
    switch body {
    case .set(let set):
      isNegative ? .next(set.complement, orEnd: true) : .next(set, orEnd: false)
    case .empty: isNegative ? .set(ASCIISet()) : .empty
    default: .atMost(.empty)
    }
  }
}

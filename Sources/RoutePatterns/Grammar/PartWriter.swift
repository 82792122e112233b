/// Writes one part of a pattern as a regular expression.
struct PartWriter {
  let analysis: PartAnalysis
  /// The user's expression in the part, in PCRE2's words.
  let regex: String
  let syntax: PatternSyntax
  let mergesSlashes: Bool
  /// Whether nothing stands before the part.
  let isFirst: Bool

  func write(_ part: PatternPart, to out: inout PatternRegex) {
    switch part.kind {
    case .fixed: writeFixed(part, to: &out)
    case .fullWildcard where part.modifier.allowsMany:
      // It takes everything already, however often it may stand.
      writeOnce(part, optional: part.modifier.allowsNone && part.hasAffixes, to: &out)
    case .segmentWildcard where part.modifier.allowsMany && !part.hasAffixes:
      writeRun(part, to: &out)
    default:
      if part.modifier.allowsMany {
        writeMany(part, to: &out)
      } else {
        writeOnce(part, optional: part.modifier.allowsNone, to: &out)
      }
    }
  }

  private func writeFixed(_ part: PatternPart, to out: inout PatternRegex) {
    let canEnd = analysis.restCanBeEmpty
    guard part.modifier != .none else { return literal(part.value, canEnd: canEnd, to: &out) }
    out.append(regex: "(?:")
    if part.modifier.allowsMany, isLastSlash(part.value, canEnd: canEnd) {
      // Only the last of them can lack its slash.
      out.append(regex: "(?:")
      out.append(literal: part.value)
      out.append(regex: ")*")
      literal(part.value, canEnd: canEnd, to: &out)
      return out.append(regex: part.modifier.allowsNone ? ")?" : ")")
    }
    literal(part.value, canEnd: canEnd, to: &out)
    switch part.modifier {
    case .zeroOrMore: out.append(regex: ")*")
    case .oneOrMore: out.append(regex: ")+")
    default: out.append(regex: ")?")
    }
  }

  /// `prefix(value)suffix`, in a group where it may be absent.
  private func writeOnce(_ part: PatternPart, optional: Bool, to out: inout PatternRegex) {
    let isGrouped = optional && part.hasAffixes
    if isGrouped { out.append(regex: "(?:") }
    literal(part.prefix, canEnd: analysis.canEndAfterPrefix, to: &out)
    // A class alone needs no group around it to be optional, but one to be captured.
    if part.isUnnamed, part.kind == .segmentWildcard, !optional || isGrouped {
      value(part, to: &out)
    } else {
      out.append(regex: groupStart(part))
      value(part, to: &out)
      out.append(regex: ")")
    }
    suffix(part, to: &out)
    if isGrouped { out.append(regex: ")") }
    if optional { out.append(regex: "?") }
  }

  /// `prefix((?:value)(?:suffix prefix(?:value))*)suffix`, in a group where it may be absent.
  private func writeMany(_ part: PatternPart, to out: inout PatternRegex) {
    guard part.hasAffixes else {
      out.append(regex: groupStart(part))
      repeated(part, to: &out)
      return out.append(regex: part.modifier == .zeroOrMore ? "*)" : "+)")
    }
    if part.modifier.allowsNone { out.append(regex: "(?:") }
    literal(part.prefix, canEnd: analysis.canEndAfterPrefix, to: &out)
    let isCaptured = !part.isUnnamed
    if isCaptured { out.append(regex: "(") }
    repeated(part, to: &out)
    out.append(regex: "(?:")
    out.append(literal: part.suffix)
    out.append(literal: part.prefix)
    repeated(part, to: &out)
    out.append(regex: ")*")
    if isCaptured { out.append(regex: ")") }
    suffix(part, to: &out)
    if part.modifier.allowsNone { out.append(regex: ")?") }
  }

  /// The value as one unit, for what repeats.
  private func repeated(_ part: PatternPart, to out: inout PatternRegex) {
    guard part.kind == .regex else { return value(part, to: &out) }
    out.append(regex: "(?:")
    value(part, to: &out)
    out.append(regex: ")")
  }

  /// A run of parameters without text between them is a run of characters.
  private func writeRun(_ part: PatternPart, to out: inout PatternRegex) {
    out.append(regex: groupStart(part))
    writeSegmentClass(to: &out)
    out.append(regex: part.modifier.allowsNone ? "*" : "+")
    if isPossessive { out.append(regex: "+") }
    if mayEndInEscape { out.append(regex: Self.notInEscape) }
    out.append(regex: ")")
  }

  private func value(_ part: PatternPart, to out: inout PatternRegex) {
    switch part.kind {
    case .fixed: break
    case .regex where !part.isUnnamed && mayEndInEscape:
      // The assertion behind it belongs to each alternative.
      out.append(regex: "(?:")
      out.append(regex: regex)
      out.append(regex: ")")
    case .regex: out.append(regex: regex)
    case .segmentWildcard:
      writeSegmentClass(to: &out)
      // The standard's is lazy; where nothing behind it can be in it, there is nothing to be lazy about.
      out.append(regex: isPossessive ? "++" : "+?")
    case .fullWildcard: writeAnything(part, to: &out)
    }
    if mayEndInEscape { out.append(regex: Self.notInEscape) }
  }

  /// That a place is neither within an escape nor within the escapes of one character.
  ///
  /// In a target each percent sign begins an escape, so that a place within one is a byte or two behind it; and
  /// what is no byte of ASCII begins with an escape that is not one of 80 to BF.
  static let notInEscape: StaticString = "(?<!%)(?<!%.)(?!%[89AB])"

  /// Whether a value could end within an escape, because what follows can be the rest of one.
  private var mayEndInEscape: Bool {
    syntax.isRoute && !syntax.isHost && !analysis.followOfValue.isDisjoint(with: .escapeBytes)
  }

  /// What stands behind the value, which is never the slash of the root.
  private func suffix(_ part: PatternPart, to out: inout PatternRegex) {
    let canEnd = analysis.restCanBeEmpty
    endsInSlash(part.suffix, canEnd: canEnd)
      ? droppingSlash(part.suffix, to: &out) : out.append(literal: part.suffix)
  }

  /// Literal text, whose last slash may be the one that a target does not end with.
  private func literal(_ text: String, canEnd: Bool, to out: inout PatternRegex) {
    isLastSlash(text, canEnd: canEnd)
      ? droppingSlash(text, to: &out) : out.append(literal: text)
  }

  private func droppingSlash(_ text: String, to out: inout PatternRegex) {
    out.append(literal: text, droppingLast: 1)
    out.append(regex: "(?:/|$)")
  }

  /// Whether literal text ends in a slash that can be the last byte of what the pattern matches.
  private func isLastSlash(_ text: String, canEnd: Bool) -> Bool {
    endsInSlash(text, canEnd: canEnd) && !(isFirst && text == "/")
  }

  private func endsInSlash(_ text: String, canEnd: Bool) -> Bool {
    mergesSlashes && canEnd && text.utf8.last == UInt8(ascii: "/")
  }

  private func groupStart(_ part: PatternPart) -> StaticString {
    part.isUnnamed ? "(?:" : "("
  }

  private func writeSegmentClass(to out: inout PatternRegex) {
    if syntax.isHost { return out.append(regex: "[^./:\\[\\]]") }
    switch syntax.delimiter {
    case nil: out.append(regex: ".")
    case UInt8(ascii: "/"): out.append(regex: "[^/]")
    case let delimiter?: out.append(regex: "[^\(UnicodeScalar(delimiter))]" as String)
    }
  }

  /// What an asterisk takes: anything, and in a host no more than the host.
  private func writeAnything(_ part: PatternPart, to out: inout PatternRegex) {
    if syntax.isHost { return out.append(regex: "\\[[^\\]/]*\\]|[^/:\\[\\]]*") }
    let isLast = analysis.restCanBeEmpty && analysis.followOfValue.isEmpty
    out.append(regex: isLast && part.suffix.isEmpty ? ".*+" : ".*")
  }

  private var isPossessive: Bool {
    analysis.followOfValue.isDisjoint(with: analysis.valueFirst)
  }
}

/// A value that a compiled pattern takes from its subject.
struct PatternCapture: Hashable, Sendable {
  var name: String
  /// The group of the regular expression it is captured by.
  var group: Int
  /// Whether it can hold more than one segment.
  var spansSegments: Bool
  /// Whether an empty capture means that the part was absent.
  var emptyIsAbsent: Bool
}

/// Writes the regular expression of a pattern, part by part.
struct PatternRegex {
  private(set) var text: [UInt8] = []
  private(set) var captures: [PatternCapture] = []
  /// Whether an expression of the user's looks ahead.
  private(set) var looksAhead = false

  private let ignoresCase: Bool
  private let limits: PatternLimits
  /// The groups so far, as PCRE2 counts them and as JavaScript would.
  private var groupCount = 0
  private var standardGroupCount = 0
  private var expandedSize = 0

  init(ignoresCase: Bool, limits: PatternLimits) {
    self.ignoresCase = ignoresCase
    self.limits = limits
    text.reserveCapacity(128)
  }

  /// Adds text that is a regular expression already.
  mutating func append(regex: String) {
    var regex = regex
    regex.withUTF8 { unsafe text.append(contentsOf: $0) }
  }

  /// Adds text that stands for itself.
  mutating func append(literal: some Sequence<UInt8>) {
    // At hand here: a global is looked at through a gate each time.
    let special = Self.special
    for byte in literal {
      if special.contains(byte) { text.append(UInt8(ascii: "\\")) }
      text.append(byte)
    }
  }

  /// The bytes that stand for themselves only behind a backslash.
  static let special = ASCIISet(of: ".+*?^${}()[]|\\")

  /// Adds the parts of a component.
  ///
  /// The subject may merge slashes, that is, never end in one and stand for its twin that does; and it ends
  /// where the parts do, or goes on behind them.
  mutating func append(
    _ parts: [PatternPart],
    syntax: PatternSyntax,
    mergesSlashes: Bool,
    endsWithSubject: Bool
  ) throws(PatternFault) {
    var regexes: [Int: TranslatedRegex] = [:]
    var groups: [Int] = []
    groups.reserveCapacity(parts.count)
    captures.reserveCapacity(captures.count + parts.count)
    for index in parts.indices {
      groups.append(groupCount + 1)
      guard parts[index].kind != .fixed else { continue }
      if case .unnamed = parts[index].name {} else { groupCount += 1 }
      standardGroupCount += 1
      guard parts[index].kind == .regex else { continue }
      regexes[index] = try translate(parts[index], syntax: syntax)
    }
    let surroundings = PartAnalysis.surroundings(
      of: parts,
      regexes: regexes,
      delimiter: syntax.delimiter,
      endsWithSubject: endsWithSubject
    )
    let start = text.count
    for index in parts.indices {
      let analysis = PartAnalysis(
        part: parts[index],
        regex: regexes.isEmpty ? nil : regexes[index],
        delimiter: syntax.delimiter,
        surroundings: surroundings[index]
      )
      let writer = PartWriter(
        analysis: analysis,
        syntax: syntax,
        mergesSlashes: mergesSlashes,
        isFirst: text.count == start
      )
      writer.write(to: &self)
      addCapture(of: analysis, group: groups[index], syntax: syntax)
    }
  }

  private mutating func translate(
    _ part: PatternPart,
    syntax: PatternSyntax
  ) throws(PatternFault) -> TranslatedRegex {
    let regex: TranslatedRegex
    do {
      regex = try RegexTranslator.translate(
        Array(part.value.utf8),
        options: RegexTranslator.Options(
          dialect: syntax.dialect,
          ignoreCase: ignoresCase || syntax.isHost,
          anchors: syntax.isRoute ? .value : .keep,
          groupsBefore: standardGroupCount,
          firstCapture: groupCount + 1,
          maximumNesting: limits.effectiveNesting,
          alphabet: syntax.isHost ? .hostBytes : .all
        )
      )
    } catch {
      let code: PatternError.Code =
        switch error.code {
        case .nestingTooDeep: .tooDeep(limit: limits.effectiveNesting)
        case .capturingGroup: .capturingGroup
        case .notASCII: .regexNotASCII
        default: .invalidRegex(.syntax(error.code))
        }
      throw PatternFault(code, in: part, at: error.offset)
    }
    // A part that repeats with text around it has its expression twice.
    let isDoubled = part.modifier.allowsMany && part.hasAffixes
    guard !isDoubled || regex.groups.isEmpty else {
      throw PatternFault(.namedGroupInRepeat, in: part)
    }
    let size = regex.expandedSize.multipliedReportingOverflow(by: isDoubled ? 2 : 1)
    let total = expandedSize.addingReportingOverflow(size.partialValue)
    expandedSize = total.partialValue
    guard !size.overflow, !total.overflow, expandedSize <= limits.compiledSize else {
      throw PatternFault(.tooLarge(limit: limits.compiledSize), in: part)
    }
    looksAhead = looksAhead || regex.hasLookahead
    groupCount += regex.captureCount
    standardGroupCount += regex.groups.count
    return regex
  }

  private mutating func addCapture(
    of analysis: PartAnalysis,
    group: Int,
    syntax: PatternSyntax
  ) {
    let part = analysis.part
    guard let name = part.name.text else { return }
    let holdsDelimiter =
      switch part.kind {
      case .fullWildcard: true
      case .regex: syntax.delimiter.map { analysis.regex?.consumes.contains($0) ?? true } ?? true
      case .segmentWildcard, .fixed: false
      }
    captures.append(
      PatternCapture(
        name: name,
        group: group,
        spansSegments: holdsDelimiter || part.modifier.allowsMany,
        emptyIsAbsent: part.modifier == .optional && !part.hasAffixes
      )
    )
  }
}

/// Writes one part.
private struct PartWriter {
  let analysis: PartAnalysis
  let syntax: PatternSyntax
  let mergesSlashes: Bool
  let isFirst: Bool

  private var part: PatternPart { analysis.part }

  init(analysis: PartAnalysis, syntax: PatternSyntax, mergesSlashes: Bool, isFirst: Bool) {
    self.analysis = analysis
    self.syntax = syntax
    self.mergesSlashes = mergesSlashes
    self.isFirst = isFirst
  }

  func write(to out: inout PatternRegex) {
    switch part.kind {
    case .fixed: writeFixed(to: &out)
    case .fullWildcard where part.modifier.allowsMany:
      // It takes everything already, however often it may stand.
      writeOnce(optional: part.modifier.allowsNone && part.hasAffixes, to: &out)
    case .segmentWildcard where part.modifier.allowsMany && !part.hasAffixes:
      writeRun(to: &out)
    default:
      if part.modifier.allowsMany {
        writeMany(to: &out)
      } else {
        writeOnce(optional: part.modifier.allowsNone, to: &out)
      }
    }
  }

  private func writeFixed(to out: inout PatternRegex) {
    let canEnd = analysis.restCanBeEmpty
    guard part.modifier != .none else { return literal(part.value, canEnd: canEnd, to: &out) }
    out.append(regex: "(?:")
    if part.modifier.allowsMany, isLastSlash(part.value, canEnd: canEnd) {
      // Only the last of them can lack its slash.
      out.append(regex: "(?:")
      out.append(literal: part.value.utf8)
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
  private func writeOnce(optional: Bool, to out: inout PatternRegex) {
    let isGrouped = optional && part.hasAffixes
    if isGrouped { out.append(regex: "(?:") }
    literal(part.prefix, canEnd: analysis.canEndAfterPrefix, to: &out)
    // A class alone needs no group around it to be optional, but one to be captured.
    if part.name == .unnamed, part.kind == .segmentWildcard, !optional || isGrouped {
      value(to: &out)
    } else {
      out.append(regex: groupStart)
      value(to: &out)
      out.append(regex: ")")
    }
    literal(part.suffix, canEnd: analysis.restCanBeEmpty, to: &out)
    if isGrouped { out.append(regex: ")") }
    if optional { out.append(regex: "?") }
  }

  /// `prefix((?:value)(?:suffix prefix(?:value))*)suffix`, in a group where it may be absent.
  private func writeMany(to out: inout PatternRegex) {
    guard part.hasAffixes else {
      out.append(regex: groupStart)
      repeated(to: &out)
      return out.append(regex: part.modifier == .zeroOrMore ? "*)" : "+)")
    }
    if part.modifier.allowsNone { out.append(regex: "(?:") }
    literal(part.prefix, canEnd: analysis.canEndAfterPrefix, to: &out)
    let isCaptured = part.name != .unnamed
    if isCaptured { out.append(regex: "(") }
    repeated(to: &out)
    out.append(regex: "(?:")
    out.append(literal: part.suffix.utf8)
    out.append(literal: part.prefix.utf8)
    repeated(to: &out)
    out.append(regex: ")*")
    if isCaptured { out.append(regex: ")") }
    literal(part.suffix, canEnd: analysis.restCanBeEmpty, to: &out)
    if part.modifier.allowsNone { out.append(regex: ")?") }
  }

  /// The value as one unit, for what repeats.
  private func repeated(to out: inout PatternRegex) {
    guard part.kind == .regex else { return value(to: &out) }
    out.append(regex: "(?:")
    value(to: &out)
    out.append(regex: ")")
  }

  /// A run of parameters without text between them is a run of characters.
  private func writeRun(to out: inout PatternRegex) {
    out.append(regex: groupStart)
    out.append(regex: segmentClass)
    out.append(regex: part.modifier.allowsNone ? "*" : "+")
    if isPossessive { out.append(regex: "+") }
    if mayEndInEscape { out.append(regex: Self.notInEscape) }
    out.append(regex: ")")
  }

  private func value(to out: inout PatternRegex) {
    switch part.kind {
    case .fixed: break
    case .regex where part.name != .unnamed && mayEndInEscape:
      // The assertion behind it belongs to each alternative.
      out.append(regex: "(?:")
      out.append(regex: analysis.regex?.text ?? "")
      out.append(regex: ")")
    case .regex: out.append(regex: analysis.regex?.text ?? "")
    case .segmentWildcard:
      out.append(regex: segmentClass)
      // The standard's is lazy; where nothing behind it can be in it, there is nothing to be lazy about.
      out.append(regex: isPossessive ? "++" : "+?")
    case .fullWildcard: writeAnything(to: &out)
    }
    if mayEndInEscape { out.append(regex: Self.notInEscape) }
  }

  /// That a place is neither within an escape nor within the escapes of one character.
  ///
  /// In a target each percent sign begins an escape, so that a place within one is a byte or two behind it; and
  /// what is no byte of ASCII begins with an escape that is not one of 80 to BF.
  private static let notInEscape = "(?<!%)(?<!%.)(?!%[89AB])"

  /// Whether a value could end within an escape, because what follows can be the rest of one.
  private var mayEndInEscape: Bool {
    syntax.isRoute && !syntax.isHost && !analysis.followOfValue.isDisjoint(with: .escapeBytes)
  }

  /// Literal text, whose last slash may be the one that a target does not end with.
  private func literal(_ text: String, canEnd: Bool, to out: inout PatternRegex) {
    guard isLastSlash(text, canEnd: canEnd) else { return out.append(literal: text.utf8) }
    out.append(literal: text.utf8.dropLast())
    out.append(regex: "(?:/|$)")
  }

  /// Whether literal text ends in a slash that can be the last byte of what the pattern matches.
  private func isLastSlash(_ text: String, canEnd: Bool) -> Bool {
    mergesSlashes && canEnd && text.utf8.last == UInt8(ascii: "/") && !(isFirst && text == "/")
  }

  private var groupStart: String { part.name == .unnamed ? "(?:" : "(" }

  private var segmentClass: String {
    if syntax.isHost { return "[^./:\\[\\]]" }
    guard let delimiter = syntax.delimiter else { return "." }
    if delimiter == UInt8(ascii: "/") { return "[^/]" }
    return "[^\(UnicodeScalar(delimiter))]"
  }

  /// What an asterisk takes: anything, and in a host no more than the host.
  private func writeAnything(to out: inout PatternRegex) {
    if syntax.isHost { return out.append(regex: "\\[[^\\]/]*\\]|[^/:\\[\\]]*") }
    let isLast = analysis.restCanBeEmpty && analysis.followOfValue.isEmpty
    out.append(regex: isLast && part.suffix.isEmpty ? ".*+" : ".*")
  }

  private var isPossessive: Bool {
    let inside = analysis.valueFirst
    return analysis.followOfValue.intersection(inside).isEmpty
  }
}

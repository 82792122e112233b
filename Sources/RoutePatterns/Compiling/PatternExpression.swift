/// A value that a compiled pattern takes from its subject.
struct PatternCapture: Hashable, Sendable {
  let name: String
  /// PCRE2 counts groups in 16 bits; there can be very many values.
  private let number: UInt16
  /// Whether it can hold more than one segment.
  let spansSegments: Bool
  /// Whether an empty capture means that the part was absent.
  let emptyIsAbsent: Bool

  init(name: String, group: Int, spansSegments: Bool, emptyIsAbsent: Bool) {
    self.name = name
    number = UInt16(clamping: group)
    self.spansSegments = spansSegments
    self.emptyIsAbsent = emptyIsAbsent
  }

  /// The group of the regular expression it is captured by.
  var group: Int { Int(number) }
}

/// Literal text around one asterisk, as of `/files/*/info`: what that takes ends where the text
/// behind it begins, which has to be the last.
struct AsteriskText {
  var before = ""
  var behind = ""
  /// Whether what the asterisk takes is a value of the match.
  var isCaptured = false
}

extension RegexNode {
  /// Any text, as much as there is.
  fileprivate static let anything = repetition(.set(.all), RegexQuantifier(minimum: 0))
}

/// The regular expression that decides what a pattern matches, written part by part.
struct PatternExpression {
  /// The pieces of the expression, one behind the other.
  private(set) var nodes: [RegexNode] = []
  private(set) var captures: [PatternCapture] = []

  /// Whether users' expressions say no more than that there is a segment, as far as is seen at
  /// once.
  private(set) var mayBePlain = true
  /// Whether users' expressions are short, and nothing but runs of bytes out of sets.
  private(set) var isOfRuns = true
  /// Whether pieces were left out, as there are only such expressions.
  private(set) var isLeftOut = false

  let ignoresCase: Bool
  private let limits: PatternLimits
  /// Whether pieces may be left out for now.
  private let mayBeLeftOut: Bool
  /// The groups so far, as PCRE2 counts them and as JavaScript would.
  private var groupCount = 0
  private var standardGroupCount = 0
  /// An upper bound of what PCRE2 compiles users' expressions to.
  private(set) var expandedSize = 0

  init(ignoresCase: Bool, limits: PatternLimits, mayBeLeftOut: Bool = false) {
    self.ignoresCase = ignoresCase
    self.limits = limits
    self.mayBeLeftOut = mayBeLeftOut
  }

  /// The expression in PCRE2's syntax.
  var text: [UInt8] { written.output }

  /// The expression as it is written, with the work that matches can come to.
  var written: RegexEmitter {
    var emitter = RegexEmitter(ignoreCase: ignoresCase)
    // As one, so that what cannot be in the next piece need never be given back.
    emitter.emit(.sequence(nodes), in: .sequence, follow: nil)
    return emitter
  }

  /// The same as a string.
  var string: String { String(decoding: text, as: UTF8.self) }

  /// The text that it is, where it is nothing but literal text around one asterisk with some behind
  /// it.
  var asteriskText: AsteriskText? {
    var text = AsteriskText()
    var hasAsterisk = false
    for node in nodes {
      switch node {
      case .assertion(.start, _), .assertion(.end, _): continue
      case .literal(let literal) where hasAsterisk: text.behind += literal
      case .literal(let literal): text.before += literal
      case .capture(_, let value) where value == .anything && !hasAsterisk:
        (hasAsterisk, text.isCaptured) = (true, true)
      case .group(let value) where value == .anything && !hasAsterisk: hasAsterisk = true
      default: return nil
      }
    }
    return text.behind.isEmpty ? nil : text
  }

  /// Appends a piece.
  mutating func append(_ node: RegexNode) { nodes.append(node) }

  /// Appends literal text.
  mutating func append(text: String) { nodes.append(text: text) }

  /// Makes all pieces from an index on one of two alternatives.
  mutating func replaceRest(from index: Int, orBy other: RegexNode) {
    let rest = Array(nodes[index...])
    let one = rest.count == 1 ? rest[0] : .sequence(rest)
    nodes.replaceSubrange(index..., with: [.alternation([one, other])])
  }

  /// Appends the parts of a component.
  ///
  /// The subject may merge slashes, that is, never end in one and stand for its twin that does; and
  /// it ends where the parts do, or goes on behind them.
  mutating func append(
    _ parts: [PatternPart],
    syntax: PatternSyntax,
    mergesSlashes: Bool,
    endsWithSubject: Bool
  ) throws(PatternFault) {
    var analyses: [PartAnalysis] = []
    analyses.reserveCapacity(parts.count)
    var innerNames: Set<String> = []
    for part in parts {
      let group = groupCount + 1
      var regex: TranslatedRegex?
      if part.kind != .fixed {
        if !part.isUnnamed { groupCount += 1 }
        standardGroupCount += 1
      }
      if part.kind == .regex { regex = try translate(part, syntax: syntax) }
      // The standard makes one expression of a component; the values of a route are apart.
      if !syntax.isRoute, let name = regex?.groups.first(where: { !innerNames.insert($0).inserted })
      {
        throw PatternFault(.duplicateName(name), in: part)
      }
      analyses.append(PartAnalysis(part, regex, syntax, group: group))
      addCapture(of: part, analyses[analyses.count - 1])
    }
    // The path comes last, and with it all users' expressions are read.
    isLeftOut = mayBeLeftOut && isOfRuns && !mayBePlain && !syntax.isHost
    if isLeftOut { return }
    PartAnalysis.lookBehind(&analyses, endsWithSubject: endsWithSubject)
    nodes.reserveCapacity(8)
    let start = nodes.count
    for (part, analysis) in zip(parts, analyses) {
      let writer = PartWriter(
        analysis: analysis,
        syntax: syntax,
        mergesSlashes: mergesSlashes,
        isFirst: nodes.count == start
      )
      writer.write(part, to: &nodes)
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
          anchors: syntax.anchors,
          groupsBefore: standardGroupCount,
          firstCapture: groupCount + 1,
          maximumNesting: limits.effectiveNesting,
          reach: syntax.reach
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
    isOfRuns = isOfRuns && expandedSize <= Self.shortSize && regex.root.isOfRuns
    mayBePlain = mayBePlain && !regex.canBeEmpty && regex.consumes == ASCIISet.slash.complement
    groupCount += regex.captureCount
    standardGroupCount += regex.groups.count
    return regex
  }

  /// The most bytes that PCRE2 compiles short expressions to.
  static let shortSize = 4_096

  /// Notes the value that a part takes, if it has a name.
  private mutating func addCapture(of part: PatternPart, _ analysis: PartAnalysis) {
    guard let name = part.name.text else { return }
    captures.append(
      PatternCapture(
        name: name,
        group: analysis.group,
        spansSegments: analysis.valueHoldsDelimiter || part.modifier.allowsMany,
        emptyIsAbsent: part.modifier == .optional && !part.hasAffixes
      )
    )
  }
}

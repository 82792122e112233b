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
  mutating func append(regex: StaticString) {
    // A few bytes: one by one is quicker than as a whole.
    regex.withUTF8Buffer { bytes in
      for index in bytes.indices { unsafe text.append(bytes[index]) }
    }
  }

  /// Adds text that is a regular expression already, made just now.
  @_disfavoredOverload
  mutating func append(regex: String) {
    var regex = regex
    regex.withUTF8 { unsafe text.append(contentsOf: $0) }
  }

  /// Adds text that stands for itself, but for some bytes at its end.
  mutating func append(literal: String, droppingLast dropped: Int = 0) {
    var literal = literal
    // At hand here: a global is looked at through a gate each time.
    let special = Self.special
    literal.withUTF8 { bytes in
      var written = 0
      let end = bytes.count - dropped
      for index in 0..<end where unsafe special.contains(bytes[index]) {
        unsafe text.append(contentsOf: bytes[written..<index])
        text.append(UInt8(ascii: "\\"))
        written = index
      }
      unsafe text.append(contentsOf: bytes[written..<end])
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
    if endsWithSubject,
      try appendPlainly(parts, syntax: syntax, mergesSlashes: mergesSlashes)
    {
      return
    }
    var regexes: [TranslatedRegex] = []
    var analyses: [PartAnalysis] = []
    analyses.reserveCapacity(parts.count)
    // Parts are borrowed, never copied: each holds several texts.
    let parts = parts.span
    for index in parts.indices {
      let group = groupCount + 1
      guard parts[index].kind != .fixed else {
        analyses.append(PartAnalysis(parts[index], nil, syntax, group: group))
        continue
      }
      if !parts[index].isUnnamed { groupCount += 1 }
      standardGroupCount += 1
      guard parts[index].kind == .regex else {
        analyses.append(PartAnalysis(parts[index], nil, syntax, group: group))
        continue
      }
      let regex = try translate(parts[index], syntax: syntax)
      analyses.append(PartAnalysis(parts[index], regex, syntax, group: group))
      regexes.append(regex)
    }
    PartAnalysis.lookBehind(&analyses, endsWithSubject: endsWithSubject)
    let start = text.count
    var nextRegex = 0
    for index in parts.indices {
      var regex = ""
      if parts[index].kind == .regex {
        regex = regexes[nextRegex].text
        nextRegex += 1
      }
      let writer = PartWriter(
        analysis: analyses[index],
        regex: regex,
        syntax: syntax,
        mergesSlashes: mergesSlashes,
        isFirst: text.count == start
      )
      writer.write(parts[index], to: &self)
      addCapture(of: parts[index], analyses[index])
    }
  }

  mutating func translate(
    _ part: PatternPart,
    syntax: PatternSyntax,
    follow: ASCIISet? = nil
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
          follow: follow,
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
    groupCount += regex.captureCount
    standardGroupCount += regex.groups.count
    return regex
  }

  /// Notes the value that a part takes, if it has a name.
  private mutating func addCapture(of part: PatternPart, _ analysis: PartAnalysis) {
    addCapture(
      of: part,
      group: analysis.group,
      spansSegments: analysis.valueHoldsDelimiter || part.modifier.allowsMany
    )
  }

  private mutating func addCapture(of part: PatternPart, group: Int, spansSegments: Bool) {
    guard let name = part.name.text else { return }
    if captures.isEmpty { captures.reserveCapacity(4) }
    captures.append(
      PatternCapture(
        name: name,
        group: group,
        spansSegments: spansSegments,
        emptyIsAbsent: part.modifier == .optional && !part.hasAffixes
      )
    )
  }

  /// Counts a part that stands by itself, and notes its value.
  mutating func countPlain(_ part: PatternPart, spansSegments: Bool) {
    standardGroupCount += 1
    guard !part.isUnnamed else { return }
    groupCount += 1
    addCapture(of: part, group: groupCount, spansSegments: spansSegments)
  }

  /// Notes that the last value can hold more than one segment.
  mutating func noteSpan() {
    captures[captures.count - 1].spansSegments = true
  }
}

/// A pattern's regular expression with what its groups are for.
///
/// It is stored in place by the one class that owns it, so that a match follows no references.
struct CompiledPattern: ~Copyable, Sendable {
  let captures: [PatternCapture]
  private let layout: CaptureLayout
  let plain: PlainMatcher
  private let code: CompiledRegex

  /// Compiles an expression.
  ///
  /// - Throws: a fault when PCRE2 refuses it or it becomes too large.
  init(
    _ regex: PatternRegex,
    ignoresCase: Bool,
    usesJIT: Bool,
    limits: PatternLimits
  ) throws(PatternFault) {
    code = try Self.compile(regex, ignoresCase, usesJIT, limits)
    captures = regex.captures
    layout = CaptureLayout(regex.captures)
    plain = ignoresCase ? PlainMatcher() : PlainMatcher(regex.text, layout: layout)
  }

  private static func compile(
    _ regex: PatternRegex,
    _ ignoresCase: Bool,
    _ usesJIT: Bool,
    _ limits: PatternLimits
  ) throws(PatternFault) -> CompiledRegex {
    let code: CompiledRegex
    do {
      code = try CompiledRegex(
        regex.text,
        options: .init(
          ignoresCase: ignoresCase,
          usesJIT: usesJIT,
          nesting: limits.effectiveNesting
        )
      )
    } catch {
      throw PatternFault(
        error.isAboutSize
          ? .tooLarge(limit: limits.compiledSize) : .invalidRegex(.engine(error.number)),
        at: 0
      )
    }
    guard code.size <= limits.compiledSize else {
      throw PatternFault(.tooLarge(limit: limits.compiledSize), at: 0)
    }
    return code
  }

  /// The text of the expression, made when it is asked for.
  var regex: String { String(decoding: code.text, as: UTF8.self) }

  /// Whether matches run as machine code; false until the first.
  var isJITCompiled: Bool { code.isJITCompiled }

  /// The closures among validations, with the places of the values that they look at.
  func checks(
    _ validations: [String: RouteValidation]
  ) -> [(index: Int, check: @Sendable (String) -> Bool)] {
    guard !validations.isEmpty else { return [] }
    return captures.enumerated().compactMap { index, capture in
      validations[capture.name]?.check.map { (index, $0) }
    }
  }

  /// Matches a subject, which stands at an offset in the text that the ranges are of.
  @inline(__always)
  func match(
    _ subject: Span<UInt8>,
    offset: Int = 0,
    budget: inout MatchBudget
  ) -> MatchOutcome {
    guard plain.isUsable, offset &+ subject.count < CaptureRanges.inlineEnd else {
      return matchRegexApart(subject, offset, &budget)
    }
    guard let ranges = plain.match(subject, base: offset) else { return .unmatched }
    return .matched(ranges)
  }

  @inline(never)
  private func matchRegexApart(
    _ subject: Span<UInt8>,
    _ offset: Int,
    _ budget: inout MatchBudget
  ) -> MatchOutcome {
    matchRegex(subject, offset: offset, budget: &budget)
  }

  /// As `match`, always by the regular expression.
  @inline(__always)
  func matchRegex(
    _ subject: Span<UInt8>,
    offset: Int = 0,
    budget: inout MatchBudget
  ) -> MatchOutcome {
    unsafe subject.withUnsafeBufferPointer { bytes in
      unsafe code.match(bytes, base: offset, layout: layout, budget: &budget)
    }
  }
}

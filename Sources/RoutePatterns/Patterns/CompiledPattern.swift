/// A pattern's regular expression with what its groups are for.
final class CompiledPattern: Sendable {
  let regex: String
  let captures: [PatternCapture]
  private let layout: CaptureLayout
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
    self.regex = String(decoding: regex.text, as: UTF8.self)
    captures = regex.captures
    layout = CaptureLayout(regex.captures)
    do {
      code = try CompiledRegex(
        regex.text,
        options: .init(
          ignoresCase: ignoresCase,
          usesJIT: usesJIT,
          nesting: limits.nesting,
          looksAhead: regex.looksAhead
        )
      )
    } catch {
      let reason =
        "the expression \(self.regex) is refused at its byte \(error.offset): \(error.message)"
      throw PatternFault(.invalidRegex(reason: reason), at: 0)
    }
    guard code.size <= limits.compiledSize else {
      throw PatternFault(.tooLarge(limit: limits.compiledSize), at: 0)
    }
  }

  /// Whether matches run as machine code; false until the first.
  var isJITCompiled: Bool { code.isJITCompiled }

  /// Matches a subject, which stands at an offset in the text that the ranges are of.
  @inline(__always)
  func match(
    _ subject: UnsafeBufferPointer<UInt8>,
    offset: Int = 0,
    budget: inout MatchBudget
  ) -> MatchOutcome {
    unsafe code.match(subject, base: offset, layout: layout, budget: &budget)
  }
}

/// A pattern's regular expression, compiled, with the layout of its groups.
///
/// It is stored in place by the one class that owns it, so that a match follows no references.
struct CompiledPattern: ~Copyable, Sendable {
  private let layout: CaptureLayout
  private let code: CompiledRegex

  /// Compiles an expression.
  ///
  /// - Throws: a fault when PCRE2 refuses it or it becomes too large.
  init(
    _ regex: PatternExpression,
    ignoresCase: Bool,
    usesJIT: Bool,
    limits: PatternLimits
  ) throws(PatternFault) {
    code = try Self.compile(regex.written, ignoresCase, usesJIT, limits)
    layout = CaptureLayout(regex.captures)
  }

  private static func compile(
    _ regex: RegexEmitter,
    _ ignoresCase: Bool,
    _ usesJIT: Bool,
    _ limits: PatternLimits
  ) throws(PatternFault) -> CompiledRegex {
    let code: CompiledRegex
    do {
      code = try CompiledRegex(
        regex.output,
        effort: regex.effort,
        options: .init(
          ignoresCase: ignoresCase,
          usesJIT: usesJIT,
          nesting: limits.effectiveNesting
        )
      )
    } catch {
      guard error.isAboutSize else {
        throw PatternFault(.invalidRegex(.engine(error.number)), at: 0)
      }
      // pcre2limits(3): with links of two bytes some 64 KiB are all that it takes.
      let isOwnLimit = limits.compiledSize < 1 << 16
      throw PatternFault(.tooLarge(limit: isOwnLimit ? limits.compiledSize : .max), at: 0)
    }
    guard code.size <= limits.compiledSize else {
      throw PatternFault(.tooLarge(limit: limits.compiledSize), at: 0)
    }
    return code
  }

  /// Whether matches run as machine code; false until the first.
  var isJITCompiled: Bool { code.isJITCompiled }

  /// Matches a subject, which stands at an offset in the text that the ranges are of.
  @inline(__always)
  func match(
    _ subject: Span<UInt8>,
    offset: Int = 0,
    budget: inout MatchBudget
  ) -> MatchOutcome {
    unsafe subject.withUnsafeBufferPointer { bytes in
      unsafe code.match(bytes, base: offset, layout: layout, budget: &budget)
    }
  }
}

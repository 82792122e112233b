internal import CPCRE2
internal import SwitchyardSystem
internal import Synchronization

/// A regular expression compiled by PCRE2, anchored, over bytes.
///
/// `@unchecked` because PCRE2's code is only read once it is compiled (pcre2api(3),
/// "Multithreading"): the machine code of the JIT is made in a copy of the code, which is complete
/// before it is published.
@safe struct CompiledRegex: ~Copyable, @unchecked Sendable {
  /// An error thrown when PCRE2 refuses a text.
  struct Refusal: Error {
    /// PCRE2's number for the reason.
    var number: Int32

    /// Whether the expression asks for more than PCRE2 takes, and is not otherwise wrong.
    var isAboutSize: Bool {
      // pcre2api(3), "Obtaining a textual error message": too large, lookbehind too complicated,
      // too many groups, too deep, out of memory.
      [
        PCRE2_ERROR_PATTERN_TOO_LARGE, PCRE2_ERROR_LOOKBEHIND_TOO_COMPLICATED,
        PCRE2_ERROR_PATTERN_TOO_COMPLICATED, PCRE2_ERROR_PARENTHESES_NEST_TOO_DEEP,
        PCRE2_ERROR_PATTERN_STRING_TOO_LONG, PCRE2_ERROR_HEAP_FAILED,
      ].contains(number)
    }
  }

  struct Options {
    var ignoresCase = false
    var usesJIT = true
    var nesting = PatternLimits().nesting
  }

  private let code: OpaquePointer
  /// The code that matches run on: `nil` before the first, then the copy with machine code, or
  /// `code` itself where there is no JIT.
  private let running = unsafe Atomic<OpaquePointer?>(nil)
  private let usesJIT: Bool
  // Globals are looked at through a gate each time; this one is at hand here.
  private let scratchKey = MatchScratch.key
  /// The most times that a byte is come to, as a shift of one; `nil` where that has no bound.
  private let shift: Int?
  /// The most elements that a match comes to between two of the steps that PCRE2 counts.
  private let weight: Int
  /// The expression with calls that count; `nil` where a byte is come to a few times at the most.
  private let counted: CountedRegex?
  /// The groups that capture, those of users' expressions included.
  let captureCount: Int
  /// The number of bytes that the compiled form takes, machine code aside.
  let size: Int

  /// Compiles a text, with the work that matches by it can come to.
  init(_ text: [UInt8], effort: RegexEffort, options: Options) throws(Refusal) {
    let compiled = unsafe try Self.compile(text, Self.flags(options), options)
    unsafe code = compiled
    usesJIT = options.usesJIT
    shift = effort.shift
    weight = effort.weight
    let captureCount = unsafe Int(
      Self.info(UInt32(PCRE2_INFO_CAPTURECOUNT), of: compiled, as: UInt32.self)
    )
    self.captureCount = captureCount
    size = unsafe Self.info(UInt32(PCRE2_INFO_SIZE), of: compiled, as: Int.self)
    guard effort.shift == nil else {
      counted = nil
      return
    }
    let flags = Self.flags(options) | UInt32(PCRE2_AUTO_CALLOUT)
    // The calls can make an expression too large that is not too large without them.
    let marked = unsafe try? Self.compile(text, flags, options)
    counted = unsafe CountedRegex(
      marked ?? pcre2_code_copy_8(compiled),
      text: marked == nil ? [] : text,
      depth: effort.depth,
      captureCount: captureCount,
      usesJIT: options.usesJIT
    )
  }

  private static func compile(
    _ text: [UInt8],
    _ flags: UInt32,
    _ options: Options
  ) throws(Refusal) -> OpaquePointer {
    var error: Int32 = 0
    var offset = 0
    let compiled = unsafe text.withUnsafeBufferPointer { bytes in
      let isUsual = options.nesting == Self.usualNesting
      let context = unsafe isUsual ? Self.usualContext : Self.context(nesting: options.nesting)
      defer { if !isUsual { unsafe pcre2_compile_context_free_8(context) } }
      return unsafe pcre2_compile_8(
        bytes.baseAddress,
        bytes.count,
        flags,
        &error,
        &offset,
        context
      )
    }
    guard let compiled = unsafe compiled else {
      throw Refusal(number: error)
    }
    return unsafe compiled
  }

  deinit {
    let running = unsafe running.load(ordering: .acquiring)
    if unsafe running != code { unsafe pcre2_code_free_8(running) }
    unsafe pcre2_code_free_8(code)
  }

  /// Whether matches run as machine code; false until the first.
  var isJITCompiled: Bool {
    let running = unsafe running.load(ordering: .acquiring)
    return unsafe running != nil && running != code
  }

  // MARK: - Matching

  /// Matches a subject, and gives the ranges of a match; the budget is charged with what it takes.
  ///
  /// The ranges are those of a text in which the subject stands `base` bytes behind the beginning.
  @inline(__always)
  func match(
    _ subject: UnsafeBufferPointer<UInt8>,
    base: Int,
    layout: CaptureLayout,
    budget: inout MatchBudget
  ) -> MatchOutcome {
    guard let shift else { return unsafe boundedMatch(subject, base, layout, &budget) }
    guard budget.spend(bytes: subject.count &<< shift) else {
      return .failed(PCRE2_ERROR_MATCHLIMIT)
    }
    guard captureCount < MatchScratch.pairs,
      let scratch = unsafe MatchScratch.own(key: scratchKey),
      let running = unsafe running.load(ordering: .acquiring), unsafe running != code
    else { return unsafe matchSlowly(subject, base, layout, &budget) }
    // pcre2jit(3), "JIT fast path API": no checks of the arguments, which are right by
    // construction.
    let block = unsafe scratch.pointee.block
    let result = unsafe pcre2_jit_match_8(
      running,
      subject.baseAddress,
      subject.count,
      0,
      0,
      block,
      nil
    )
    if result == PCRE2_ERROR_JIT_STACKLIMIT {
      return unsafe matchSlowly(subject, base, layout, &budget)
    }
    return unsafe .outcome(result, block, base, subject.count, layout)
  }

  /// The first match, and all where there is no JIT or no usual block for the thread.
  @inline(never)
  private func matchSlowly(
    _ subject: UnsafeBufferPointer<UInt8>,
    _ base: Int,
    _ layout: CaptureLayout,
    _ budget: inout MatchBudget
  ) -> MatchOutcome {
    let usual = unsafe captureCount < MatchScratch.pairs ? MatchScratch.own(key: scratchKey) : nil
    let own = unsafe usual == nil ? MatchScratch.make(pairs: captureCount + 1) : nil
    defer { unsafe MatchScratch.free(own) }
    guard let scratch = unsafe usual ?? own else { return .failed(PCRE2_ERROR_NOMEMORY) }
    let block = unsafe scratch.pointee.block
    var result = unsafe MachineCode.run(prepared(&budget), of: code, subject, block, nil)
    if result == PCRE2_ERROR_JIT_STACKLIMIT {
      result = unsafe MachineCode.run(code, of: code, subject, block, nil)
    }
    return unsafe .outcome(result, block, base, subject.count, layout)
  }

  /// A match that may go back over what it has seen.
  ///
  /// On a short subject a few steps decide nearly always, and however bad they are they take little
  /// time: they are not counted. What they do not decide begins anew, and is.
  @inline(never)
  private func boundedMatch(
    _ subject: UnsafeBufferPointer<UInt8>,
    _ base: Int,
    _ layout: CaptureLayout,
    _ budget: inout MatchBudget
  ) -> MatchOutcome {
    let length = subject.count
    // Two limits, so that the context has the right one nearly always.
    let steps = length <= 64 ? 256 : 1_024
    if length <= Self.shortSubject, captureCount < MatchScratch.pairs,
      let scratch = unsafe MatchScratch.own(key: scratchKey),
      let running = unsafe Optional(prepared(&budget)), unsafe running != code,
      budget.spend(uncountedSteps: steps, length: length, weight: weight)
    {
      guard budget.spend(bytes: length) else { return .failed(PCRE2_ERROR_MATCHLIMIT) }
      unsafe scratch.pointee.limit(to: UInt32(truncatingIfNeeded: steps))
      let block = unsafe scratch.pointee.block
      let result = unsafe pcre2_jit_match_8(
        running,
        subject.baseAddress,
        length,
        0,
        0,
        block,
        scratch.pointee.context
      )
      if result > 0 || result == PCRE2_ERROR_NOMATCH {
        return unsafe .outcome(result, block, base, length, layout)
      }
    }
    guard let counted else { return .failed(PCRE2_ERROR_NOMEMORY) }
    return unsafe counted.match(subject, base: base, layout: layout, budget: &budget)
  }

  private func prepared(_ budget: inout MatchBudget) -> OpaquePointer {
    unsafe MachineCode.of(code, running, size: size, isAsked: usesJIT, &budget)
  }

  /// The bytes of a subject up to which the first steps are not counted.
  private static let shortSubject = 256

  // MARK: - PCRE2

  /// `nonisolated(unsafe)`: made once, only read from then on, never freed.
  nonisolated(unsafe) private static let usualContext: OpaquePointer? =
    unsafe context(nesting: usualNesting)

  private static var usualNesting: Int { PatternLimits().nesting }

  /// A context with a limit of nesting; without memory none, and PCRE2 then takes its defaults.
  private static func context(nesting: Int) -> OpaquePointer? {
    guard let context = unsafe pcre2_compile_context_create_8(nil) else { return nil }
    // Our own groups stand around the user's.
    _ = unsafe pcre2_set_parens_nest_limit_8(context, UInt32(clamping: nesting &+ 8))
    return unsafe context
  }

  private static func flags(_ options: Options) -> UInt32 {
    // Subjects are ASCII: neither the pattern nor the subject is UTF, letters fold by ASCII, and
    // nothing in a pattern can change that. A newline is a character like any other and the dollar
    // stands for the very end, or a guard would miss what it guards.
    var flags =
      UInt32(PCRE2_ANCHORED) | UInt32(PCRE2_DOTALL) | UInt32(PCRE2_DOLLAR_ENDONLY)
      | UInt32(PCRE2_NEVER_UTF) | UInt32(PCRE2_NEVER_UCP) | UInt32(PCRE2_NEVER_BACKSLASH_C)
      // A reference to a group that took no part matches the empty text, as in JavaScript.
      | UInt32(PCRE2_MATCH_UNSET_BACKREF)
    if options.ignoresCase { flags |= UInt32(PCRE2_CASELESS) }
    return flags
  }

  private static func info<Value: FixedWidthInteger>(
    _ what: UInt32,
    of code: OpaquePointer,
    as _: Value.Type
  ) -> Value {
    var value: Value = 0
    _ = unsafe withUnsafeMutablePointer(to: &value) {
      unsafe pcre2_pattern_info_8(code, what, UnsafeMutableRawPointer($0))
    }
    return value
  }
}

/// The outcome of a match.
enum MatchOutcome {
  case matched(CaptureRanges)
  case unmatched
  /// With one of PCRE2's errors.
  case failed(Int32)

  /// A match with the offsets that PCRE2 has written; there are always some.
  @inline(__always)
  static func matched(
    _ offsets: UnsafeMutablePointer<Int>?,
    _ base: Int,
    _ length: Int,
    _ layout: CaptureLayout
  ) -> MatchOutcome {
    guard let offsets = unsafe offsets else { return .failed(PCRE2_ERROR_INTERNAL) }
    return unsafe .matched(
      CaptureRanges(offsets, base: base, length: length, layout: layout)
    )
  }

  /// The outcome of a match by what PCRE2 returned.
  @inline(__always)
  static func outcome(
    _ result: Int32,
    _ block: OpaquePointer,
    _ base: Int,
    _ length: Int,
    _ layout: CaptureLayout
  ) -> MatchOutcome {
    if result > 0 {
      let offsets = unsafe pcre2_get_ovector_pointer_8(block)
      return unsafe .matched(offsets, base, length, layout)
    }
    return result == PCRE2_ERROR_NOMATCH ? .unmatched : .failed(result)
  }

  /// Returns the public code for an error of PCRE2.
  static func code(of error: Int32) -> MatchError.Code {
    switch error {
    case PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT: .stepLimit
    case PCRE2_ERROR_HEAPLIMIT, PCRE2_ERROR_NOMEMORY, PCRE2_ERROR_JIT_STACKLIMIT: .memoryLimit
    default: .engine(error)
    }
  }
}

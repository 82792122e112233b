internal import CPCRE2
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

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
  // Globals are looked at through a gate each time; these two are at hand here.
  private let scratchKey = MatchScratch.key
  private let quickContext = unsafe MatchContexts.quick
  /// The groups that capture, those of users' expressions included.
  let captureCount: Int

  init(_ text: [UInt8], options: Options) throws(Refusal) {
    var error: Int32 = 0
    var offset = 0
    let flags = Self.flags(options)
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
    unsafe code = compiled
    usesJIT = options.usesJIT
    captureCount = unsafe Int(
      Self.info(UInt32(PCRE2_INFO_CAPTURECOUNT), of: compiled, as: UInt32.self)
    )
  }

  deinit {
    let running = unsafe running.load(ordering: .acquiring)
    if unsafe running != code { unsafe pcre2_code_free_8(running) }
    unsafe pcre2_code_free_8(code)
  }

  /// The number of bytes that the compiled form takes, machine code aside.
  var size: Int {
    unsafe Self.info(UInt32(PCRE2_INFO_SIZE), of: code, as: Int.self)
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
    guard budget.spendQuickStep() else {
      return unsafe climb(subject, base, layout, after: nil, &budget)
    }
    guard captureCount < MatchScratch.pairs,
      let block = unsafe MatchScratch.block(key: scratchKey),
      let running = unsafe running.load(ordering: .acquiring), unsafe running != code
    else { return unsafe matchSlowly(subject, base, layout, &budget) }
    // pcre2jit(3), "JIT fast path API": no checks of the arguments, which are right by
    // construction.
    let result = unsafe pcre2_jit_match_8(
      running,
      subject.baseAddress,
      subject.count,
      0,
      0,
      block,
      quickContext
    )
    return unsafe outcome(result, block, subject, base, layout, &budget)
  }

  /// The first match, and all where there is no JIT or no usual block for the thread.
  @inline(never)
  private func matchSlowly(
    _ subject: UnsafeBufferPointer<UInt8>,
    _ base: Int,
    _ layout: CaptureLayout,
    _ budget: inout MatchBudget
  ) -> MatchOutcome {
    let running = unsafe running.load(ordering: .acquiring) ?? prepared()
    let usual = unsafe captureCount < MatchScratch.pairs ? MatchScratch.block(key: scratchKey) : nil
    let own = unsafe usual == nil ? newBlock() : nil
    defer { unsafe pcre2_match_data_free_8(own) }
    guard let block = unsafe usual ?? own else { return .failed(PCRE2_ERROR_NOMEMORY) }
    let result = unsafe pcre2_match_8(
      running,
      subject.baseAddress,
      subject.count,
      0,
      running == code ? UInt32(PCRE2_NO_JIT) : 0,
      block,
      quickContext
    )
    return unsafe outcome(result, block, subject, base, layout, &budget)
  }

  /// Returns the outcome of a match of a few steps.
  @inline(__always)
  private func outcome(
    _ result: Int32,
    _ block: OpaquePointer,
    _ subject: UnsafeBufferPointer<UInt8>,
    _ base: Int,
    _ layout: CaptureLayout,
    _ budget: inout MatchBudget
  ) -> MatchOutcome {
    if result > 0 {
      let offsets = unsafe pcre2_get_ovector_pointer_8(block)
      return unsafe .matched(offsets, base, subject.count, layout)
    }
    if result == PCRE2_ERROR_NOMATCH { return .unmatched }
    return unsafe climb(subject, base, layout, after: result, &budget)
  }

  /// Matches under growing limits, when a few steps did not decide, or there are not even as many
  /// left.
  @inline(never)
  private func climb(
    _ subject: UnsafeBufferPointer<UInt8>,
    _ base: Int,
    _ layout: CaptureLayout,
    after first: Int32?,
    _ budget: inout MatchBudget
  ) -> MatchOutcome {
    // A block of its own: the interpreter keeps in it what memory it took, which can be much.
    guard let block = unsafe newBlock() else { return .failed(PCRE2_ERROR_NOMEMORY) }
    defer { unsafe pcre2_match_data_free_8(block) }
    let result = unsafe MatchLadder.match(self, subject, block, after: first, &budget)
    guard result > 0 else {
      return result == PCRE2_ERROR_NOMATCH ? .unmatched : .failed(result)
    }
    let offsets = unsafe pcre2_get_ovector_pointer_8(block)
    return unsafe .matched(offsets, base, subject.count, layout)
  }

  private func newBlock() -> OpaquePointer? {
    unsafe pcre2_match_data_create_8(UInt32(clamping: captureCount + 1), nil)
  }

  /// A match under a limit of its own, as machine code or interpreted.
  func match(
    _ subject: UnsafeBufferPointer<UInt8>,
    _ block: OpaquePointer,
    _ context: OpaquePointer,
    interpreted: Bool
  ) -> Int32 {
    let running = unsafe running.load(ordering: .acquiring) ?? code
    return unsafe pcre2_match_8(
      interpreted ? code : running,
      subject.baseAddress,
      subject.count,
      0,
      interpreted ? UInt32(PCRE2_NO_JIT) : 0,
      block,
      context
    )
  }

  /// Makes the machine code at the first match.
  @inline(never)
  private func prepared() -> OpaquePointer {
    var made = unsafe code
    if usesJIT, let copy = unsafe pcre2_code_copy_8(code) {
      // pcre2jit(3): where there is no JIT, or no memory for it, the call says so and the code
      // works as it is.
      if unsafe pcre2_jit_compile_8(copy, UInt32(PCRE2_JIT_COMPLETE)) == 0 {
        unsafe made = copy
      } else {
        unsafe pcre2_code_free_8(copy)
      }
    }
    let (exchanged, original) = unsafe running.compareExchange(
      expected: nil,
      desired: made,
      ordering: .acquiringAndReleasing
    )
    if exchanged { return unsafe made }
    // Another thread was first; its copy is as good.
    if unsafe made != code { unsafe pcre2_code_free_8(made) }
    return unsafe original ?? code
  }

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

  /// Returns the public code for an error of PCRE2.
  static func code(of error: Int32) -> MatchError.Code {
    switch error {
    case PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT: .stepLimit
    case PCRE2_ERROR_HEAPLIMIT, PCRE2_ERROR_NOMEMORY, PCRE2_ERROR_JIT_STACKLIMIT: .memoryLimit
    default: .engine(error)
    }
  }
}

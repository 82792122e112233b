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
  // Globals are looked at through a gate each time; this one is at hand here.
  private let scratchKey = MatchScratch.key
  /// The most times that a byte is come to, as a shift of one; `nil` where matches are counted.
  private let shift: Int?
  /// Whether PCRE2 calls before each element.
  private let isMarked: Bool
  /// The text that it was compiled from, for what is called; empty where nothing is.
  private let text: [UInt8]
  /// The groups that capture, those of users' expressions included.
  let captureCount: Int

  init(_ text: [UInt8], options: Options) throws(Refusal) {
    let shift = RegexEffort.shift(of: text)
    var compiled = unsafe try Self.compile(text, Self.flags(options), options)
    // What is compiled without calls says how large the expression is.
    let size = unsafe Self.info(UInt32(PCRE2_INFO_SIZE), of: compiled, as: Int.self)
    var isMarked = false
    if shift == nil {
      let flags = Self.flags(options) | UInt32(PCRE2_AUTO_CALLOUT)
      // The calls can make an expression too large that is not too large without them.
      if let marked = unsafe try? Self.compile(text, flags, options) {
        unsafe pcre2_code_free_8(compiled)
        unsafe compiled = marked
        isMarked = true
      }
    }
    self.isMarked = isMarked
    self.shift = shift
    self.size = size
    self.text = isMarked ? text : []
    unsafe code = compiled
    usesJIT = options.usesJIT
    captureCount = unsafe Int(
      Self.info(UInt32(PCRE2_INFO_CAPTURECOUNT), of: compiled, as: UInt32.self)
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

  /// The number of bytes that the compiled form takes, machine code and calls aside.
  let size: Int

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
    guard let shift else { return unsafe countedMatch(subject, base, layout, &budget) }
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
    return unsafe outcome(result, block, base, subject.count, layout)
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
    var result = unsafe run(subject, block, nil, prepared(&budget))
    if result == PCRE2_ERROR_JIT_STACKLIMIT {
      result = unsafe run(subject, block, nil, code)
    }
    return unsafe outcome(result, block, base, subject.count, layout)
  }

  /// A match that may go back over what it has seen, and is counted as it goes.
  @inline(never)
  private func countedMatch(
    _ subject: UnsafeBufferPointer<UInt8>,
    _ base: Int,
    _ layout: CaptureLayout,
    _ budget: inout MatchBudget,
    isInterpreted: Bool = false
  ) -> MatchOutcome {
    // The last byte that is wanted is looked for in all of the subject before the first element is.
    let looks = budget.looks - subject.count / MatchBudget.bytesOfLook
    guard looks > 0 else {
      budget.spend(looks: budget.looks)
      return .failed(PCRE2_ERROR_MATCHLIMIT)
    }
    let running = unsafe isInterpreted ? code : prepared(&budget)
    // The interpreter keeps in a block what memory it took, which can be much: it gets one of its
    // own.
    let isUsual = unsafe captureCount < MatchScratch.pairs && running != code
    let usual = unsafe isUsual ? MatchScratch.own(key: scratchKey) : nil
    let own = unsafe usual == nil ? MatchScratch.make(pairs: captureCount + 1) : nil
    defer { unsafe MatchScratch.free(own) }
    guard let scratch = unsafe usual ?? own else { return .failed(PCRE2_ERROR_NOMEMORY) }
    let (block, context) = unsafe (scratch.pointee.block, scratch.pointee.context)
    // What cannot be counted may run through the subject at each of its steps, as far as anybody
    // knows.
    let steps = isMarked ? nil : looks / (1 + subject.count / 4)
    unsafe MatchContexts.limit(context, to: steps)
    let result = unsafe text.withUnsafeBufferPointer { text in
      let count = unsafe cpcre2_count(left: Int64(looks), place: 0, text: text.baseAddress)
      unsafe scratch.pointee.count.pointee = count
      // A long subject is likely to need more than the thread's stack has.
      let result =
        unsafe subject.count > Self.longSubject
        ? PCRE2_ERROR_JIT_STACKLIMIT : run(subject, block, context, running)
      guard result == PCRE2_ERROR_JIT_STACKLIMIT else { return result }
      // What was given up is not charged, so that the same match always takes the same.
      unsafe scratch.pointee.count.pointee = count
      return unsafe runOnHeap(subject, block, context, running)
    }
    if result != PCRE2_ERROR_JIT_STACKLIMIT {
      let left = unsafe Int(scratch.pointee.count.pointee.left)
      let isSpent = !isMarked && result == PCRE2_ERROR_MATCHLIMIT
      let taken = isMarked ? looks - left : isSpent ? looks : looks / Self.shareOfUncounted
      budget.spend(looks: budget.looks - looks + taken)
    }
    if result == PCRE2_ERROR_JIT_STACKLIMIT {
      // pcre2jit(3), "Controlling the JIT stack": the interpreter has no stack to run out of, only
      // the heap with its limit.
      return unsafe countedMatch(subject, base, layout, &budget, isInterpreted: true)
    }
    return unsafe outcome(result, block, base, subject.count, layout)
  }

  /// A match that may need more than the thread's stack has, with a stack of its own.
  @inline(never)
  private func runOnHeap(
    _ subject: UnsafeBufferPointer<UInt8>,
    _ block: OpaquePointer,
    _ context: OpaquePointer,
    _ running: OpaquePointer
  ) -> Int32 {
    if unsafe running == code { return unsafe run(subject, block, context, running) }
    guard let stack = unsafe MatchContexts.stack() else { return PCRE2_ERROR_JIT_STACKLIMIT }
    defer { unsafe pcre2_jit_stack_free_8(stack) }
    unsafe pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack))
    defer { unsafe pcre2_jit_stack_assign_8(context, nil, nil) }
    return unsafe run(subject, block, context, running)
  }

  private func run(
    _ subject: UnsafeBufferPointer<UInt8>,
    _ block: OpaquePointer,
    _ context: OpaquePointer?,
    _ running: OpaquePointer
  ) -> Int32 {
    unsafe pcre2_match_8(
      running,
      subject.baseAddress,
      subject.count,
      0,
      running == code ? UInt32(PCRE2_NO_JIT) : 0,
      block,
      context
    )
  }

  @inline(__always)
  private func outcome(
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

  /// The machine code, made at the first match that can afford it; until then the code that is
  /// interpreted.
  @inline(never)
  private func prepared(_ budget: inout MatchBudget) -> OpaquePointer {
    if let running = unsafe running.load(ordering: .acquiring) { return unsafe running }
    var made = unsafe code
    if usesJIT, !budget.spendCompiling(size: size) { return unsafe code }
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

  /// The part of the looks left that a match is charged with which cannot be counted.
  private static let shareOfUncounted = 8

  /// The bytes of a subject from which on a match gets a stack of its own at once.
  private static let longSubject = 512

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

internal import CPCRE2
internal import Synchronization

/// A regular expression whose matches are counted as they go: PCRE2 calls before each element.
///
/// `@unchecked` for the same reason as ``CompiledRegex``.
@safe
final class CountedRegex: @unchecked Sendable {
  private let code: OpaquePointer
  private let running = unsafe Atomic<OpaquePointer?>(nil)
  private let usesJIT: Bool
  /// The number of bytes that the compiled form takes, machine code aside.
  private let size: Int
  private let captureCount: Int
  /// The text that it was compiled from, for what is called; empty where nothing is.
  private let text: [UInt8]
  /// The most brackets that a match walks out of at once.
  private let depth: Int

  /// Takes over compiled code; fails without any.
  ///
  /// - Parameters:
  ///   - code: the code.
  ///   - text: the text that it was compiled from, with calls; empty without any.
  ///   - depth: the most rounds that one group can do without.
  ///   - captureCount: the groups that capture.
  ///   - usesJIT: whether machine code is made.
  init?(
    _ code: OpaquePointer?,
    text: [UInt8],
    depth: Int,
    captureCount: Int,
    usesJIT: Bool
  ) {
    guard let code = unsafe code else { return nil }
    unsafe self.code = code
    self.text = text
    self.depth = depth
    self.captureCount = captureCount
    self.usesJIT = usesJIT
    var size = 0
    _ = unsafe withUnsafeMutablePointer(to: &size) {
      unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_SIZE), UnsafeMutableRawPointer($0))
    }
    self.size = size
  }

  deinit {
    let running = unsafe running.load(ordering: .acquiring)
    if unsafe running != code { unsafe pcre2_code_free_8(running) }
    unsafe pcre2_code_free_8(code)
  }

  /// Whether PCRE2 calls before each element.
  private var isMarked: Bool { !text.isEmpty }

  /// Matches a subject, and charges the budget with all that was looked at.
  ///
  /// The ranges are those of a text in which the subject stands `base` bytes behind the beginning.
  func match(
    _ subject: UnsafeBufferPointer<UInt8>,
    base: Int,
    layout: CaptureLayout,
    budget: inout MatchBudget,
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
    let usual = unsafe isUsual ? MatchScratch.own(key: MatchScratch.key) : nil
    let own = unsafe usual == nil ? MatchScratch.make(pairs: captureCount + 1) : nil
    defer { unsafe MatchScratch.free(own) }
    guard let scratch = unsafe usual ?? own else { return .failed(PCRE2_ERROR_NOMEMORY) }
    let (block, context) = unsafe (scratch.pointee.block, scratch.pointee.context)
    // What cannot be counted may run through the subject and out of all brackets at each of its
    // steps, as far as anybody knows.
    let worst = 1 + subject.count / 4 + depth / MatchBudget.bracketsOfLook
    let steps = isMarked ? .max : UInt32(clamping: looks / worst)
    unsafe scratch.pointee.limit(to: steps)
    let result = unsafe text.withUnsafeBufferPointer { text in
      let count = unsafe cpcre2_count(
        left: Int64(looks),
        place: 0,
        text: text.baseAddress,
        is_deep: depth >= MatchBudget.bracketsOfLook
      )
      unsafe scratch.pointee.count.pointee = count
      // A long subject is likely to need more than the thread's stack has.
      let result =
        unsafe subject.count > Self.longSubject
        ? PCRE2_ERROR_JIT_STACKLIMIT : MachineCode.run(running, of: code, subject, block, context)
      guard result == PCRE2_ERROR_JIT_STACKLIMIT else { return result }
      // What was given up is not charged, so that the same match always takes the same.
      unsafe scratch.pointee.count.pointee = count
      return unsafe runOnHeap(subject, block, context, running)
    }
    if result == PCRE2_ERROR_JIT_STACKLIMIT {
      // pcre2jit(3), "Controlling the JIT stack": the interpreter has no stack to run out of, only
      // the heap with its limit.
      return unsafe match(
        subject,
        base: base,
        layout: layout,
        budget: &budget,
        isInterpreted: true
      )
    }
    let left = unsafe Int(scratch.pointee.count.pointee.left)
    let isSpent = !isMarked && result == PCRE2_ERROR_MATCHLIMIT
    let taken = isMarked ? looks - left : isSpent ? looks : looks / Self.shareOfUncounted
    budget.spend(looks: budget.looks - looks + taken)
    return unsafe .outcome(result, block, base, subject.count, layout)
  }

  /// A match that may need more than the thread's stack has, with a stack of its own.
  @inline(never)
  private func runOnHeap(
    _ subject: UnsafeBufferPointer<UInt8>,
    _ block: OpaquePointer,
    _ context: OpaquePointer,
    _ running: OpaquePointer
  ) -> Int32 {
    if unsafe running == code {
      return unsafe MachineCode.run(running, of: code, subject, block, context)
    }
    guard let stack = unsafe MatchContexts.stack() else { return PCRE2_ERROR_JIT_STACKLIMIT }
    defer { unsafe pcre2_jit_stack_free_8(stack) }
    unsafe pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack))
    defer { unsafe pcre2_jit_stack_assign_8(context, nil, nil) }
    return unsafe MachineCode.run(running, of: code, subject, block, context)
  }

  private func prepared(_ budget: inout MatchBudget) -> OpaquePointer {
    unsafe MachineCode.of(code, running, size: size, isAsked: usesJIT, &budget)
  }

  /// The part of the looks left that a match is charged with which cannot be counted.
  private static let shareOfUncounted = 8

  /// The bytes of a subject from which on a match gets a stack of its own at once.
  private static let longSubject = 512
}

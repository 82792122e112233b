internal import CPCRE2

/// The match contexts that all matches share: PCRE2 only reads them.
enum MatchContexts {
  /// The steps of PCRE2 that a match may take for one of its budget: enough for nearly all,
  /// microseconds at the most.
  static let quickSteps = 100

  /// `nonisolated(unsafe)`: made once, only read from then on, never freed.
  nonisolated(unsafe) static let quick: OpaquePointer? = unsafe context(steps: quickSteps)

  /// A context with a limit of steps, to be freed by who asked for it.
  static func context(steps: Int) -> OpaquePointer? {
    let context = unsafe pcre2_match_context_create_8(nil)
    if let context = unsafe context {
      _ = unsafe pcre2_set_match_limit_8(context, UInt32(clamping: steps))
      // The interpreter's memory, in KiB: some 100 bytes for each step that can be taken back.
      _ = unsafe pcre2_set_heap_limit_8(context, heapLimit)
    }
    return unsafe context
  }

  private static let heapLimit: UInt32 = 16_384

  /// A stack for machine code that needs more than the 32 KiB it has of the thread's, to be freed
  /// by who asked for it.
  static func stack() -> OpaquePointer? { unsafe pcre2_jit_stack_create_8(32_768, 1 << 20, nil) }
}

/// Runs a match again that was not decided within the few steps that cost one.
///
/// PCRE2 does not tell how many steps a match took, so the match runs again under limits that grow,
/// at first to the double, and the budget is charged with the limit that was enough. All runs
/// together cost little more than the last few.
enum MatchLadder {
  /// Matches under growing limits; `first` is how a match of a few steps ended, if there has been
  /// one.
  static func match(
    _ regex: borrowing CompiledRegex,
    _ subject: UnsafeBufferPointer<UInt8>,
    _ block: OpaquePointer,
    after first: Int32?,
    _ budget: inout MatchBudget
  ) -> Int32 {
    let allowed = budget.steps(forLength: subject.count)
    var limit = first == nil ? 0 : MatchContexts.quickSteps
    var outcome = first ?? PCRE2_ERROR_MATCHLIMIT
    var interpreted = false
    var stack: OpaquePointer?
    defer { unsafe pcre2_jit_stack_free_8(stack) }
    while true {
      switch outcome {
      case PCRE2_ERROR_MATCHLIMIT where limit < allowed:
        let next = limit < 8 * MatchContexts.quickSteps ? limit * 2 : limit * 8
        limit = min(max(next, MatchContexts.quickSteps), allowed)
      case PCRE2_ERROR_JIT_STACKLIMIT where unsafe stack == nil && !interpreted:
        // A step of machine code takes a thirtieth of the interpreter's time: worth a stack of its
        // own.
        unsafe stack = MatchContexts.stack()
        interpreted = unsafe stack == nil
      case PCRE2_ERROR_JIT_STACKLIMIT where !interpreted:
        // pcre2jit(3), "Controlling the JIT stack": the interpreter has no stack to run out of,
        // only the heap with its limit.
        interpreted = true
      default:
        budget.spend(limit)
        return outcome
      }
      guard let context = unsafe MatchContexts.context(steps: limit) else {
        return PCRE2_ERROR_NOMEMORY
      }
      defer { unsafe pcre2_match_context_free_8(context) }
      if let stack = unsafe stack {
        unsafe pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack))
      }
      outcome = unsafe regex.match(subject, block, context, interpreted: interpreted)
    }
  }
}

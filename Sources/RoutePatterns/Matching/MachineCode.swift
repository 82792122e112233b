internal import CPCRE2
internal import Synchronization

/// The machine code of compiled expressions.
enum MachineCode {
  /// Returns the copy of some code that has machine code, made at the first match that can afford
  /// it; until then, and where there is none to be had, the code itself, which is interpreted.
  @inline(__always)
  static func of(
    _ code: OpaquePointer,
    _ running: borrowing Atomic<OpaquePointer?>,
    size: Int,
    isAsked: Bool,
    _ budget: inout MatchBudget
  ) -> OpaquePointer {
    if let running = unsafe running.load(ordering: .acquiring) { return unsafe running }
    if isAsked, !budget.spendCompiling(size: size) { return unsafe code }
    return unsafe make(of: code, running, isAsked: isAsked)
  }

  /// Matches a subject by what runs of some code, which is interpreted where it is the code itself.
  @inline(__always)
  static func run(
    _ running: OpaquePointer,
    of code: OpaquePointer,
    _ subject: UnsafeBufferPointer<UInt8>,
    _ block: OpaquePointer,
    _ context: OpaquePointer?
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

  @inline(never)
  private static func make(
    of code: OpaquePointer,
    _ running: borrowing Atomic<OpaquePointer?>,
    isAsked: Bool
  ) -> OpaquePointer {
    var made = unsafe code
    if isAsked, let copy = unsafe pcre2_code_copy_8(code) {
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
}

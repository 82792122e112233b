internal import CPCRE2

/// The contexts that matches are made in.
enum MatchContexts {
  /// A context in which looks are counted, to be freed by who asked for it; the count has to
  /// outlive it.
  static func counting(_ count: UnsafeMutablePointer<cpcre2_count>) -> OpaquePointer? {
    guard let context = unsafe pcre2_match_context_create_8(nil) else { return nil }
    // The interpreter's memory, in KiB: some 100 bytes for each step that can be taken back.
    _ = unsafe pcre2_set_heap_limit_8(context, 16_384)
    _ = unsafe pcre2_set_callout_8(context, cpcre2_look, UnsafeMutableRawPointer(count))
    unsafe limit(context, to: nil)
    return unsafe context
  }

  /// Sets how many steps a match may take as PCRE2 counts them; as many as it can count where looks
  /// are counted.
  static func limit(_ context: OpaquePointer, to steps: Int?) {
    _ = unsafe pcre2_set_match_limit_8(context, steps.map { UInt32(clamping: $0) } ?? .max)
  }

  /// A stack for machine code that needs more than the 32 KiB it has of the thread's, to be freed
  /// by who asked for it.
  static func stack() -> OpaquePointer? { unsafe pcre2_jit_stack_create_8(32_768, 1 << 20, nil) }
}

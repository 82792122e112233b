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
    return unsafe context
  }

  /// A stack for machine code that needs more than the 32 KiB it has of the thread's, to be freed
  /// by who asked for it.
  static func stack() -> OpaquePointer? { unsafe pcre2_jit_stack_create_8(32_768, 1 << 20, nil) }
}

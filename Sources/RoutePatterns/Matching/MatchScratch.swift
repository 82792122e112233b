internal import CPCRE2

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The memory that PCRE2 writes a match into: one block a thread, made once and freed with the thread.
///
/// A match neither suspends nor calls out, so that no two matches ever meet in one block.
enum MatchScratch {
  /// Enough for 31 values and the whole; a pattern with more gets a larger block in its place.
  private static let usualPairs = 32

  /// The key of the thread's block; nothing when the system has no key left.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    // pcre2api(3), "pcre2_match_data_free": the block is freed as a whole, here by the thread's end.
    let result = unsafe pthread_key_create(&key) { block in
      unsafe pcre2_match_data_free_8(OpaquePointer(block))
    }
    return result == 0 ? key : nil
  }()

  /// Lends the thread's block, with room for a number of ranges.
  @inline(__always)
  static func withBlock<Result>(
    pairs: Int,
    _ body: (_ block: OpaquePointer?) -> Result
  ) -> Result {
    if let key, pairs <= usualPairs, let block = unsafe pthread_getspecific(key) {
      return unsafe body(OpaquePointer(block))
    }
    return unsafe withNewBlock(pairs: pairs, body)
  }

  @inline(never)
  private static func withNewBlock<Result>(
    pairs: Int,
    _ body: (_ block: OpaquePointer?) -> Result
  ) -> Result {
    let count = UInt32(clamping: max(pairs, usualPairs))
    guard let block = unsafe pcre2_match_data_create_8(count, nil) else { return body(nil) }
    if pairs <= usualPairs, let key,
      unsafe pthread_setspecific(key, UnsafeMutableRawPointer(block)) == 0
    {
      return unsafe body(block)
    }
    defer { unsafe pcre2_match_data_free_8(block) }
    return unsafe body(block)
  }
}

internal import CPCRE2

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The memory that PCRE2 writes a match into: one block a thread, made once and freed with the
/// thread.
///
/// A match neither suspends nor calls out, so that no two matches ever meet in one block.
enum MatchScratch {
  /// The ranges a block has room for: 31 values and the whole.
  ///
  /// A pattern with more makes a block each time.
  static let pairs = 32

  /// The key of the thread's block; `nil` when the system has no key left.
  static let key: pthread_key_t? = {
    var key = pthread_key_t()
    // pcre2api(3), "pcre2_match_data_free": the block is freed as a whole, here by the thread's
    // end.
    let result = unsafe pthread_key_create(&key) { block in
      unsafe pcre2_match_data_free_8(OpaquePointer(block))
    }
    return result == 0 ? key : nil
  }()

  /// The thread's block; `nil` when there is no memory for it.
  @inline(__always)
  static func block(key: pthread_key_t?) -> OpaquePointer? {
    guard let key else { return nil }
    if let block = unsafe pthread_getspecific(key) { return OpaquePointer(block) }
    return unsafe newBlock(key: key)
  }

  @inline(never)
  private static func newBlock(key: pthread_key_t) -> OpaquePointer? {
    guard let block = unsafe pcre2_match_data_create_8(UInt32(pairs), nil) else { return nil }
    guard unsafe pthread_setspecific(key, UnsafeMutableRawPointer(block)) == 0 else {
      unsafe pcre2_match_data_free_8(block)
      return nil
    }
    return unsafe block
  }
}

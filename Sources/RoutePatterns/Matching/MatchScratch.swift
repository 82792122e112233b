internal import CPCRE2
internal import SwitchyardSystem

/// The memory that PCRE2 writes a match into, and that it is counted in: one a thread, made once
/// and freed with the thread.
///
/// A match neither suspends nor calls out to anyone, so that no two matches ever meet in one.
@safe
struct MatchScratch {
  /// The ranges of a match.
  let block: OpaquePointer
  /// The context in which looks are counted.
  let context: OpaquePointer
  /// The count that the context writes to.
  let count: UnsafeMutablePointer<cpcre2_count>
  /// The steps that a match may take as PCRE2 counts them, which the context knows; 0 before the
  /// first.
  private var steps: UInt32 = 0

  private init(
    block: OpaquePointer,
    context: OpaquePointer,
    count: UnsafeMutablePointer<cpcre2_count>
  ) {
    unsafe self.block = block
    unsafe self.context = context
    unsafe self.count = count
  }

  /// Sets how many steps a match may take as PCRE2 counts them; as many as it can count where looks
  /// are counted.
  @inline(__always)
  mutating func limit(to steps: UInt32) {
    guard steps != self.steps else { return }
    self.steps = steps
    _ = unsafe pcre2_set_match_limit_8(context, steps)
  }

  /// The ranges a block has room for: 31 values and the whole.
  ///
  /// A pattern with more makes its own each time.
  static let pairs = 32

  /// The key of the thread's; `nil` when the system has no key left.
  static let key: pthread_key_t? = {
    var key = pthread_key_t()
    let result = unsafe pthread_key_create(&key) { scratch in
      // Optional in some systems' headers.
      let scratch: UnsafeMutableRawPointer? = unsafe scratch
      unsafe MatchScratch.free(scratch?.assumingMemoryBound(to: MatchScratch.self))
    }
    return result == 0 ? key : nil
  }()

  /// The thread's; `nil` when there is no memory for it.
  @inline(__always)
  static func own(key: pthread_key_t?) -> UnsafeMutablePointer<MatchScratch>? {
    guard let key else { return nil }
    if let scratch = unsafe pthread_getspecific(key) {
      return unsafe scratch.assumingMemoryBound(to: MatchScratch.self)
    }
    return unsafe newOwn(key: key)
  }

  @inline(never)
  private static func newOwn(key: pthread_key_t) -> UnsafeMutablePointer<MatchScratch>? {
    guard let scratch = unsafe make(pairs: pairs) else { return nil }
    guard unsafe pthread_setspecific(key, UnsafeMutableRawPointer(scratch)) == 0 else {
      unsafe free(scratch)
      return nil
    }
    return unsafe scratch
  }

  /// Makes memory for matches of some ranges, to be freed by who asked for it; `nil` when there
  /// is none.
  static func make(pairs: Int) -> UnsafeMutablePointer<MatchScratch>? {
    guard let block = unsafe pcre2_match_data_create_8(UInt32(clamping: pairs), nil) else {
      return nil
    }
    let count = UnsafeMutablePointer<cpcre2_count>.allocate(capacity: 1)
    unsafe count.initialize(to: cpcre2_count())
    guard let context = unsafe MatchContexts.counting(count) else {
      unsafe pcre2_match_data_free_8(block)
      unsafe count.deallocate()
      return nil
    }
    let scratch = UnsafeMutablePointer<MatchScratch>.allocate(capacity: 1)
    unsafe scratch.initialize(to: MatchScratch(block: block, context: context, count: count))
    return unsafe scratch
  }

  static func free(_ scratch: UnsafeMutablePointer<MatchScratch>?) {
    guard let scratch = unsafe scratch else { return }
    let held = unsafe scratch.pointee
    unsafe pcre2_match_context_free_8(held.context)
    // pcre2api(3), "pcre2_match_data_free": the block is freed as a whole.
    unsafe pcre2_match_data_free_8(held.block)
    unsafe held.count.deallocate()
    unsafe scratch.deallocate()
  }
}

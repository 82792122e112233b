import Synchronization

/// How far a dispatch without a machine has come, in one word.
///
/// It is either the run of the handler at which a full dispatch has taken over, or a handler by its place, with
/// whether it has answered and whether somebody is about to put such a run there.
struct InlineProgress: Equatable {
  // The lowest bit is that of no address.
  private static let inlineBit: UInt = 1
  private static let answeredBit: UInt = 2
  private static let takenBit: UInt = 4
  private static let bits = inlineBit | answeredBit | takenBit
  private static let indexShift: UInt = 3

  let word: UInt

  init(word: UInt) { self.word = word }

  /// The handler at a place is the next, or runs.
  init(at index: Int) { word = UInt(index) << Self.indexShift | Self.inlineBit }

  /// A full dispatch has taken over at a run, which is held from now on.
  init(holding run: HandlerRun) {
    word = unsafe UInt(bitPattern: Unmanaged.passRetained(run).toOpaque())
  }

  private var held: Unmanaged<HandlerRun>? {
    guard word & Self.inlineBit == 0, let address = unsafe UnsafeRawPointer(bitPattern: word)
    else { return nil }
    return unsafe Unmanaged.fromOpaque(address)
  }

  var index: Int { Int(word >> Self.indexShift) }
  /// Whether the handler has answered, and nobody takes over.
  var isAnswered: Bool { word & Self.bits == Self.inlineBit | Self.answeredBit }

  /// Whether the handler at a place has not answered, and nobody takes over.
  func isUnanswered(at index: Int) -> Bool { self == InlineProgress(at: index) }

  /// Whether nobody takes over or has done so.
  var isFree: Bool { word & (Self.inlineBit | Self.takenBit) == Self.inlineBit }

  /// The run at which a full dispatch has taken over.
  var run: HandlerRun? { unsafe held?.takeUnretainedValue() }

  /// Lets go of the run, if there is one.
  func release() { unsafe held?.release() }

  var answered: InlineProgress { InlineProgress(word: word | Self.answeredBit) }
  /// The next handler is at its place, and has not answered.
  var next: InlineProgress {
    InlineProgress(word: word & ~Self.answeredBit + 1 << Self.indexShift)
  }
  /// Somebody takes over.
  var taken: InlineProgress { InlineProgress(word: word | Self.takenBit) }
}

/// The word, as threads share it.
struct AtomicInlineProgress: ~Copyable {
  private let word = Atomic(InlineProgress(at: 0).word)

  var value: InlineProgress { InlineProgress(word: word.load(ordering: .acquiring)) }

  /// Goes from one value to another, unless it is no longer the one.
  /// - Returns: whether it was, and the value that there was.
  func change(
    _ old: InlineProgress,
    to new: InlineProgress
  ) -> (isChanged: Bool, found: InlineProgress) {
    let (exchanged, original) = word.compareExchange(
      expected: old.word,
      desired: new.word,
      ordering: .acquiringAndReleasing
    )
    return (exchanged, InlineProgress(word: original))
  }

  /// Puts a value in the place of one that nobody else changes.
  func set(_ new: InlineProgress) { word.store(new.word, ordering: .releasing) }
}

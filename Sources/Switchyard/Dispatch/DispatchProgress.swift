import Synchronization

/// The handler that the caller's thread of a dispatch is in, in one word.
///
/// It is either the number of a run, with whether its handler has answered and whether another
/// thread is about to take the dispatch over, or the run at which one has.
struct DispatchProgress: Equatable {
  // The lowest bit is that of no address.
  private static let numberBit: UInt = 1
  private static let answeredBit: UInt = 2
  private static let takenBit: UInt = 4
  private static let endedBit: UInt = 8
  private static let expiredBit: UInt = 16
  private static let bits = numberBit | answeredBit | takenBit | endedBit | expiredBit
  private static let shift: UInt = 5

  let word: UInt

  init(word: UInt) { self.word = word }

  /// The handler of a run is called, and has not answered.
  init(running number: Int) { word = UInt(number) << Self.shift | Self.numberBit }

  /// The dispatch has been taken over at a run, which is retained.
  init(retaining run: AnyObject) {
    word = unsafe UInt(bitPattern: Unmanaged.passRetained(run).toOpaque())
  }

  /// The dispatch that was taken over at a run has ended, or has come to another leg.
  init(ended number: Int, isExpired: Bool) {
    word =
      UInt(number) << Self.shift | Self.numberBit | Self.endedBit
      | (isExpired ? Self.expiredBit : 0)
  }

  private var held: Unmanaged<AnyObject>? {
    guard word & Self.numberBit == 0, let address = unsafe UnsafeRawPointer(bitPattern: word)
    else { return nil }
    return unsafe Unmanaged.fromOpaque(address)
  }

  private var number: Int { Int(word >> Self.shift) }

  /// The number of the run whose handler has answered, if nobody takes over.
  var answeredNumber: Int? {
    word & Self.bits == Self.numberBit | Self.answeredBit ? number : nil
  }

  /// The number of the run whose handler is called and has not answered, if nobody takes over.
  var runningNumber: Int? { word & Self.bits == Self.numberBit ? number : nil }

  /// Whether the time of a run was up before its handler answered.
  func isExpired(_ number: Int) -> Bool {
    self == DispatchProgress(ended: number, isExpired: true)
  }

  /// The run at which the dispatch was taken over.
  var run: AnyObject? { unsafe held?.takeUnretainedValue() }

  /// Releases the run, if there is one.
  func release() { unsafe held?.release() }

  var answered: DispatchProgress { DispatchProgress(word: word | Self.answeredBit) }
  /// Another thread takes over.
  var taken: DispatchProgress { DispatchProgress(word: word | Self.takenBit) }
}

/// The word, as threads share it.
struct AtomicDispatchProgress: ~Copyable {
  // Each handler is called with a number above zero.
  private let word = Atomic(DispatchProgress(running: 0).answered.taken.word)

  var value: DispatchProgress { DispatchProgress(word: word.load(ordering: .acquiring)) }

  /// Changes one value into another, unless it is no longer the one.
  /// - Returns: whether it was, and the value that there was.
  func change(
    _ old: DispatchProgress,
    to new: DispatchProgress
  ) -> (isChanged: Bool, found: DispatchProgress) {
    let (exchanged, original) = word.compareExchange(
      expected: old.word,
      desired: new.word,
      ordering: .acquiringAndReleasing
    )
    return (exchanged, DispatchProgress(word: original))
  }

  /// Takes the answer of a handler that the caller's thread has left.
  ///
  /// Others go on behind an answer where they wait in line for the dispatch, and nowhere else: then
  /// it is that thread's own.
  /// - Returns: whether it was there still.
  @inline(__always)
  func take(_ answered: DispatchProgress, isInLine: Bool) -> Bool {
    isInLine ? change(answered, to: answered.taken).isChanged : value == answered
  }

  /// Puts a value in the place of one that nobody else changes.
  func set(_ new: DispatchProgress) { word.store(new.word, ordering: .releasing) }
}

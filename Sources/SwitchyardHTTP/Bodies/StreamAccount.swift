internal import Synchronization

/// An account of the bytes of a stream that are taken, which is told once, when it ends.
///
/// Whoever drops a stream that nobody has read, or has not read to its end, ends it as well.
final class StreamAccount: Sendable {
  /// The way in which a stream has ended.
  enum End: Sendable {
    /// All of it was taken.
    case whole
    /// Its maker has thrown an error, or made less than its length.
    case failed(any Error)
    /// Its reader has left before.
    case left
  }

  typealias Receiver = @Sendable (_ taken: Int, _ end: End) -> Void

  private let length: Int?
  private let taken = Atomic(0)
  private let isClosed = Atomic(false)
  private let onEnd: Receiver

  init(length: Int?, _ onEnd: @escaping Receiver) {
    self.length = length
    self.onEnd = onEnd
  }

  deinit { close(.left) }

  /// Adds bytes that were taken.
  func add(_ count: Int) { taken.add(count, ordering: .relaxed) }

  /// Tells of the end, if nobody has.
  func close(_ end: End) {
    guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let taken = taken.load(ordering: .relaxed)
    guard let length else { return onEnd(taken, end) }
    let missing = length - taken
    switch end {
    case .whole where missing > 0:
      onEnd(taken, .failed(ServerResponseStreamError(missing: missing)))
    // Behind its length a reader need not ask for the end.
    case .left where missing <= 0: onEnd(length, .whole)
    // No more than the length is sent.
    case .whole, .failed, .left: onEnd(min(taken, length), end)
    }
  }
}

internal import Synchronization

/// An account of the bytes of a stream that are taken, which is told once, when it ends.
///
/// Whoever drops a stream that nobody has read, or has not read to its end, ends it as well.
final class StreamAccount: Sendable {
  typealias Receiver = @Sendable (_ taken: Int, _ end: AccessLogEntry.StreamEnd) -> Void

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
  func close(_ end: AccessLogEntry.StreamEnd) {
    guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let taken = taken.load(ordering: .relaxed)
    guard let length else { return onEnd(taken, end) }
    // No more than the length is sent, and behind that nobody asks for the end. Less is not all.
    let last: AccessLogEntry.StreamEnd = taken >= length ? .whole : end == .whole ? .failed : end
    onEnd(min(taken, length), last)
  }
}

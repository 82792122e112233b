/// A hint that there is something new, which `load` then returns.
public enum SessionChange: Hashable, Sendable {
  /// A session has been written, or removed. One that is renewed may be named by its new key alone.
  case session(SessionKey)
  /// Any session may have been: hints have been lost, as the connection was, or were not read in
  /// time.
  case anything
}

/// Those who read the changes of a store, each with as many hints as wait for it.
///
/// It belongs to the isolation of the store that has it.
package struct SessionChangeReaders {
  private var readers: [Int: AsyncStream<SessionChange>.Continuation] = [:]
  private var count = 0

  /// The most hints that wait for a reader.
  private static let limit = 1024

  package init() {}

  /// Whether nobody reads.
  package var isEmpty: Bool { readers.isEmpty }

  /// Adds a reader; `onEnd` is called with its number when it has read enough.
  package mutating func add(
    onEnd: @escaping @Sendable (Int) -> Void
  ) -> AsyncStream<SessionChange> {
    count += 1
    let number = count
    let (stream, continuation) = AsyncStream<SessionChange>.makeStream(
      bufferingPolicy: .bufferingNewest(Self.limit)
    )
    continuation.onTermination = { _ in onEnd(number) }
    readers[number] = continuation
    return stream
  }

  package mutating func remove(_ number: Int) { readers[number] = nil }

  /// Tells all readers.
  ///
  /// Whoever has lost a hint is told so behind it, and so never before the loss.
  package func tell(_ change: SessionChange) {
    for reader in readers.values {
      if case .dropped = reader.yield(change) { reader.yield(.anything) }
    }
  }

  /// Ends the changes for all readers.
  package func finish() { for reader in readers.values { reader.finish() } }
}

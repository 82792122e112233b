#if Hummingbird
  import Hummingbird
  import NIOCore

  /// The pace of a body that is made while it is sent: no faster than the event loops pass it on.
  ///
  /// Hummingbird's writer returns when it has given bytes to the event loop of the connection, and
  /// waits only once that loop has found that the client takes no more: a loop that comes late
  /// would hold all that was made meanwhile. Which loop it is nobody says, so all are waited for.
  struct BodyPace: Sendable {
    // Each time takes some microseconds of each loop.
    private static let length = 1 << 20

    private let group: any EventLoopGroup
    private var count = 0

    init(_ provider: EventLoopGroupProvider) { group = provider.eventLoopGroup }

    /// Waits, if that many bytes have been written since the last time that it did.
    mutating func wait(behind written: Int) async {
      count += written
      guard count >= Self.length else { return }
      count = 0
      let turns = group.makeIterator().map { $0.submit {} }
      // One that has been shut down has no turn any more, and the writer fails.
      for turn in turns { _ = try? await turn.get() }
    }
  }
#endif

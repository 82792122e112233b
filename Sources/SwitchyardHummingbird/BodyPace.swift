#if Hummingbird
  import Hummingbird
  import NIOCore

  /// The pace of a body that is made while it is sent: no faster than the event loops pass it on.
  ///
  /// Hummingbird's writer returns when it has given bytes to the event loop of the connection, and
  /// waits only once that loop has found that the client takes no more: a loop that comes late
  /// would hold all that was made meanwhile. Which loop it is nobody says, so all are waited for.
  struct BodyPace: Sendable {
    private static let length = 1 << 18

    /// The group of the application; `nil` for the one that all share, which begins threads.
    private let group: (any EventLoopGroup)?
    private var count = 0

    init(_ provider: EventLoopGroupProvider) {
      group = if case .shared(let group) = provider { group } else { nil }
    }

    /// Waits, if that many bytes have been written since the last time that it did.
    mutating func wait(behind written: Int) async {
      count += written
      guard count >= Self.length else { return }
      count = 0
      let group = group ?? EventLoopGroupProvider.singleton.eventLoopGroup
      await withCheckedContinuation { continuation in
        let turns = Turns(continuation)
        for loop in group.makeIterator() { loop.execute { withExtendedLifetime(turns) {} } }
      }
    }

    /// Lets the task go on when no loop holds it, as one that has been shut down drops its turn.
    private final class Turns: Sendable {
      private let continuation: CheckedContinuation<Void, Never>

      init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }

      deinit { continuation.resume() }
    }
  }
#endif

public import Dispatch

/// The thread that calls a handler which is a function, and that waits for it.
///
///     router.get("/health", calledOn: .serverThread) { _ in .text("well") }
///     router.get("/report", calledOn: .queue(reports)) { _ in .text(try readReport()) }
public struct HandlerThread: Sendable {
  let queue: DispatchQueue?

  /// The thread of the server that has read the request; it serves no other client meanwhile.
  ///
  /// For handlers that end at once: no call is cheaper. A queue of the group or of the router takes
  /// the place of the thread.
  public static let serverThread = HandlerThread(queue: nil)

  /// A thread of a queue, for handlers that block.
  public static func queue(_ queue: DispatchQueue) -> HandlerThread { HandlerThread(queue: queue) }
}

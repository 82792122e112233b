import Dispatch

/// The queues on which those are told that are cancelled.
///
/// They have threads when those of the global queue are held up. There are several, so that code
/// which is held up where it is told holds up few others, and not one for each, as these would take
/// all threads of the process.
struct CancellationQueues: Sendable {
  /// The queues that tasks are cancelled on, with what their code has registered for that.
  static let tasks = CancellationQueues("Switchyard.tasks")
  /// The queues that dispatches are cancelled on, which wait for no code of a handler there.
  static let dispatches = CancellationQueues("Switchyard.dispatches")

  /// The number of queues, a power of two.
  static let count = 16

  private let queues: [DispatchQueue]

  private init(_ label: String) {
    queues = (0..<Self.count).map { DispatchQueue(label: "\(label).\($0)") }
  }

  /// The queue for something with a hash, always the same one.
  subscript(hash: Int) -> DispatchQueue { queues[hash & (Self.count - 1)] }

  /// The queue for an object, always the same one.
  subscript(of object: AnyObject) -> DispatchQueue { self[ObjectIdentifier(object).hashValue] }
}

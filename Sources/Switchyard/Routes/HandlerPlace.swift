import Dispatch

/// The place that a handler runs in.
enum HandlerPlace: Sendable {
  /// On the router's queue, or the thread that drives the dispatch.
  case inherited
  case queue(DispatchQueue, QueueExecutor)
  case main

  init(_ queue: DispatchQueue?) {
    self = queue.map { .queue($0, QueueExecutor($0)) } ?? .inherited
  }

  var isInherited: Bool { if case .inherited = self { true } else { false } }

  /// The name of the place in listings.
  var label: String? {
    switch self {
    case .inherited: nil
    case .queue(let queue, _): queue.label
    case .main: "main"
    }
  }

  /// Returns this place, or another if it names none.
  func or(_ other: HandlerPlace) -> HandlerPlace {
    if case .inherited = self { other } else { self }
  }
}

/// Runs the parts of an async handler on a Dispatch queue.
final class QueueExecutor: TaskExecutor {
  private let queue: DispatchQueue

  init(_ queue: DispatchQueue) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

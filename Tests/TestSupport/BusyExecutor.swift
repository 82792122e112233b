import Dispatch

/// Runs tests that keep a processor busy for long on threads of their own, two at a time.
///
/// The threads of the tasks' own pool are as many as there are processors: two properties that draw cases for a
/// minute would let every other test wait that long at its next `await`, past whatever time limit it is about.
///
/// `@unchecked`: what changes is touched on `turns` alone, a queue and no `Mutex`, whose contention the thread
/// sanitizer takes for a race.
package final class BusyExecutor: TaskExecutor, @unchecked Sendable {
  package static let shared = BusyExecutor()

  private let turns = DispatchQueue(label: "turns of busy tests")
  private var waiting: [UnownedJob] = []
  private var idle = (0..<2).map { DispatchQueue(label: "busy tests \($0)", qos: .utility) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let queue = turns.sync {
      let queue = idle.popLast()
      if queue == nil { waiting.append(job) }
      return queue
    }
    if let queue { queue.async { self.run(job, on: queue) } }
  }

  /// Runs one job after the other until none is left.
  private func run(_ first: UnownedJob, on queue: DispatchQueue) {
    var next: UnownedJob? = first
    while let job = next {
      job.runSynchronously(on: asUnownedTaskExecutor())
      next = turns.sync {
        if waiting.isEmpty {
          idle.append(queue)
          return nil
        }
        return waiting.removeFirst()
      }
    }
  }
}

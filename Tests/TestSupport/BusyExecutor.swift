import Dispatch
import Synchronization

/// Runs tests that keep a processor busy for long on threads of their own, two at a time.
///
/// The threads of the tasks' own pool are as many as there are processors: two properties that draw cases for a
/// minute would let every other test wait that long at its next `await`, past whatever time limit it is about.
package final class BusyExecutor: TaskExecutor {
  package static let shared = BusyExecutor()

  private struct Work {
    var waiting: [UnownedJob] = []
    var idle: [DispatchQueue]
  }

  private let work = Mutex(
    Work(idle: (0..<2).map { DispatchQueue(label: "busy tests \($0)", qos: .utility) })
  )

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let queue = work.withLock { work in
      let queue = work.idle.popLast()
      if queue == nil { work.waiting.append(job) }
      return queue
    }
    queue?.async { self.run(job, on: queue) }
  }

  /// Runs one job after the other until none is left.
  private func run(_ first: UnownedJob, on queue: DispatchQueue?) {
    var next: UnownedJob? = first
    while let job = next {
      job.runSynchronously(on: asUnownedTaskExecutor())
      next = work.withLock { work in
        if work.waiting.isEmpty {
          if let queue { work.idle.append(queue) }
          return nil
        }
        return work.waiting.removeFirst()
      }
    }
  }
}

import Dispatch
import SwitchyardLocks

/// The part that commands which serve have in common.
enum Serving {
  /// Writes a line at once.
  static func say(_ line: String, _ styling: Styling) {
    var output = Output(styling: styling)
    output.line(line)
    output.flush()
  }

  /// Waits for the end of a task, which needs none of the threads that tasks share: the one that
  /// waits may be the last of them.
  static func wait(_ body: @escaping @Sendable () async throws -> Void) throws {
    let isOver = DispatchSemaphore(value: 0)
    let result = Locked(Result<Void, any Error>.success(()))
    Task(executorPreference: OwnQueue()) {
      do { try await body() } catch { result.withLock { $0 = .failure(error) } }
      isOver.signal()
    }
    isOver.wait()
    try result.withLock { $0 }.get()
  }
}

/// A queue that a task runs on.
private final class OwnQueue: TaskExecutor {
  private let queue = DispatchQueue(label: "yardmaster.serve")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}

import Dispatch

extension Task {
  /// Cancels it on another thread: what its code has registered for that may take its time.
  func cancelElsewhere() { CancellationQueues.tasks[hashValue].async { self.cancel() } }
}

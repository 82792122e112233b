import Dispatch

/// The queues that tasks are cancelled on.
///
/// They have threads when those of the global queue are held up. There are several, so that code
/// which is held up where its task is cancelled holds up few others, and not one for each task, as
/// these would take all threads of the process.
private let cancellations = (0..<16).map { DispatchQueue(label: "Switchyard.cancellation.\($0)") }

extension Task {
  /// Cancels it on another thread: what its code has registered for that may take its time.
  func cancelElsewhere() {
    cancellations[hashValue & (cancellations.count - 1)].async { self.cancel() }
  }
}

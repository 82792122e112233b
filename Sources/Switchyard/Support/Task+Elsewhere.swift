import Dispatch

extension Task {
  /// Cancels it on another thread: what its code has registered for that may take its time.
  func cancelElsewhere() {
    // A queue of its own has a thread, however many others are held up.
    DispatchQueue(label: "Switchyard.cancellation").async { self.cancel() }
  }
}

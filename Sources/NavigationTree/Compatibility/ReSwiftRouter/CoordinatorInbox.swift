import RoutePatterns

/// The queue of a coordinator's work: threads add to it, and the main actor does it.
///
/// Stores and completions hold the inbox and not the coordinator, which goes whatever they hold.
/// The coordinator, and the routables that it calls, are touched on the main actor only.
final class CoordinatorInbox: Sendable {
  /// The work, or `nil` when the coordinator is gone.
  private let work = Locked<CoordinatorWork?>(CoordinatorWork())
  @MainActor weak var coordinator: RouteCoordinator?

  func add(_ state: NavigationState) { add { $0.add(state) } }

  func add(_ signal: CoordinatorWork.Signal) { add { $0.add(signal) } }

  /// Returns the next item, or `nil` to go to sleep.
  func next(isWaiting: Bool, hasSteps: Bool) -> CoordinatorWork.Item? {
    work.withLock { $0?.next(isWaiting: isWaiting, hasSteps: hasSteps) }
  }

  /// Waits until no work is left, or the task is cancelled.
  @MainActor
  func settled() async {
    guard let number = work.withLock({ $0?.makeWaiter() }) else { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        add { $0.add(continuation, number: number) }
        // The handler may have been called already.
        if Task.isCancelled { stopWaiting(number) }
      }
    } onCancel: {
      stopWaiting(number)
    }
  }

  /// Stops accepting work, and releases the rest.
  func close() {
    let rest = work.withLock { work in
      defer { work = nil }
      return work
    }
    // Objects that states hold run code of others when they are released: after the lock.
    withExtendedLifetime(rest) {}
  }

  private func stopWaiting(_ number: Int) {
    work.withLock { $0?.removeWaiter(number) }?.resume()
  }

  private func add(_ change: (inout CoordinatorWork) -> Bool) {
    let mustWake = work.withLock { work in
      guard var changed = work else { return false }
      work = nil
      defer { work = changed }
      return change(&changed)
    }
    guard mustWake else { return }
    Task { @MainActor in
      // A loop, so that completions which are called at once do not deepen the stack.
      while coordinator?.workOnce() == true {}
    }
  }
}

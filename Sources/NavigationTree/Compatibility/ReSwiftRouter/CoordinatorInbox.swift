import SwitchyardLocks

/// The queue of a coordinator's work: threads add to it, and the main actor does it.
///
/// Stores and completions hold the inbox, and the inbox holds the coordinator for as long as there
/// is work to do. The coordinator, and the routables that it calls, are touched on the main actor
/// only.
final class CoordinatorInbox: Sendable {
  private struct Content {
    /// The work, or `nil` when the coordinator is gone.
    var work: CoordinatorWork? = CoordinatorWork()
    weak var coordinator: RouteCoordinator?
    /// The coordinator, while it has work.
    var busy: RouteCoordinator?
  }

  private let content = Locked(Content())

  /// Names the coordinator that does the work.
  func serve(_ coordinator: RouteCoordinator) {
    content.withLock { $0.coordinator = coordinator }
  }

  func add(_ state: NavigationState) { add { $0.add(state) } }

  func add(_ signal: CoordinatorWork.Signal) { add { $0.add(signal) } }

  /// Returns the next item, or `nil` to go to sleep: for good, unless a call runs or more comes.
  func next(isWaiting: Bool, hasSteps: Bool) -> CoordinatorWork.Item? {
    let (item, idle) = content.withLock { content in
      let item = content.work?.next(isWaiting: isWaiting, hasSteps: hasSteps)
      let idle = item == nil && !isWaiting ? content.busy.take() : nil
      return (item, idle)
    }
    // Its end comes back here: after the lock.
    withExtendedLifetime(idle) {}
    return item
  }

  /// Waits until no work is left, or the task is cancelled.
  @MainActor
  func settled() async {
    guard let number = content.withLock({ $0.work?.makeWaiter() }) else { return }
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
    let rest = content.withLock { $0.work.take() }
    // Objects that states hold run code of others when they are released: after the lock.
    withExtendedLifetime(rest) {}
  }

  private func stopWaiting(_ number: Int) {
    content.withLock { $0.work?.removeWaiter(number) }?.resume()
  }

  private func add(_ change: (inout CoordinatorWork) -> Bool) {
    let mustWake = content.withLock { content in
      guard var changed = content.work.take() else { return false }
      defer { content.work = changed }
      guard change(&changed), let coordinator = content.coordinator else { return false }
      content.busy = coordinator
      return true
    }
    guard mustWake else { return }
    Task { @MainActor in
      // Taken here, so that its last reference goes on the main actor.
      guard let awoken = content.withLock({ $0.busy }) else { return }
      // A loop, so that completions which are called at once do not deepen the stack.
      while awoken.workOnce() {}
    }
  }
}

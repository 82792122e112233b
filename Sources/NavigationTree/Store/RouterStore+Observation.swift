import SwitchyardLocks

extension RouterStore {
  /// Calls a closure with each state after it has been shown, in their order, at the place of the
  /// presenters.
  ///
  /// - Returns: the observation, which ends when it is released.
  public func observe(
    _ body: @escaping @Sendable (RouterState) -> Void
  ) -> NavigationObservation {
    observe(fromPresent: false) { state, _ in body(state) }
  }

  /// Calls a closure with each state after it has been shown, and how it came to be shown.
  ///
  /// It begins with the present state if asked to.
  func observe(
    fromPresent: Bool,
    _ body: @escaping @Sendable (RouterState, StoreCore.Showing) -> Void
  ) -> NavigationObservation {
    let id = core.withLock { core in
      core.lastObserver += 1
      let id = core.lastObserver
      core.observers.append(StoreCore.Observer(id: id, hasBegun: !fromPresent, body: body))
      return id
    }
    // In its turn, so that no state comes before an older one.
    if fromPresent { perform { [weak self] in self?.begin(id) } }
    return NavigationObservation { [weak self] in
      let removed = self?.core.withLock { core in
        core.observers.firstIndex { $0.id == id }.map { core.observers.remove(at: $0) }
      }
      // Objects that the closure holds are released after the lock.
      withExtendedLifetime(removed) {}
    }
  }

  private func begin(_ id: UInt64) {
    let first = core.withLock { core -> (StoreCore.Observer, RouterState, StoreCore.Showing)? in
      guard let index = core.observers.firstIndex(where: { $0.id == id }) else { return nil }
      core.observers[index].hasBegun = true
      // No gesture before this was made on what the observer opens now.
      core.screen += 1
      let showing = StoreCore.Showing(screen: core.screen, gesture: nil)
      return (core.observers[index], core.shownState, showing)
    }
    if let (observer, state, showing) = first { observer.body(state, showing) }
  }

  /// Returns the states to come, each after it has been shown, beginning with the present one.
  ///
  ///     for await state in store.states() { print(state) }
  ///
  /// - Parameter bufferingPolicy: the treatment of states that no task has awaited yet.
  /// - Returns: the states; the observation ends with the task that awaits them, and the stream
  ///   with the store.
  public func states(
    bufferingPolicy: AsyncStream<RouterState>.Continuation.BufferingPolicy = .bufferingNewest(64)
  ) -> AsyncStream<RouterState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: RouterState.self,
      bufferingPolicy: bufferingPolicy
    )
    let output = StateOutput(continuation)
    let observation = observe(fromPresent: true) { state, _ in output.continuation.yield(state) }
    continuation.onTermination = { _ in observation.cancel() }
    return stream
  }
}

/// An observation of a store, which ends when it is cancelled or released.
public final class NavigationObservation: Sendable {
  private let end: Locked<(@Sendable () -> Void)?>

  init(_ end: @escaping @Sendable () -> Void) { self.end = Locked(end) }

  deinit { cancel() }

  /// Ends the observation; a call that has begun goes on to its end.
  public func cancel() {
    let end = end.withLock { end in
      defer { end = nil }
      return end
    }
    end?()
  }
}

/// Ends a stream of states when the store that would go on with it has gone.
private final class StateOutput: Sendable {
  let continuation: AsyncStream<RouterState>.Continuation

  init(_ continuation: AsyncStream<RouterState>.Continuation) { self.continuation = continuation }

  deinit { continuation.finish() }
}

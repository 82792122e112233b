import RoutePatterns

extension RouterStore {
  /// Calls a closure with each state after it has been shown, in their order, at the place of the presenters.
  ///
  /// - Returns: the observation, which ends when it is let go of.
  public func observe(
    _ body: @escaping @Sendable (RouterState) -> Void
  ) -> NavigationObservation {
    let id = core.withLock { core in
      core.lastObserver += 1
      core.observers.append((core.lastObserver, body))
      return core.lastObserver
    }
    return NavigationObservation { [weak self] in
      let removed = self?.core.withLock { core in
        core.observers.firstIndex { $0.id == id }.map { core.observers.remove(at: $0) }
      }
      // What the closure holds goes after the lock.
      withExtendedLifetime(removed) {}
    }
  }

  /// The states to come, each after it has been shown, beginning with the present one.
  ///
  ///     for await state in store.states() { print(state) }
  ///
  /// - Parameter bufferingPolicy: what becomes of states that nobody has waited for yet.
  /// - Returns: the states; the observation ends with whoever waits for them.
  public func states(
    bufferingPolicy: AsyncStream<RouterState>.Continuation.BufferingPolicy = .bufferingNewest(64)
  ) -> AsyncStream<RouterState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: RouterState.self,
      bufferingPolicy: bufferingPolicy
    )
    continuation.yield(state)
    let observation = observe { continuation.yield($0) }
    continuation.onTermination = { _ in observation.cancel() }
    return stream
  }
}

/// An observation of a store, which ends when it is cancelled or let go of.
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

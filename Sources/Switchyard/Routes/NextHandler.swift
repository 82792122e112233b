import SwitchyardLocks

/// The rest of what handles a target, as middleware goes on to it: more middleware, and the map or
/// fallback.
///
///     router.around("/books/*") { context, next in
///       let start = ContinuousClock.now
///       try await next()
///       log(context.route, start.duration(to: .now))
///     }
public struct NextHandler: Sendable {
  private typealias Rest = @Sendable () async throws -> HandlerEnd

  private enum Phase {
    // Whoever keeps this holds none of the handlers when it is over.
    case ready(Rest)
    case running, done, over
    /// The middleware has ended, and waits for the rest.
    case awaited(Waiter)
  }

  /// The middleware that waits, in a class: a phase that holds a continuation itself is copied by
  /// calls into the runtime.
  private final class Waiter: Sendable {
    let continuation: CheckedContinuation<Void, Never>

    init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }
  }

  private final class Progress: Sendable {
    let phase: Locked<Phase>

    init(_ rest: @escaping Rest) { phase = Locked(.ready(rest)) }
  }

  private let onFault: @Sendable () -> Void
  private let progress: Progress

  /// Makes the rest for middleware that is about to run.
  /// - Parameters:
  ///   - rest: runs the rest.
  ///   - onFault: called when the middleware goes on where it may not.
  init(
    _ rest: @escaping @Sendable () async throws -> HandlerEnd,
    onFault: @escaping @Sendable () -> Void
  ) {
    self.onFault = onFault
    progress = Progress(rest)
  }

  /// Runs the rest, once, and returns when that has ended.
  ///
  /// The handlers see the task-local values that are set here. The middleware does not end before
  /// they have.
  /// - Throws: the error of the handlers, or `NextHandlerError` when it was called before or the
  ///   middleware has ended.
  public func callAsFunction() async throws { _ = try await run { try $0.get() } }

  /// Runs the rest.
  /// - Parameter finish: is told how it has ended, before the middleware can end.
  /// - Returns: the result of the closure.
  /// - Throws: its error, or `NextHandlerError`.
  package func run<Output>(
    _ finish: (Result<HandlerEnd, any Error>) throws -> Output
  ) async throws -> Output {
    let rest = progress.phase.withLock { phase -> Rest? in
      guard case .ready(let rest) = phase else { return nil }
      phase = .running
      return rest
    }
    guard let rest else {
      onFault()
      throw NextHandlerError()
    }
    defer { restHasEnded() }
    let result: Result<HandlerEnd, any Error>
    do {
      result = .success(try await rest())
    } catch {
      result = .failure(error)
    }
    return try finish(result)
  }

  private func restHasEnded() {
    let waiter = progress.phase.withLock { phase -> Waiter? in
      defer { phase = .done }
      return if case .awaited(let waiter) = phase { waiter } else { nil }
    }
    waiter?.continuation.resume()
  }

  /// The middleware has ended: whoever has kept this finds that it is over, and where the rest has
  /// been begun by another task its end is waited for.
  package func end() async {
    // Mostly the rest has ended, and there is nothing to wait for.
    if endsNow(orLater: nil) { return }
    await withCheckedContinuation { continuation in
      if endsNow(orLater: Waiter(continuation)) { continuation.resume() }
    }
  }

  /// Ends it, unless the rest still runs.
  /// - Parameter waiter: is told when that has ended.
  /// - Returns: whether it is over.
  private func endsNow(orLater waiter: Waiter?) -> Bool {
    let (isOver, phase) = progress.phase.withLock { phase in
      let before = phase
      if case .running = phase {
        if let waiter { phase = .awaited(waiter) }
        return (false, before)
      }
      phase = .over
      return (true, before)
    }
    // What the rest holds may end with it: after the lock.
    withExtendedLifetime(phase) {}
    return isOver
  }
}

/// An error of middleware that goes on to the next handler once more, or when it has ended.
public struct NextHandlerError: Error, CustomStringConvertible {
  /// The text that says what was expected.
  public var description: String {
    "next was called again, or when the middleware had ended. That call throws and runs nothing; call it at "
      + "most once, before the middleware returns."
  }
}

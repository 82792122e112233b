import SwitchyardLocks
import SwitchyardSystem

extension EmbeddedServer {
  private enum Event {
    /// A signal that ends the server, or the cancellation of its task.
    case ends
    /// A signal after which logs are opened anew.
    case reopens
  }

  /// Listens and answers until SIGTERM or SIGINT comes, and then stops as a supervisor expects it.
  ///
  ///     try await server.run(unreadyFor: .seconds(5), reopening: [log])
  ///
  /// Upon the signal its readiness ends first, and for the time of `unreadyFor` it answers on, so
  /// that a load balancer can take it out. Then it stops as with `stop(gracePeriod:)`, and this
  /// returns. A second signal ends both times at once; a third has the effect that it had before
  /// this was called, and so has any after this has returned. To cancel the task has the same
  /// effect as a signal.
  ///
  /// It also returns after the server was stopped by another task.
  /// - Parameters:
  ///   - unreadyPeriod: the time between the end of readiness and that of the server.
  ///   - gracePeriod: the time in which requests may end after that.
  ///   - endsUponSignals: whether SIGTERM and SIGINT end it; `false` where something else watches
  ///     for them, and cancels the task.
  ///   - logs: the logs that are opened anew upon SIGHUP, as after a rotation; without any, that
  ///     signal keeps its effect.
  ///   - onStart: called when the server listens.
  ///   - onStop: called before the server stops, to end streams that would go on for ever.
  /// - Throws: `EmbeddedServerError` with the reason that it cannot start.
  public func run(
    unreadyFor unreadyPeriod: Duration = .zero,
    gracePeriod: Duration = .seconds(10),
    endsUponSignals: Bool = true,
    reopening logs: [AccessLog] = [],
    onStart: (EmbeddedServer) -> Void = { _ in },
    onStop: @escaping @Sendable () -> Void = {}
  ) async throws {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    let endings = endsUponSignals ? [SIGTERM, SIGINT] : []
    let signals = SignalWatch(endings + (logs.isEmpty ? [] : [SIGHUP])) { number in
      continuation.yield(number == SIGHUP ? .reopens : .ends)
    }
    let isOver = Locked(false)
    await signals.start()
    do {
      try start {
        isOver.withLock { $0 = true }
        continuation.finish()
      }
    } catch {
      await signals.stop()
      throw error
    }
    onStart(self)
    // Of its own, as the cancellation of this task is an event and must not end the grace period.
    let work = Task { [self] in
      var stopping: Task<Void, Never>?
      for await event in events {
        switch (event, stopping) {
        case (.reopens, _): Self.reopen(logs)
        case (.ends, let stopping?):
          stopping.cancel()
          await signals.stop()
        case (.ends, nil):
          stopping = Task { [self] in
            configuration.readiness?.setServing(false)
            try? await Task.sleep(for: unreadyPeriod)
            // Another task may have stopped it meanwhile, and started it again.
            guard !isOver.withLock({ $0 }) else { return }
            onStop()
            await stop(gracePeriod: gracePeriod)
          }
        }
      }
      stopping?.cancel()
      await stopping?.value
    }
    await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      continuation.yield(.ends)
    }
    await signals.stop()
  }

  private static func reopen(_ logs: [AccessLog]) {
    for log in logs {
      do throws(ServedFileError) {
        try log.reopen()
      } catch {
        ResponseFault.print("The log goes on where it was. \(error)")
      }
    }
  }
}

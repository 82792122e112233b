import SwitchyardLocks

extension RouteDispatch {
  func outcome(
    of ending: DispatchMachine.Ending,
    _ run: DispatchMachine.Run?
  ) -> RouteOutcome {
    if case .handled = ending, let run, case let place = found.place(of: run.handler),
      place < found.count
    {
      return .handled(by: found.heldEntry(at: place).read { $0.id })
    }
    let entry = run.flatMap { self.entry(of: $0.handler) }
    switch (ending, entry) {
    case (.answered(let route), _): return .handled(by: route)
    case (.denied, let entry?):
      // Where a guard had gone before the map, it is not the handler that was come to.
      return .denied(by: entry.kind == .guard ? entry.id : history?.lost.last?.route.id ?? entry.id)
    case (.refused, let entry?): return .denied(by: entry.id)
    case (.outlasted, let entry?):
      switch entry.kind {
      case .guard: return .denied(by: entry.id)
      case .proxy: return .failed(failure(.proxyTimeLimit, entry))
      case .middleware, .map, .fallback: return .timedOut
      }
    case (.redirected(let target), _): return .redirected(to: target)
    case (.failed(let error), _): return .failed(error)
    case (.looped, _):
      return .failed(failure(.loop, entry, path: (history?.path ?? []) + [target.withoutQuery]))
    case (.unsettled, _):
      let path = history?.lost.map(\.route.pattern.text) ?? []
      return .failed(failure(.unsettled, entry, path: path))
    case (.cancelled, _): return .cancelled
    case (.notFound, _), (.handled, _), (.denied, nil), (.outlasted, nil), (.refused, nil):
      return .notFound
    }
  }

  func failure(
    _ code: DispatchError.Code,
    _ entry: RouteEntry?,
    path: [String] = []
  ) -> DispatchError {
    DispatchError(code, target: target.withoutQuery, entry: entry, path: path)
  }

  /// Reports a failure that is a fault.
  func report(_ outcome: RouteOutcome, _ run: DispatchMachine.Run?) {
    guard case .failed(let error) = outcome,
      error.code.isReported(isAwaited: listener != .nobody)
    else { return }
    // Of a map and its middleware it is one that has thrown.
    let thrower = error.route.flatMap { found.entry(of: $0) }
    let entry = thrower ?? run.flatMap { self.entry(of: $0.handler) }
    report(RouterFault(.dispatchFailed(error), entry: entry, target: error.target))
  }

  func end(
    _ outcome: RouteOutcome,
    _ run: DispatchMachine.Run?,
    releasesTurn: Bool
  ) {
    current?.stop()
    report(outcome, run)
    if let inquiry, case .redirected = outcome,
      let id = run.flatMap({ entry(of: $0.handler)?.id })
    {
      inquiry.take(redirector: id)
    }
    if let recorder { record(outcome, by: recorder) }
    let destination = found.destination
    if releasesTurn { ancestry?.end() }
    let target = target
    // What handlers would be told is released, even if one keeps its turn.
    letGo()
    switch listener {
    case .nobody: recorder?.deliver()
    case .task:
      recorder?.deliver()
      promise?.resolve(outcome)
    case .attachment:
      guard let attachment else { break }
      attachment.dispatchEnded(
        DispatchEnd(
          outcome: outcome,
          target: target,
          destination: destination,
          attachment: attachment,
          recorder: recorder
        )
      )
    }
    if releasesTurn { releaseTurn() }
  }

  func releaseTurn() {
    ancestry?.end()
    current = nil
    releaseRun()
    driver?.leave()
  }

  /// Releases the run at which it was taken over, whose handler has answered or was given up: it
  /// holds the dispatch, and the other way round.
  func releaseRun() {
    let retained = lazyTurn.current?.lock.withLock { _ -> DispatchProgress? in
      let value = progress.value
      guard let run = value.run as? HandlerRun else { return nil }
      progress.set(DispatchProgress(ended: run.run.number, isExpired: run.isExpired))
      return value
    }
    retained?.release()
  }
}

extension DispatchError.Code {
  /// Whether the failure is a fault to be reported; an error is, where nobody waits to be told.
  fileprivate func isReported(isAwaited: Bool) -> Bool {
    switch value {
    case .loop, .unsettled, .matchLimit, .badCommit: true
    case .handlerThrew: !isAwaited
    // Dropped answers and time limits have been reported as such.
    case .droppedNext, .proxyTimeLimit, .reentrant: false
    }
  }
}

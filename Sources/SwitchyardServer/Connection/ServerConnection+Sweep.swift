import SwitchyardLocks

extension ServerConnection {
  /// The input that a client is waited for, as a sweep sees it.
  enum Wait: Equatable {
    /// The first line of a request.
    case line
    /// The rest of the head.
    case head
    /// The rest of a body that has no reader any more, so that the response can be sent.
    case rest
    /// The end of a body behind the response to it.
    case end
    /// No input: there is a handler, or a response that is being sent.
    case none
  }

  /// The observation of the last sweep, and the time since which it holds.
  struct Sighting {
    let request: Int
    let wait: Wait
    let since: ContinuousClock.Instant
  }

  /// The time for which the rest of a body is awaited before the response is sent nevertheless.
  private static let patience: Duration = .seconds(1)

  /// Checks how long the client has been waited for, and ends waits that are too long.
  ///
  /// The library measures from the last byte that came, so an occasional byte would keep a
  /// connection open.
  func sweep(_ now: ContinuousClock.Instant) {
    shared.withLock { shared in
      guard !shared.isClosed else { return }
      defer { resumeAfterFarewell(&shared) }
      sendRest(&shared)
      let wait = shared.wait
      guard let seen = shared.sighting, seen.request == shared.request, seen.wait == wait else {
        shared.sighting = Sighting(request: shared.request, wait: wait, since: now)
        return
      }
      end(wait, after: seen.since.duration(to: now), &shared)
    }
  }

  /// Whether the client has gone between two requests, or in the middle of a head.
  ///
  /// If its end comes together with some bytes of one, the library waits for another edge of its
  /// epoll.
  func isForsaken(_ shared: Shared) -> Bool { !shared.hasHead && hasEnded(socket) }

  private func end(_ wait: Wait, after time: Duration, _ shared: inout Shared) {
    if isForsaken(shared) { return shutDownReading(socket) }
    let limits = core.configuration
    switch wait {
    case .line:
      let limit = shared.request == 0 ? limits.headTimeLimit : limits.idleTimeLimit
      guard time >= limit, !hasUnreadBytes(socket) else { return }
      shared.isLetGo = true
      shutDownReading(socket)
    case .head:
      if time >= limits.headTimeLimit { shutDownReading(socket) }
    case .rest:
      guard time >= Self.patience else { return }
      if core.scheme == .https {
        if time >= limits.lingerTimeLimit { shutDownReading(socket) }
      } else if !bidFarewell(&shared), time >= limits.lingerTimeLimit {
        bidFarewell(&shared, with: ResponseError(.requestTimeout))
      }
    case .end:
      guard time >= limits.lingerTimeLimit else { break }
      shared.farewell?.unsent = []
      shutDownReading(socket)
    case .none: break
    }
  }
}

extension ServerConnection.Shared {
  fileprivate var wait: ServerConnection.Wait {
    if !isBusy { return .line }
    if !hasHead { return .head }
    if farewell != nil { return .end }
    return reading != nil && response != nil ? .rest : .none
  }
}

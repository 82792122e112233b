import Synchronization

// The answers of handlers that the caller's thread has called.
extension RouteDispatch: AnswerReceiver {
  // From here on the dispatch may change hands, and what changes of it belongs to its handler's
  // answer.
  func begin(_ number: Int, of matched: MatchedEntry) {
    let kind = matched.route.kind
    let watched = watch == nil ? 0 : watchedLimit(of: kind)
    guard recorder == nil, watched > 0 else { return beginApart(number, of: matched, watched) }
    begin(number, within: watched)
  }

  @inline(__always)
  private func begin(_ number: Int, within limit: Int64) {
    watchedLimit.store(limit, ordering: .relaxed)
    progress.set(DispatchProgress(running: number))
  }

  /// Begins a call that is recorded, or that is not watched for its time and has a moment of its
  /// own.
  @inline(never)
  private func beginApart(_ number: Int, of matched: MatchedEntry, _ watched: Int64) {
    if let recorder { recorder.begins(matched.route.id) }
    begin(number, within: watched)
    if watched == 0 {
      callerTicket = limits.add(self, number: number, timeLimit(of: matched.route.kind))
    }
  }

  var watchedCall: WatchedCall? {
    let seen = progress.value
    guard let number = seen.runningNumber else { return nil }
    let limit = watchedLimit.load(ordering: .acquiring)
    // It may be that of the next handler, which is not met twice at once.
    guard limit > 0, progress.value == seen else { return nil }
    return WatchedCall(number: number, nanoseconds: limit)
  }

  func receive(
    _ answer: HandlerAnswer,
    to number: Int,
    by source: AnswerSource
  ) -> AnswerFate {
    let running = DispatchProgress(running: number)
    if progress.value == running, ThreadID.current == thread {
      // Read by the thread that goes on with it: this one, or one that takes over behind the
      // answer.
      if !answer.proceeds { callerAnswer = answer }
      if progress.change(running, to: running.answered).isChanged { return .taken }
    }
    return receiveElsewhere(answer, to: number, by: source)
  }

  // By itself, as it is where all types are known that no reference is counted.
  static func receive(
    _ answer: HandlerAnswer,
    to number: Int,
    for held: HeldReference<RouteDispatch>
  ) -> AnswerFate {
    held.read { $0.receive(answer, to: number, by: .closure) }
  }

  /// Receives an answer that the caller's thread does not take.
  @inline(never)
  func receiveElsewhere(
    _ answer: HandlerAnswer,
    to number: Int,
    by source: AnswerSource
  ) -> AnswerFate {
    if let (run, _) = takeOver(number, isAnswered: false) {
      return run.receive(answer, to: number, by: source)
    }
    // The closure is gone, and has been called before.
    if case .dropped = answer { return .delivered }
    let isLate = progress.value.isExpired(number)
    // A task that ends when its time is up is no call too many.
    if isLate, source != .closure { return .delivered }
    return isLate ? .late : .repeated
  }

  // On any thread: the reply says which target it was, as another may come meanwhile. The first
  // target changes when nobody else has this.
  func report(
    _ event: RouterFault.Event,
    of matched: MatchedEntry,
    opening target: RouteTarget?
  ) {
    let target = (target ?? firstTarget).withoutQuery
    report(RouterFault(event, route: matched.route, target: target))
  }
}

extension HandlerAnswer {
  /// Whether it is the next handler's turn.
  var proceeds: Bool {
    switch self {
    case .completed, .verdict(.allow), .decision(.pass): true
    case .verdict, .decision, .threw, .dropped, .answered, .missed, .vanished: false
    }
  }
}

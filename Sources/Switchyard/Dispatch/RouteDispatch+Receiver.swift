import RoutePatterns

// The answers of handlers that the caller's thread has called.
extension RouteDispatch: AnswerReceiver {
  // From here on the dispatch may change hands, and what changes of it belongs to its handler's
  // answer.
  func begin(_ call: HandlerCall) {
    progress.set(DispatchProgress(running: call.number))
    callerTicket = core.limits.addCall(
      self,
      number: call.number,
      call.matched.route.kind == .guard ? .guards : wrapped?.timeLimit ?? .handlers
    )
  }

  func receive(_ answer: HandlerAnswer, to call: HandlerCall, by source: AnswerSource) {
    let running = DispatchProgress(running: call.number)
    if progress.value == running, ThreadID.current == thread {
      // Read by the thread that goes on with it: this one, or one that takes over behind the
      // answer.
      if !answer.proceeds { callerAnswer = answer }
      if progress.change(running, to: running.answered).isChanged { return }
    }
    receiveElsewhere(answer, to: call, by: source)
  }

  @inline(never)
  private func receiveElsewhere(
    _ answer: HandlerAnswer,
    to call: HandlerCall,
    by source: AnswerSource
  ) {
    if let (run, _) = takeOver(call.number, isAnswered: false) {
      return run.receive(answer, to: call, by: source)
    }
    // The closure is gone, and has been called before.
    if case .dropped = answer { return }
    let isLate = progress.value.isExpired(call.number)
    // A task that ends when its time is up is no call too many.
    if isLate, source != .closure { return }
    report(
      RouterFault(
        isLate ? .lateAnswer : .repeatedAnswer,
        route: call.matched.route,
        target: firstTarget.withoutQuery
      )
    )
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

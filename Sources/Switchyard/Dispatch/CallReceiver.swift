import RoutePatterns

/// The arguments of a handler that the caller's thread of a dispatch calls, without a context where it needs none.
struct CalledInput: HandlerInput {
  let dispatch: RouteDispatch
  let handler: DispatchMachine.Handler
  let candidate: RouteCandidate
  /// Makes one parameter bag after the other in one storage.
  var maker: ParametersMaker

  var context: RouteContext { dispatch.context(of: handler, candidate) }

  mutating func makeArguments() -> (String, Parameters, (any Sendable)?) {
    let parameters = maker.parameters(
      dispatch.target,
      candidate.entry.pattern,
      candidate.captures
    )
    return (
      dispatch.target.withoutQuery,
      dispatch.changes?.applied(to: parameters) ?? parameters,
      dispatch.payload
    )
  }
}

/// A dispatch as a handler answers to it that its caller's thread has called.
struct CallReceiver: AnswerReceiver {
  let dispatch: RouteDispatch
  /// The number of the handler's run.
  let number: Int
  let matched: MatchedEntry

  // From here on the dispatch may change hands, and what changes of it belongs to its handler's answer.
  func begin() {
    dispatch.progress.set(DispatchProgress(running: number))
    dispatch.callerTicket = dispatch.core.timeLimit(of: matched.route.kind).map {
      dispatch.core.deadlines.add(.called(dispatch, number), after: $0)
    }
  }

  func receive(_ answer: HandlerAnswer, by source: AnswerSource) {
    let running = DispatchProgress(running: number)
    if dispatch.progress.value == running, ThreadID.current == dispatch.thread {
      // Read by the thread that goes on with it: this one, or one that takes over behind the answer.
      dispatch.callerAnswer = answer.proceeds ? nil : answer
      if dispatch.progress.change(running, to: running.answered).isChanged { return }
    }
    receiveElsewhere(answer, by: source)
  }

  @inline(never)
  private func receiveElsewhere(_ answer: HandlerAnswer, by source: AnswerSource) {
    if let (run, _) = dispatch.takeOver(number, isAnswered: false) {
      return run.receive(answer, by: source)
    }
    // The closure is gone, and has been called before.
    if case .dropped = answer { return }
    let isLate = dispatch.progress.value.isExpired(number)
    // A task that ends when its time is up is no call too many.
    if isLate, source != .closure { return }
    dispatch.core.report(
      RouterFault(
        isLate ? .lateAnswer : .repeatedAnswer,
        route: matched.route,
        target: dispatch.firstTarget.withoutQuery
      )
    )
  }
}

extension HandlerAnswer {
  /// Whether it is the next handler's turn.
  var proceeds: Bool {
    switch self {
    case .completed, .verdict(.allow), .decision(.pass): true
    case .verdict, .decision, .threw, .dropped: false
    }
  }
}

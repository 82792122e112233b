import SwitchyardLocks

// The handlers of a leg, each from its turn to its answer.
extension TraceRecorder {
  /// The turn of a handler has come with middleware around it; each of them comes when it is to
  /// begin.
  func turns() { record { state, now in state.turn = now } }

  /// Whether none of them has come.
  var hasTurnOnly: Bool { state.withLock { $0.turn != nil } }

  /// A handler comes next.
  func comes(_ step: RouteTrace.Step) {
    record { state, now in
      guard let last = state.legs.indices.last else { return }
      var step = step
      step.start = state.turn.take() ?? now
      step.isAskedAgain = state.asked.contains(step.route)
      if !values.contains(.query), !state.withheld.isEmpty {
        for index in step.parameters.indices {
          guard let value = step.parameters[index].value else { continue }
          if state.withheld.isFound(in: value[...]) { step.parameters[index].value = nil }
        }
      }
      state.legs[last].steps.append(step)
    }
  }

  /// A handler is called.
  func begins(_ route: RouteID) {
    change(route) { step, now in
      if step.wait == nil { step.wait = now - step.start }
    }
  }

  /// A handler has answered in a way that its dispatch does not tell from others.
  func notes(_ answer: RouteTrace.Answer, _ error: (any Error)?, of route: RouteID) {
    let error = error.map { text(of: $0) }
    change(route) { step, _ in
      guard step.duration == nil else { return }
      (step.answer, step.error) = (answer, error)
    }
  }

  /// Middleware has ended, or what it is around.
  func endsPart(_ route: RouteID, _ kind: RouteKind, _ error: (any Error)?) {
    let error = error.map { text(of: $0) }
    record { state, now in
      guard let (leg, index) = Self.place(of: route, in: state) else { return }
      var step = state.legs[leg].steps[index]
      guard let wait = step.wait, step.duration == nil else { return }
      step.duration = now - step.start - wait
      step.error = error
      let isLast = index == state.legs[leg].steps.count - 1
      if error != nil {
        step.answer = .throwsError
      } else if step.answer == .unanswered {
        step.answer = kind == .middleware && isLast ? .answersItself : .completes
      }
      state.legs[leg].steps[index] = step
    }
  }

  /// A handler has ended, with an answer unless one was noted before.
  func ends(_ route: RouteID, _ answer: RouteTrace.Answer) {
    change(route) { step, now in
      guard step.duration == nil else { return }
      if let wait = step.wait { step.duration = now - step.start - wait }
      if step.answer == .unanswered { step.answer = answer }
    }
  }

  /// A handler leads to a target, which is no leg of the dispatch or not yet one.
  func leads(_ route: RouteID, to target: RouteTarget, _ hidden: [Range<Int>]) {
    record { state, _ in
      guard let (leg, step) = Self.place(of: route, in: state) else { return }
      state.legs[leg].steps[step].hop = text(of: target, hidden, in: state)
    }
  }

  /// All handlers of the leg that have not answered never will.
  func endsAll(_ answer: RouteTrace.Answer) {
    record { state, now in
      guard let last = state.legs.indices.last else { return }
      for index in state.legs[last].steps.indices
      where state.legs[last].steps[index].answer == .unanswered {
        let step = state.legs[last].steps[index]
        if answer == .timesOut, let wait = step.wait {
          state.legs[last].steps[index].duration = now - step.start - wait
        }
        state.legs[last].steps[index].answer = answer
      }
    }
  }

  /// Keeps a note of a handler.
  func keeps(_ note: String, _ name: String, of route: RouteID) {
    change(route) { step, _ in step.notes[name] = note }
  }

  /// The step of a route, in the last leg that has one.
  static func place(of route: RouteID, in state: State) -> (leg: Int, step: Int)? {
    for leg in state.legs.indices.reversed() {
      if let step = state.legs[leg].steps.lastIndex(where: { $0.route == route }) {
        return (leg, step)
      }
    }
    return nil
  }

  /// Changes the step of a route in the current leg.
  private func change(
    _ route: RouteID,
    _ change: (inout RouteTrace.Step, _ now: Int64) -> Void
  ) {
    record { state, now in
      // One of an abandoned try is none of this.
      guard let (leg, step) = Self.place(of: route, in: state),
        leg == state.legs.indices.last
      else { return }
      change(&state.legs[leg].steps[step], now)
    }
  }
}

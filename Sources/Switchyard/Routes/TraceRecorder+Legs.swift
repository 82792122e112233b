// The legs of a dispatch, and what is looked up for each.
extension TraceRecorder {
  /// The routes of a target are looked up.
  /// - Parameter steps: the steps of matching that are left.
  func searches(with steps: Int) {
    record { state, now in state.lookup = Lookup(duration: -now, matchSteps: steps) }
  }

  /// They have been.
  /// - Parameter steps: the steps of matching that are left.
  func hasFound(with steps: Int) {
    record { state, now in
      state.lookup.duration += now
      state.lookup.matchSteps -= steps
    }
  }

  /// It is the dispatch's turn.
  func hasTurn() { record { state, now in state.legStart = now } }

  /// A leg ends, and the next will begin for a reason.
  func leaves(for cause: RouteTrace.Leg.Cause) {
    record { state, now in
      (state.cause, state.legStart) = (cause, now)
      let guards = state.legs.last?.steps.filter { $0.kind == .guard } ?? []
      state.asked.formUnion(guards.map(\.route))
    }
  }

  /// A leg begins with what was looked up last.
  /// - Parameters:
  ///   - target: the target.
  ///   - hidden: the ranges of it that may be values.
  ///   - version: the version of the routes.
  func begins(_ target: RouteTarget, _ hidden: [Range<Int>], version: UInt64) {
    record { state, _ in
      if state.legs.isEmpty, !hidden.contains(where: { $0.lowerBound < target.pathStart }) {
        state.host = target.text[utf8: 0..<target.pathStart].hostAndPort
      }
      if state.cause != .anew {
        state.withheld.formUnion(state.own)
        state.own = withheldTexts(of: target, hidden)
      }
      let isHostKnown = state.legs.isEmpty || state.knowsHost(of: target)
      let text = TracedTarget(target, values, isHostKnown: isHostKnown, state.withheld)
        .text(without: hidden)
      if let last = state.legs.indices.last, state.cause != .anew,
        let step = state.legs[last].steps.indices.last
      {
        state.legs[last].steps[step].hop = text
      }
      state.legs.append(
        RouteTrace.Leg(
          cause: state.cause,
          target: text,
          version: version,
          start: state.legStart,
          lookup: state.lookup.duration,
          matchSteps: state.lookup.matchSteps
        )
      )
    }
  }

  /// Returns the values of a target that are not to be seen.
  private func withheldTexts(of target: RouteTarget, _ hidden: [Range<Int>]) -> WithheldTexts {
    var texts = WithheldTexts()
    if !values.contains(.path) {
      for range in hidden where range.upperBound <= target.pathEnd {
        texts.insert(target.text[utf8: range])
      }
    }
    if !values.contains(.query) {
      if let query = target.query { texts.insert(query: query) }
      if let fragment = target.fragment { texts.insert(fragment) }
    }
    return texts
  }

  /// Returns the text of a target that is led to, and is no leg of the dispatch.
  func text(of target: RouteTarget, _ hidden: [Range<Int>], in state: State) -> String {
    var withheld = state.withheld
    withheld.formUnion(state.own)
    return TracedTarget(target, values, isHostKnown: state.knowsHost(of: target), withheld)
      .text(without: hidden)
  }
}

extension TraceRecorder.State {
  /// Whether the host of a target is that which the opened one has.
  fileprivate func knowsHost(of target: RouteTarget) -> Bool {
    host == target.text[utf8: 0..<target.pathStart].hostAndPort
  }
}

extension Substring {
  /// The text behind the scheme, of that before a path.
  fileprivate var hostAndPort: Substring {
    utf8.firstIndex(of: UInt8(ascii: "/")).map { self[$0...] } ?? ""
  }
}

import RoutePatterns

/// Records a dispatch for its trace, from any thread.
///
/// It belongs to one dispatch, whatever object that has, and takes nothing in any more when that
/// has ended. It holds texts alone: nothing of a handler, a target or a payload.
package final class TraceRecorder: Sendable {
  /// The time that a lookup took, and the steps of it.
  private struct Lookup {
    var duration: Int64 = 0
    var matchSteps = 0
  }

  private struct State {
    var legs: [RouteTrace.Leg] = []
    var faults: [RouteTrace.Fault] = []
    /// The number of all faults, those of steps and those that are left out among them.
    var faultCount = 0
    /// The guards that were asked in the legs and tries before.
    var asked: Set<RouteID> = []
    var lookup = Lookup()
    /// The moment at which the turn of a handler came that is not a step yet.
    var turn: Int64?
    var cause = RouteTrace.Leg.Cause.opening
    /// The moment at which the leg began that there is, or that comes next.
    var legStart: Int64 = 0
    /// The values that are withheld of the targets before the leg, and those of its own.
    var (withheld, own) = (WithheldTexts(), WithheldTexts())
    /// The host and port of the target that was opened, where none of that is withheld.
    var host: Substring?
    /// The outcome, and the moment at which it was known.
    var end: (outcome: RouteTrace.Outcome, time: Int64)?

    /// Whether the host of a target is that which the opened one has.
    func knowsHost(of target: RouteTarget) -> Bool {
      host == target.text[utf8: 0..<target.pathStart].hostAndPort
    }
  }

  /// Whether a receiver of traces is called: what is opened within has none, or each would be
  /// followed by another.
  @TaskLocal static var isDelivering = false

  /// The most faults that a trace has: a handler may answer any number of times.
  static let faultLimit = 100

  /// The values that it takes in.
  package let values: RouteTrace.Values
  /// The receiver of the trace; `nil` where it is made for its times alone.
  private let receiver: (@Sendable (RouteTrace) -> Void)?
  private let clock: RouterClock
  private let start: Duration
  private let startMicroseconds: Int64
  private let tags: [RouteTag]
  private let id = RandomIdentifiers.next()
  private let state = Locked(State())

  init(
    _ values: RouteTrace.Values,
    _ clock: RouterClock,
    tags: [RouteTag],
    _ receiver: (@Sendable (RouteTrace) -> Void)?
  ) {
    self.values = values
    self.receiver = receiver
    self.clock = clock
    self.tags = tags
    start = clock.now()
    startMicroseconds = clock.timeOfDay().wholeNanoseconds / 1000
  }

  /// Whether somebody receives what is noted.
  var isReceived: Bool { receiver != nil }

  /// The nanoseconds since its start.
  var now: Int64 { (clock.now() - start).wholeNanoseconds }

  /// Changes the state, unless the dispatch has ended.
  private func record(_ change: (inout State, _ now: Int64) -> Void) {
    let now = now
    state.withLock { state in
      if state.end == nil { change(&state, now) }
    }
  }

  // MARK: - Legs

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
  private func text(of target: RouteTarget, _ hidden: [Range<Int>], in state: State) -> String {
    var withheld = state.withheld
    withheld.formUnion(state.own)
    return TracedTarget(target, values, isHostKnown: state.knowsHost(of: target), withheld)
      .text(without: hidden)
  }

  // MARK: - Steps

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
  private static func place(of route: RouteID, in state: State) -> (leg: Int, step: Int)? {
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

  // MARK: - Faults and the end

  func takes(_ fault: RouterFault) {
    let error = fault.error.map { text(of: $0) }
    record { state, now in
      state.faultCount += 1
      guard state.faultCount <= Self.faultLimit else { return }
      let fault = RouteTrace.Fault(
        code: fault.code.rawValue,
        time: now,
        route: fault.route,
        error: error
      )
      if let route = fault.route, let (leg, step) = Self.place(of: route, in: state) {
        state.legs[leg].steps[step].faults.append(fault)
      } else {
        state.faults.append(fault)
      }
    }
  }

  /// The dispatch has ended.
  func ends(_ outcome: RouteTrace.Outcome) { record { state, now in state.end = (outcome, now) } }

  /// The dispatch has ended with a redirect that is not followed.
  func ends(redirectedTo target: RouteTarget, _ hidden: [Range<Int>]) {
    record { state, now in
      let text = text(of: target, hidden, in: state)
      state.end = (RouteTrace.Outcome(.redirected, target: text), now)
    }
  }

  /// The trace of what has been recorded.
  package func trace(labels: [String: String] = [:]) -> RouteTrace {
    let state = state.withLock { $0 }
    return RouteTrace(
      id: id,
      startMicroseconds: startMicroseconds,
      duration: state.end?.time ?? now,
      // Where it never was its turn, nothing is known of what stands in it.
      target: state.legs.first?.target ?? RouteTrace.withheld,
      tags: tags,
      labels: labels,
      legs: state.legs,
      outcome: state.end?.outcome ?? RouteTrace.Outcome(.cancelled),
      faults: state.faults,
      omittedFaults: max(0, state.faultCount - Self.faultLimit)
    )
  }

  /// Hands the trace of a dispatch that has ended to its receiver, if there is one.
  package func deliver(labels: @autoclosure () -> [String: String] = [:]) {
    guard let receiver else { return }
    let trace = trace(labels: labels())
    Self.$isDelivering.withValue(true) { receiver(trace) }
  }

  /// Returns what a trace says of an error.
  func text(of error: any Error) -> String {
    let type = "\(type(of: error))"
    return values.contains(.errors) ? "\(type): \("\(error)".excerpt)" : type
  }
}

extension Substring {
  /// The text behind the scheme, of that before a path.
  fileprivate var hostAndPort: Substring {
    utf8.firstIndex(of: UInt8(ascii: "/")).map { self[$0...] } ?? ""
  }
}

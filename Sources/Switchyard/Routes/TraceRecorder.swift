import SwitchyardLocks
import Synchronization

/// Records a dispatch for its trace, from any thread.
///
/// It belongs to one dispatch, whatever object that has, and takes nothing in any more when that
/// has ended. It holds texts alone: nothing of a handler, a target or a payload.
package final class TraceRecorder: Sendable {
  /// The time that a lookup took, and the steps of it.
  struct Lookup {
    var duration: Int64 = 0
    var matchSteps = 0
  }

  struct State {
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
  }

  /// Whether the current task or thread is in a receiver of traces, or in a handler of what one has
  /// opened: what is opened within has none, or each would be followed by another.
  static var isDelivering: Bool { wasEverDelivering.load(ordering: .relaxed) && isWithinDelivery }

  @TaskLocal private static var isWithinDelivery = false

  /// Whether a receiver was called in this process: as long as none was, nothing is looked for in
  /// tasks.
  ///
  /// Relaxed: whoever is in one, or in what it has opened, comes behind its beginning.
  private static let wasEverDelivering = Atomic(false)

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
  let state = Locked(State())

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
  func record(_ change: (inout State, _ now: Int64) -> Void) {
    let now = now
    state.withLock { state in
      if state.end == nil { change(&state, now) }
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
    Self.call(isDelivering: true) { receiver(trace) }
  }

  /// Calls a closure as within a receiver of traces, or as outside of all.
  static func call(isDelivering: Bool, _ body: () -> Void) {
    guard isDelivering != Self.isDelivering else { return body() }
    wasEverDelivering.store(true, ordering: .relaxed)
    $isWithinDelivery.withValue(isDelivering) { body() }
  }

  /// Returns what a trace says of an error.
  func text(of error: any Error) -> String {
    let type = "\(type(of: error))"
    return values.contains(.errors) ? "\(type): \("\(error)".excerpt)" : type
  }
}

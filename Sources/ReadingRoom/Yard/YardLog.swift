import Switchyard
import SwitchyardLocks

/// A URL that rolls through the yard.
struct YardWagon: Sendable {
  /// Whether it is the one that is looked at.
  let isOurs: Bool
}

/// The steps and faults of the wagon that is looked at.
final class YardLog: Sendable {
  private struct State {
    var steps: [YardRun.Step] = []
    var faults: [String] = []
    /// The closures that are never called, kept until the run has ended; then there is `nil`.
    var kept: [@Sendable () -> Void]? = []
  }

  private let state = Locked(State())

  func add(_ context: RouteContext, _ says: String) {
    guard (context.payload as? YardWagon)?.isOurs == true else { return }
    let route = context.matched
    let step = YardRun.Step(kind: route.kind, pattern: route.pattern.text, says: says)
    state.withLock { $0.steps.append(step) }
  }

  func report(_ fault: RouterFault) { state.withLock { $0.faults.append("\(fault)") } }

  /// Keeps a closure that is never called, until the run has ended.
  func keep(_ answer: @escaping @Sendable () -> Void) {
    state.withLock { $0.kept?.append(answer) }
  }

  /// Ends the run: lets go of the closures, and keeps none that comes later.
  func end() -> (steps: [YardRun.Step], faults: [String]) {
    let (steps, faults, kept) = state.withLock { state in
      defer { state.kept = nil }
      return (state.steps, state.faults, state.kept)
    }
    // Let go of outside of the lock: their end is reported here.
    withExtendedLifetime(kept) {}
    return (steps, faults)
  }
}

/// The work that has come in for a coordinator, and the choice of its next item.
///
/// A plain value. Adding something returns whether the coordinator has to be woken up for it; one
/// that is awake goes on until no work is left.
struct CoordinatorWork {
  /// The event that ended a call, or came after its end.
  struct Signal: Sendable {
    let request: RoutableRequest
    let event: RoutableCompletion.Event
  }

  /// An item of work.
  enum Item {
    case signal(Signal)
    case step
    case state(NavigationState)
    /// All is done; these waiters are resumed.
    case settle([CheckedContinuation<Void, Never>])
  }

  private var signals = Line<Signal>()
  private var states = Line<NavigationState>()
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var waitingCount = 0
  private var isAwake = false

  /// Adds a state; returns whether the coordinator is to be woken up.
  mutating func add(_ state: NavigationState) -> Bool {
    states.append(state)
    return wake()
  }

  /// Adds a signal; returns whether the coordinator is to be woken up.
  mutating func add(_ signal: Signal) -> Bool {
    signals.append(signal)
    return wake()
  }

  /// Returns a number for a caller that is going to wait until all is done.
  mutating func makeWaiter() -> Int {
    waitingCount += 1
    return waitingCount
  }

  /// Adds a waiter; returns whether the coordinator is to be woken up.
  mutating func add(_ continuation: CheckedContinuation<Void, Never>, number: Int) -> Bool {
    waiting[number] = continuation
    return wake()
  }

  /// Removes a waiter that does not wait any more.
  mutating func removeWaiter(_ number: Int) -> CheckedContinuation<Void, Never>? {
    waiting.removeValue(forKey: number)
  }

  /// Returns the next item: signals before steps, steps before states; `nil` to go to sleep.
  ///
  /// Neither steps nor states have their turn while the completion of a call is awaited.
  mutating func next(isWaiting: Bool, hasSteps: Bool) -> Item? {
    if let signal = signals.popFirst() { return .signal(signal) }
    if !isWaiting {
      if hasSteps { return .step }
      if let state = states.popFirst() { return .state(state) }
      if !waiting.isEmpty {
        defer { waiting = [:] }
        return .settle(Array(waiting.values))
      }
    }
    isAwake = false
    return nil
  }

  private mutating func wake() -> Bool {
    defer { isAwake = true }
    return !isAwake
  }
}

/// Elements that leave in the order in which they came.
private struct Line<Element> {
  private var coming: [Element] = []
  /// Those that leave next, the first of them at the end.
  private var leaving: [Element] = []

  mutating func append(_ element: Element) { coming.append(element) }

  mutating func popFirst() -> Element? {
    if leaving.isEmpty {
      leaving = coming.reversed()
      coming = []
    }
    return leaving.popLast()
  }
}

/// The states that a store has been in, with the present one, and those it has gone back from.
///
/// It is a plain value: a store can be saved with all of it, and go on from it.
public struct NavigationHistory: Hashable, Sendable, Codable {
  /// The states before the present one, the latest last.
  public private(set) var past: [RouterState]
  /// The state that is shown.
  public private(set) var present: RouterState
  /// The states that were gone back from, the next first.
  public private(set) var future: [RouterState]
  /// The most states before and after the present one that are remembered.
  public private(set) var limit: Int

  /// Makes a history of one state; a limit below zero stops the program.
  public init(
    _ present: RouterState = RouterState(),
    limit: Int = 100,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    stopUnless(
      limit >= 0,
      "NavigationHistory has \(limit) for limit. Give it 0, for no state to go back to, or more.",
      file,
      line
    )
    past = []
    self.present = present
    future = []
    self.limit = limit
  }

  /// Goes on to another state, after which there is none to go forward to.
  public mutating func go(to state: RouterState) {
    // A state in which no endpoint is active has nothing to show.
    if present != RouterState() { past.append(present) }
    if past.count > limit { past.removeFirst(past.count - limit) }
    future.removeAll()
    present = state
  }

  /// Replaces the present state; a state next to it that equals the new one is dropped, as to go
  /// there would change nothing.
  public mutating func replace(by state: RouterState) {
    present = state
    if past.last == state { past.removeLast() }
    if future.first == state { future.removeFirst() }
  }

  /// Goes back, if there is a state to go back to.
  public mutating func goBack() -> Bool {
    guard let state = past.popLast() else { return false }
    future.insert(present, at: 0)
    present = state
    return true
  }

  /// Goes forward again, if the store has gone back from a state.
  public mutating func goForward() -> Bool {
    guard !future.isEmpty else { return false }
    past.append(present)
    present = future.removeFirst()
    return true
  }
}

extension NavigationHistory {
  private enum CodingKeys: String, CodingKey { case past, present, future, limit }

  /// Reads a history; missing fields are empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    limit = max(0, try container.decodeIfPresent(Int.self, forKey: .limit) ?? 100)
    past = try container.decodeIfPresent([RouterState].self, forKey: .past)?.suffix(limit) ?? []
    present = try container.decode(RouterState.self, forKey: .present)
    future = try container.decodeIfPresent([RouterState].self, forKey: .future) ?? []
    future = Array(future.prefix(limit))
  }

  /// Returns the history with its states transformed, as to fit another tree, and with as many as a
  /// limit allows.
  ///
  /// A state of the past or the future that becomes empty by it, or equal to the one next to it, is
  /// left out: to go there would show nothing, or change nothing.
  func map(
    limit: Int,
    _ transform: (RouterState) -> RouterState
  ) -> NavigationHistory {
    var history = self
    history.limit = max(0, limit)
    history.present = transform(present)
    // What is left out does not count.
    history.past = history.remaining(of: past.reversed(), present, transform)
      .prefix(history.limit).reversed()
    history.future = Array(
      history.remaining(of: future, present, transform).prefix(history.limit)
    )
    return history
  }

  /// Returns the states of one side as they become, from the present one on, which was another.
  private func remaining(
    of states: some Sequence<RouterState>,
    _ formerPresent: RouterState,
    _ transform: (RouterState) -> RouterState
  ) -> [RouterState] {
    var left: [RouterState] = []
    // The one before, as it was; none where it is left out.
    var former: RouterState? = formerPresent
    for state in states {
      let next = transform(state)
      let isEmptied = next == RouterState() && state != next
      // States that were equal already are so on purpose.
      let isRepeated = next == (left.last ?? present) && state != former
      former = isEmptied || isRepeated ? nil : state
      if former != nil { left.append(next) }
    }
    return left
  }
}

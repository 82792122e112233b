import SwitchyardSessions

/// The data of a visitor that are kept with the history of their tree.
struct KeptVisitor: Codable, Sendable {
  var facts = Facts()
  /// The number of the state that is shown, counted from the first that ever was; `nil` for that in
  /// the history.
  var place: Int?
  /// Whether they have come back with the cookie, to any server; `nil` for not yet.
  var hasReturned: Bool?
}

extension SessionState where Value == KeptVisitor {
  /// The number of the state that is shown, counted from the first that ever was.
  var place: Int { value.place ?? history.past.count }

  /// The number of states that the history has forgotten, or that were left out as the tree lacks
  /// their places.
  private var forgotten: Int { place - history.past.count }

  /// Goes where a request leads, or to a place in history if it is the endpoint that is asked for.
  mutating func show(_ request: EndpointRequest, place: Int?) throws {
    if place.map({ !travel(to: $0, request) }) ?? true { try move(to: request) }
    if let shown = Place(route: request.route) {
      value.facts.tour = value.facts.tour.after(shown)
    }
  }

  private mutating func move(to request: EndpointRequest) throws {
    let next = try Outline.tree.state(after: request, from: history.present)
    // No state occurs twice: going to one that exists moves to it.
    if let index = history.states.firstIndex(of: next) {
      move(by: index - history.past.count)
      return
    }
    // A state that shows nothing does not count, and the next has its number.
    value.place = history.present == RouterState() ? place : place + 1
    history.go(to: next)
  }

  private mutating func travel(to place: Int, _ request: EndpointRequest) -> Bool {
    let states = history.states
    // The number comes from a client, and may be any at all.
    let (index, overflow) = place.subtractingReportingOverflow(forgotten)
    guard !overflow, states.indices.contains(index), let current = states[index].current,
      current.route == request.route, current.parameters == request.parameters
    else { return false }
    move(by: index - history.past.count)
    return true
  }

  private mutating func move(by steps: Int) {
    value.place = place + steps
    for _ in 0..<abs(steps) { _ = steps < 0 ? history.goBack() : history.goForward() }
  }
}

extension NavigationHistory {
  /// All states, the earliest first.
  fileprivate var states: [RouterState] { past + [present] + future }
}

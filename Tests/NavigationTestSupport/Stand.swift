#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import NavigationTree
import RoutePatterns

/// One thing that a user, a program or a finger does.
enum Operation {
  case request(String, DispatchOptions)
  /// The screen changes by itself, and the request tells the store so.
  case gesture(Gesture, String, DispatchOptions)
  /// The screen changes by itself, nobody tells the store so, and the present state is asked for.
  case silence(Gesture)
  case back, forward
  /// A state that was there before, or comes from elsewhere.
  case restore(RouterState)
  case reset
}

/// A store with its screen, and what both are checked against after each operation.
struct Stand {
  let theatre: Theatre
  let tree: RoutingNode<Prop>
  let names: NodeNames
  let store: RouterStore<Prop>
  let screen: Screen
  private(set) var script: [StageEvent] = []
  /// Whether steps are taken one by one, which costs time.
  var isThorough = false

  var sketch: Sketch { theatre.sketch }

  init(
    _ theatre: Theatre,
    _ tree: RoutingNode<Prop>,
    _ names: NodeNames,
    history: NavigationHistory = NavigationHistory()
  ) {
    self.theatre = theatre
    self.tree = tree
    self.names = names
    let screen = Screen(theatre.sketch)
    self.screen = screen
    theatre.screen = screen
    store = RouterStore(
      tree: tree,
      history: history,
      queue: nil,
      setRoot: { screen.setRoot($0) }
    )
    script = screen.takeEvents()
  }

  /// What is wrong with a store that was just made.
  func faultAtStart() -> String? {
    let before = [Facet].empty(sketch)
    return fault(after: store.state, before: before, before.showing(store.state, in: sketch))
  }

  /// Does something.
  /// - Returns: what is wrong then, if something is.
  mutating func perform(_ operation: Operation) -> String? {
    theatre.screen = screen
    let (before, old) = (screen.facets, store.state)
    var outcome: NavigationOutcome?
    switch operation {
    case .request(let request, let options): outcome = store.dispatch(request, options: options)
    case .gesture(let gesture, let request, let options):
      screen.swipe(gesture)
      outcome = store.dispatch(request, options: options.union(.alreadyShown))
    case .silence(let gesture):
      screen.swipe(gesture)
      outcome = store.restore(old)
    case .back: store.goBack()
    case .forward: store.goForward()
    case .restore(let state): outcome = store.restore(state)
    case .reset: outcome = store.reset()
    }
    let new = store.state
    let events = screen.takeEvents()
    script += events
    var isSilent = false
    if case .silence = operation { isSilent = true }
    if old == new, !events.isEmpty, !isSilent { return "the same state is shown again: \(events)" }
    let expected = before.showing(new, in: sketch)
    if case .changed(let transition)? = outcome {
      if old == new { return "nothing has changed, and it says \(transition)" }
      let fewest = before.fewestSteps(to: expected)
      if transition.steps.count != fewest { return "\(fewest) steps would do:\n\(transition)" }
      let fault = isThorough ? fault(of: transition, from: before, old, to: expected, new) : nil
      if let fault { return fault }
    } else if outcome != nil, old != new {
      return "something has changed, and it says \(outcome.map { "\($0)" } ?? "")"
    }
    return fault(after: new, before: before, expected)
  }

  // MARK: - Checks

  /// The state is one of the tree, and the screen shows it.
  private func fault(
    after state: RouterState,
    before: [Facet],
    _ expected: [Facet]
  ) -> String? {
    if let fault = screen.fault { return fault }
    if let fault = sketch.fault(in: state) { return fault }
    if let difference = screen.facets.difference(to: expected, before: before) { return difference }
    let isLive = expected[0].isLive || expected[0].serial == -1
    let root = sketch.nodes[0].hasPresentable ? (isLive ? 0 : nil) : expected[0].selection
    return screen.root == root ? nil : "the root is \(screen.root ?? -1)"
  }

  /// The steps lead there, and are those between the two states where all has been shown.
  private func fault(
    of transition: TreeTransition,
    from before: [Facet],
    _ old: RouterState,
    to expected: [Facet],
    _ new: RouterState
  ) -> String? {
    var taken = before
    if let fault = taken.take(transition.steps, names, sketch) { return "\(fault):\n\(transition)" }
    // Steps do not say what they make: what is used is made.
    for node in taken.indices where expected[node].serial == -1 { taken[node].serial = -1 }
    if let difference = taken.difference(to: expected, before: before) {
      return "the steps lead elsewhere: \(difference)\n\(transition)"
    }
    guard before.resembles(.settled(old, in: sketch)) else { return nil }
    let planned = TreeTransition(from: old, to: new, in: tree)
    return planned == transition ? nil : "between the states are\n\(planned)\n, not\n\(transition)"
  }

  /// Ends it, after which nothing may be there.
  mutating func end() -> String? {
    if let fault = perform(.reset) { return fault }
    if store.state != RouterState() || store.canGoBack || store.canGoForward {
      return "something is left after a reset"
    }
    guard screen.facets.allSatisfy({ $0 == Facet() }) else { return "something is still shown" }
    return count(.create) == count(.unwind) ? nil : "not all that was created has unwound"
  }

  func count(_ kind: StageEvent.Kind) -> Int { script.reduce(0) { $0 + ($1.kind == kind ? 1 : 0) } }
}

extension Stand {
  /// A store that goes on from what this one writes down.
  func saved() throws -> Stand {
    let data = try JSONEncoder().encode(store.history)
    let history = try JSONDecoder().decode(NavigationHistory.self, from: data)
    return Stand(theatre, tree, names, history: history)
  }
}

extension Operation: CustomStringConvertible {
  var description: String {
    switch self {
    case .request(let request, let options): "\(request) \(options)"
    case .gesture(let gesture, let request, let options): "\(gesture), \(request) \(options)"
    case .silence(let gesture): "\(gesture), and nobody says so"
    case .back: "back"
    case .forward: "forward"
    case .restore(let state): "restore \(state)"
    case .reset: "reset"
    }
  }
}

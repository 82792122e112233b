import NavigationTree
import RoutePatterns
import TestSupport

/// One generated sequence of operations on one tree, with all that must hold of it.
struct Play {
  private(set) var generator: SeededGenerator
  private(set) var stand: Stand
  /// What goes on from what was saved on the way, and does the same.
  private var twin: Stand?
  private(set) var operations: [Operation] = []
  private var earlier: [RouterState] = []
  private(set) var tally: Tally

  private var sketch: Sketch { stand.sketch }
  private var store: RouterStore<Prop> { stand.store }

  /// How often there was something to look at, so that a test sees that it looks at something.
  struct Tally {
    var sequences = 0, operations = 0, gestures = 0, tabs = 0, kept = 0, forthAndBack = 0
    var behindSwitchers = 0
    var silences = 0, urls = 0, endpointStates = 0, twins = 0, replays = 0
  }

  private let start: NavigationHistory

  /// Makes a sequence on a store that goes on from a history, which may hold anything.
  init(
    _ theatre: Theatre,
    _ tree: RoutingNode<Prop>,
    _ names: NodeNames,
    seed: UInt64,
    _ tally: Tally,
    start: NavigationHistory = NavigationHistory()
  ) {
    generator = SeededGenerator(seed: seed)
    self.start = start
    stand = Stand(theatre, tree, names, history: start)
    stand.isThorough = generator.below(4) == 0
    self.tally = tally
  }

  /// Plays the sequence.
  /// - Returns: what is wrong, if something is.
  mutating func run() throws -> String? {
    tally.sequences += 1
    if let fault = stand.faultAtStart() { return "at the start: \(fault)" }
    // Short ones are many, so that there can be many.
    let count = 1 + generator.below(1 + generator.below(1 + generator.below(10)))
    for _ in 0..<count {
      if let fault = go() { return fault }
      if twin == nil, generator.below(24) == 0 {
        twin = try stand.saved()
        tally.twins += 1
        if let saved = twin?.store.history, saved != store.history {
          return "what was saved is \(saved)\n  and not \(store.history)"
        }
        if let fault = twin?.faultAtStart() { return "of what was saved: \(fault)" }
      }
    }
    if generator.below(8) == 0, let fault = replay() { return "again: \(fault)" }
    if let fault = twin?.end() { return "of what was saved: \(fault)" }
    return stand.end()
  }

  // MARK: - Operations

  private mutating func go() -> String? {
    let isFresh = store.state == RouterState()
    switch generator.below(isFresh ? 128 : 32) {
    case 0: return goNowhere(Sketch.unknown(&generator))
    case 1: return goNowhere(Sketch.invalid(&generator))
    case 2...3 where store.canGoBack: return goBackAndForth(.back, .forward)
    case 4 where store.canGoForward: return goBackAndForth(.forward, .back)
    case 5...6 where store.canGoBack: return perform(.back)
    case 7 where store.canGoForward: return perform(.forward)
    case 8 where !earlier.isEmpty: return perform(.restore(generator.pick(earlier)))
    case 9 where generator.below(4) == 0: return perform(.reset)
    case 10...13:
      if let told = stand.gesture(&generator) { return go(by: told) }
    case 23, 24:
      if let told = stand.gesture(&generator) {
        tally.silences += 1
        return perform(.silence(told.gesture))
      }
    case 14...18:
      if let tab = tab() { return go(to: tab) }
    case 19, 20:
      if let url = try? store.url() { return goToCurrent(url) }
    case 21: return request(sketch.request(&generator), [.replacingHistory])
    case 22: return request(sketch.request(&generator), [.junctionsOnly])
    default: break
    }
    return request(sketch.request(&generator), [])
  }

  /// Does something here and where it was saved.
  private mutating func perform(_ operation: Operation) -> String? {
    tally.operations += 1
    operations.append(operation)
    let old = store.state
    if let fault = stand.perform(operation) { return fault }
    if store.state != old { earlier.append(store.state) }
    guard twin != nil else { return nil }
    if let fault = twin?.perform(operation) { return "of what was saved: \(fault)" }
    return twin?.store.history == store.history ? nil : "what was saved goes on otherwise"
  }

  private mutating func request(
    _ request: SketchedRequest,
    _ options: DispatchOptions
  ) -> String? {
    let old = store.state
    let history = store.history
    if let fault = perform(.request(request.text, options)) { return fault }
    let new = store.state
    if old != new {
      var (past, future) = (history.past, history.future)
      if options.contains(.replacingHistory) {
        // What would lead to the same state again is dropped.
        if past.last == new { past.removeLast() }
        if future.first == new { future.removeFirst() }
      } else {
        // A state in which nothing is active is none to go back to.
        if old != RouterState() { past.append(old) }
        future = []
      }
      if store.history.past != past || store.history.future != future {
        return "the history is \(store.history)"
      }
    }
    if let fault = faultOfKept(old, new) { return fault }
    guard !options.contains(.junctionsOnly) else { return nil }
    if let fault = fault(of: request, old, new) { return fault }
    return old == RouterState() ? faultOfURLElsewhere() : nil
  }

  private mutating func goNowhere(_ request: String) -> String? {
    let (history, count) = (store.history, stand.script.count)
    tally.operations += 1
    stand.theatre.screen = stand.screen
    let outcome = store.dispatch(request, options: generator.pick([[], [.junctionsOnly]]))
    guard outcome.error != nil, store.history == history, stand.screen.takeEvents().isEmpty,
      stand.script.count == count
    else { return "\(request) leads somewhere: \(outcome)" }
    return nil
  }

  private mutating func goBackAndForth(_ one: Operation, _ other: Operation) -> String? {
    tally.forthAndBack += 1
    let history = store.history
    if let fault = perform(one) { return fault }
    if store.history == history { return "\(one) does nothing" }
    if let fault = perform(other) { return fault }
    return store.history == history ? nil : "\(other) after \(one) leads to \(store.history)"
  }

  private mutating func go(by told: SketchedGesture) -> String? {
    tally.gestures += 1
    let gesture = Operation.gesture(told.gesture, told.request, told.options)
    let count = stand.script.count
    if let fault = perform(gesture) { return fault }
    // What the finger did is not done again.
    for event in stand.script[count...] {
      switch (told.gesture, event.kind) {
      case (.dismiss, .dismiss), (.pop, .list), (.pop, .prepare), (.dismiss, .list):
        return "\(event) after a gesture"
      case (.select(_, let fork), .select) where event.node == fork:
        return "\(event) after a gesture"
      default: break
      }
    }
    return nil
  }

  /// An option of a fork that is shown or kept, with a URL of it.
  private mutating func tab() -> (option: Int, fork: Int, url: String)? {
    let ways = sketch.ways(of: store.state)
    let forks = ways.flatMap(\.path).filter { sketch.nodes[$0].kind == .fork }
    guard !forks.isEmpty else { return nil }
    let fork = generator.pick(forks)
    let option = generator.pick(sketch.nodes[fork].children)
    return stand.tab(option, of: fork, &generator).map { (option, fork, $0) }
  }

  /// Asks for the option of a fork, which has to be as it was left.
  private mutating func go(to tab: (option: Int, fork: Int, url: String)) -> String? {
    let (option, fork, url) = tab
    let state = store.state
    let ways = sketch.ways(of: state)
    let above = sketch.endpoints(to: fork).count
    let found = zip([state.active] + state.kept, ways).first { $1.path.contains(option) }
    if let fault = perform(.request(url, [.junctionsOnly])) { return fault }
    // Where forks stand in forks without an endpoint between, another one may be meant.
    guard let (chain, way) = found, let current = sketch.ways(of: store.state).first,
      let first = sketch.endpoints(to: way.path.last ?? 0).dropFirst(above).first,
      self.fork(meantBy: first, among: ways) == fork
    else { return nil }
    tally.tabs += 1
    let expected = left(chain, behind: fork)
    let shown = store.state.active.dropFirst(above)
    guard Array(shown) == expected, current.path.contains(option) else {
      return "option \(option) was left with \(expected), and shows \(shown)"
    }
    return faultOfKept(state, store.state)
  }

  /// The fork that the first endpoint of an option stands for: the one that switches, or a switcher that keeps options,
  /// if that is so for it, or else the innermost fork.
  private func fork(meantBy end: Int, among ways: [Way]) -> Int? {
    let path = sketch.paths[end]
    let active = ways.first?.path ?? []
    let shared = zip(path, active).prefix { $0 == $1 }.count
    if shared > 0, shared < min(path.count, active.count),
      sketch.nodes[path[shared - 1]].kind == .fork || sketch.nodes[path[shared - 1]].keepsForks,
      sketch.endpoint.values.filter({ sketch.paths[$0].contains(path[shared]) }).min() == end,
      ways.contains(where: { $0.path.contains(path[shared]) })
    {
      return path[shared - 1]
    }
    return path.last { sketch.nodes[$0].kind == .fork }
  }

  /// The URL of the state changes nothing in it.
  private mutating func goToCurrent(_ url: String) -> String? {
    tally.urls += 1
    let history = store.history
    if let fault = perform(.request(url, [])) { return fault }
    guard store.history == history else { return "\(url) leads out of its own state" }
    let fresh = try? routerReducer(request: url, tree: stand.tree, state: RouterState())
    return fresh?.current == store.state.current
      ? nil : "\(url) leads to \(fresh?.description ?? "")"
  }

  // MARK: - Properties

  /// The endpoint is the one that the URL was made for, with what the URL says.
  private func fault(of request: SketchedRequest, _ old: RouterState, _ new: RouterState) -> String?
  {
    guard let end = request.endpoint, let current = new.current else { return "nothing is shown" }
    guard current.route == sketch.names[end] else { return "\(request.text) leads to \(current)" }
    let parameters = current.parameters
    for (name, value) in request.values where parameters.path[name] != value {
      return "\(name) is \(parameters), and was to be \(value)"
    }
    for (name, values) in request.query where parameters.query.values(of: name) != values {
      return "\(name) is \(parameters), and was to be \(values)"
    }
    guard parameters.query.names.count == request.query.count,
      parameters.fragment == request.fragment
    else { return "there is more in \(parameters)" }
    return faultAbove(request, old, new)
  }

  /// Endpoints that are led through have what the path says of them, and keep all if that is what they have.
  private func faultAbove(
    _ request: SketchedRequest,
    _ old: RouterState,
    _ new: RouterState
  ) -> String? {
    let known = Dictionary((old.kept.reversed() + [old.active]).joined().map { ($0.route, $0) }) {
      $1
    }
    for node in new.active.dropLast() {
      guard let number = sketch.endpoint[node.route], let route = sketch.nodes[number].route else {
        continue
      }
      // A path says of an endpoint what stands in the beginning that they share.
      let isBeginning = new.current?.route.hasPrefix(route.text + "/") ?? false
      let names = isBeginning && !route.isClosure ? route.names : []
      let said = request.values.filter { names.contains($0.key) }
      let before = known[node.route]?.parameters
      let isSame = names.allSatisfy { before?.path[$0] == said[$0] }
      if let before, isSame {
        guard node.parameters == before else { return "\(node) was \(before)" }
      } else {
        let isSaid = said.allSatisfy { node.parameters.path[$0.key] == $0.value }
        guard isSaid, node.parameters.path.names.count == said.count,
          node.parameters.query.isEmpty, node.parameters.fragment == nil
        else { return "\(node) is not what is said of it: \(said)" }
      }
    }
    return nil
  }

  /// What the options of a fork show that are not asked for stays.
  private mutating func faultOfKept(_ old: RouterState, _ new: RouterState) -> String? {
    guard let from = sketch.ways(of: old).first, let to = sketch.ways(of: new).first else {
      return nil
    }
    for (index, fork) in to.path.enumerated() where sketch.nodes[fork].kind == .fork {
      guard from.path.contains(fork) else { break }
      for option in sketch.nodes[fork].children where option != to.path[index + 1] {
        let (before, after) = (left(in: option, of: fork, old), left(in: option, of: fork, new))
        if !before.isEmpty { tally.kept += 1 }
        if before != after { return "\(option) showed \(before), and now \(after)" }
      }
    }
    return faultOfSwitchers(from, to, old, new)
  }

  /// What forks show in the options of a switcher that are not asked for stays, if it keeps that.
  private mutating func faultOfSwitchers(
    _ from: Way,
    _ to: Way,
    _ old: RouterState,
    _ new: RouterState
  ) -> String? {
    for (index, switcher) in to.path.enumerated() where sketch.nodes[switcher].kind == .switcher {
      guard from.path.contains(switcher) else { break }
      for option in sketch.nodes[switcher].children where option != to.path[index + 1] {
        let before = left(in: option, of: switcher, old).filter { chain in
          let end = chain.last.flatMap { sketch.endpoint[$0.route] }
          return end.map { sketch.keeps(sketch.paths[$0], partedAt: switcher) } ?? false
        }
        let after = left(in: option, of: switcher, new)
        if !before.isEmpty { tally.behindSwitchers += 1 }
        if before != after { return "\(option) had shown \(before), and now \(after)" }
      }
    }
    return nil
  }

  /// The ways behind a fork, without modals.
  private func left(in option: Int, of fork: Int, _ state: RouterState) -> Set<[ActiveNode]> {
    let chains = ([state.active] + state.kept).filter { chain in
      chain.last.flatMap { sketch.endpoint[$0.route] }.map { sketch.paths[$0].contains(option) }
        ?? false
    }
    return Set(chains.map { left($0, behind: fork) })
  }

  private func left(_ chain: [ActiveNode], behind fork: Int) -> [ActiveNode] {
    guard let end = chain.last.flatMap({ sketch.endpoint[$0.route] }) else { return [] }
    let depth = sketch.paths[fork].count
    let behind = sketch.paths[end].dropFirst(depth).prefix { sketch.nodes[$0].role != .modal }
    let above = sketch.endpoints(to: fork).count
    let count = behind.count { sketch.nodes[$0].kind == .endpoint }
    return Array(chain.dropFirst(above).prefix(count))
  }

  /// A state that one request has led to is what its URL leads to in a new store.
  private mutating func faultOfURLElsewhere() -> String? {
    guard generator.below(4) == 0, let url = try? store.url() else { return nil }
    tally.endpointStates += 1
    var other = Stand(stand.theatre, stand.tree, stand.names)
    if let fault = other.perform(.request(url, [])) { return fault }
    return other.store.state == store.state ? nil : "\(url) leads to \(other.store.state)"
  }

  /// The same operations on a new store lead to the same state by the same calls.
  private mutating func replay() -> String? {
    tally.replays += 1
    var other = Stand(stand.theatre, stand.tree, stand.names, history: start)
    for operation in operations { if let fault = other.perform(operation) { return fault } }
    if other.store.history != store.history { return "the history is \(other.store.history)" }
    return other.script == stand.script ? nil : "the script is \(other.script)"
  }
}

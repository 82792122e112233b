/// The set of canonical targets that a network matches, as an automaton whose places are found on
/// demand.
final class LanguageAutomaton {
  /// An error thrown when the automaton would exceed its limits.
  struct TooLarge: Error {}

  struct Edge {
    var set: ASCIISet
    var target: Int
  }

  /// The places that can be found, and the steps that may be looked at for that.
  struct Limits {
    var states = 20_000
    var work = 16_000_000
  }

  /// A place in a target, with the steps that are under way there, in order.
  private struct State: Hashable {
    var canonical: Int
    var steps: [Int]
  }

  private let network: LanguageNetwork
  private let canonical: CanonicalAutomaton
  private var states: [State] = []
  private var indices: [State: Int] = [:]
  private var edges: [[Edge]?] = []
  private var acceptance: [Bool] = []
  /// The round in which each step was last reached.
  private var marks: [Int]
  private var round = 0
  private var work = 0
  private let limits: Limits
  /// The work that all comparisons of a run may take.
  let budget: RelationBudget?

  convenience init(
    _ network: LanguageNetwork,
    slashes: RouteTarget.SlashPolicy,
    limits: Limits = Limits(),
    budget: RelationBudget? = nil
  ) {
    self.init(network, within: .of(slashes), limits: limits, budget: budget)
  }

  init(
    _ network: LanguageNetwork,
    within canonical: CanonicalAutomaton,
    limits: Limits = Limits(),
    budget: RelationBudget? = nil
  ) {
    self.network = network
    self.limits = limits
    self.budget = budget
    budget?.spend(4 * network.steps.count)
    self.canonical = canonical
    marks = Array(repeating: 0, count: network.steps.count)
  }

  /// Whether no target at all can be matched.
  var isNothing: Bool { network.starts.isEmpty }

  /// Returns the place at which targets begin, or those without a scheme.
  func start(ofPaths: Bool) throws(TooLarge) -> Int {
    let place = ofPaths ? CanonicalAutomaton.pathStart : CanonicalAutomaton.start
    return try index(of: State(canonical: place, steps: reach(network.starts, at: place).sorted()))
  }

  /// Whether a target that ends here is matched.
  func accepts(_ state: Int) -> Bool { acceptance[state] }

  /// The number of places that were found.
  var count: Int { states.count }

  /// The steps that accept a target which ends here.
  func goals(of state: Int) -> [Int] { acceptance[state] ? goals(of: states[state]) : [] }

  /// The steps that are under way at a place.
  func steps(of state: Int) -> [Int] { states[state].steps }

  /// Returns the place that each byte leads to, without the bytes that lead nowhere.
  func edges(of state: Int) throws(TooLarge) -> [Edge] {
    if let known = edges[state] { return known }
    let found = try findEdges(of: states[state])
    edges[state] = found
    return found
  }

  private func index(of state: State) throws(TooLarge) -> Int {
    if let known = indices[state] { return known }
    guard states.count < limits.states, work <= limits.work, budget?.isSpent != true else {
      throw TooLarge()
    }
    budget?.spend(16)
    let index = states.count
    states.append(state)
    indices[state] = index
    edges.append(nil)
    acceptance.append(!goals(of: state).isEmpty)
    return index
  }

  // MARK: - Steps

  /// Returns the steps that wait for a byte or the end, reached from some steps, and those behind
  /// conditions that are met.
  private func reach(
    _ steps: [Int],
    at place: Int,
    through passage: (LanguageNetwork.Step) -> Int? = { _ in nil }
  ) -> [Int] {
    let isBoundary = canonical.states[place].isBoundary
    var found: [Int] = []
    var open = steps
    let before = work
    defer { budget?.spend(1 + work - before) }
    round += 1
    while let step = open.popLast() {
      guard marks[step] != round else { continue }
      marks[step] = round
      work += 1
      switch network.steps[step] {
      case .fork(let targets): open += targets
      case .boundary(let target): if isBoundary { open.append(target) }
      case .byte, .next, .end, .path, .accept:
        found.append(step)
        if let target = passage(network.steps[step]) { open.append(target) }
      }
    }
    return found
  }

  private func goals(of state: State) -> [Int] {
    guard canonical.states[state.canonical].isAccepting else { return [] }
    let steps = reach(state.steps, at: state.canonical) { step in
      switch step {
      case .end(let target), .next(_, orEnd: true, let target): target
      default: nil
      }
    }
    return steps.filter { step in if case .accept = network.steps[step] { true } else { false } }
  }

  private func findEdges(of state: State) throws(TooLarge) -> [Edge] {
    var pieces = canonical.states[state.canonical].edges
    // In order, so that the result is the same each time.
    for set in sets(of: state).sorted(by: { $0.bits < $1.bits }) {
      budget?.spend(pieces.count)
      for index in pieces.indices where !set.isSuperset(of: pieces[index].set) {
        var rest = pieces[index]
        pieces[index].set = rest.set.intersection(set)
        guard !pieces[index].set.isEmpty else {
          pieces[index] = rest
          continue
        }
        rest.set = rest.set.subtracting(set)
        pieces.append(rest)
      }
    }
    var edges: [Edge] = []
    for piece in pieces {
      let targets = self.targets(of: state, along: piece)
      guard !targets.isEmpty else { continue }
      let target = try index(of: State(canonical: piece.target, steps: targets))
      if let known = edges.firstIndex(where: { $0.target == target }) {
        edges[known].set.formUnion(piece.set)
      } else {
        edges.append(Edge(set: piece.set, target: target))
      }
    }
    return edges
  }

  /// The sets of bytes that the steps of a place test, each once.
  private func sets(of state: State) -> Set<ASCIISet> {
    var sets: Set<ASCIISet> = []
    let steps = reach(state.steps, at: state.canonical) { step in
      if case .next(_, _, let target) = step { target } else { nil }
    }
    for step in steps {
      switch network.steps[step] {
      case .byte(let set, _), .next(let set, _, _): sets.insert(set)
      default: break
      }
    }
    return sets
  }

  /// The steps under way behind one of some bytes, all of which lead to the same.
  private func targets(of state: State, along edge: CanonicalAutomaton.Edge) -> [Int] {
    guard let byte = edge.set.first else { return [] }
    let steps = reach(state.steps, at: state.canonical) { step in
      switch step {
      case .next(let set, _, let target): set.contains(byte) ? target : nil
      case .path(let start): edge.startsPath ? start : nil
      default: nil
      }
    }
    var targets: [Int] = []
    for step in steps {
      switch network.steps[step] {
      case .byte(let set, let next): if set.contains(byte) { targets.append(next) }
      case .path: if !edge.startsPath { targets.append(step) }
      default: break
      }
    }
    return reach(targets, at: edge.target).sorted()
  }
}

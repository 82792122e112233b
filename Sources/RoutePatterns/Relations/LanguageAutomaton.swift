/// What a network matches among canonical targets, one place at a time, found as far as it is asked for.
final class LanguageAutomaton {
  /// What the automaton asks for is more than it may have.
  struct TooLarge: Error {}

  struct Edge {
    var set: ASCIISet
    var target: Int
  }

  /// The places that can be found, and the steps that may be looked at for that.
  private static let stateLimit = 20_000
  private static let workLimit = 4_000_000

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
  /// In which round a step was last come to.
  private var marks: [Int]
  private var round = 0
  private var work = 0

  init(_ network: LanguageNetwork, slashes: RouteTarget.SlashPolicy) {
    self.network = network
    canonical = .of(slashes)
    marks = Array(repeating: 0, count: network.steps.count)
  }

  /// Whether nothing can be matched at all, whatever the targets are.
  var isNothing: Bool { network.starts.isEmpty }

  /// Where targets begin, or those without a scheme.
  func start(ofPaths: Bool) throws(TooLarge) -> Int {
    let place = ofPaths ? CanonicalAutomaton.pathStart : CanonicalAutomaton.start
    return try index(of: State(canonical: place, steps: resting(network.starts, at: place)))
  }

  /// Whether a target that ends here is matched.
  func accepts(_ state: Int) -> Bool { acceptance[state] }

  /// Where each byte leads, but for those that lead nowhere.
  func edges(of state: Int) throws(TooLarge) -> [Edge] {
    if let known = edges[state] { return known }
    let found = try findEdges(of: states[state])
    edges[state] = found
    return found
  }

  private func index(of state: State) throws(TooLarge) -> Int {
    if let known = indices[state] { return known }
    work += state.steps.count
    guard states.count < Self.stateLimit, work <= Self.workLimit else { throw TooLarge() }
    let index = states.count
    states.append(state)
    indices[state] = index
    edges.append(nil)
    acceptance.append(acceptsEnd(of: state))
    return index
  }

  // MARK: - Steps

  /// The steps that wait for a byte or the end, from some on, in order.
  private func resting(_ steps: [Int], at place: Int) -> [Int] {
    let isBoundary = canonical.states[place].isBoundary
    var found: [Int] = []
    var open = steps
    round += 1
    while let step = open.popLast() {
      guard marks[step] != round else { continue }
      marks[step] = round
      switch network.steps[step] {
      case .fork(let targets): open += targets
      case .boundary(let target): if isBoundary { open.append(target) }
      case .byte, .next, .end, .path, .accept: found.append(step)
      }
    }
    found.sort()
    return found
  }

  /// The steps with those behind conditions on what comes next; all of them when that is not said.
  private func passing(_ steps: [Int], before byte: UInt8?, at place: Int) -> [Int] {
    var all = steps
    var fresh = steps
    while !fresh.isEmpty {
      var targets: [Int] = []
      for step in fresh {
        guard case .next(let set, _, let target) = network.steps[step],
          byte.map(set.contains) ?? true
        else { continue }
        targets.append(target)
      }
      guard !targets.isEmpty else { break }
      fresh = resting(targets, at: place).filter { !all.contains($0) }
      all += fresh
    }
    return all
  }

  private func acceptsEnd(of state: State) -> Bool {
    guard canonical.states[state.canonical].isAccepting else { return false }
    var all = state.steps
    var index = 0
    while index < all.count {
      defer { index += 1 }
      let target: Int
      switch network.steps[all[index]] {
      case .accept: return true
      case .end(let next), .next(_, orEnd: true, let next): target = next
      default: continue
      }
      all += resting([target], at: state.canonical).filter { !all.contains($0) }
    }
    return false
  }

  private func findEdges(of state: State) throws(TooLarge) -> [Edge] {
    var pieces = canonical.states[state.canonical].edges
    for set in sets(of: state) {
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
      work += state.steps.count
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

  /// The sets of bytes that the steps of a place ask for, each once.
  private func sets(of state: State) -> Set<ASCIISet> {
    var sets: Set<ASCIISet> = []
    for step in passing(state.steps, before: nil, at: state.canonical) {
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
    var steps = state.steps
    if edge.startsPath {
      for case .path(let start) in state.steps.map({ network.steps[$0] }) {
        steps += resting([start], at: state.canonical)
      }
    }
    var targets: [Int] = []
    for step in passing(steps, before: byte, at: state.canonical) {
      switch network.steps[step] {
      case .byte(let set, let next): if set.contains(byte) { targets.append(next) }
      case .path: if !edge.startsPath { targets.append(step) }
      default: break
      }
    }
    return resting(targets, at: edge.target)
  }
}

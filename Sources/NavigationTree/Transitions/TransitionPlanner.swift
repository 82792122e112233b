/// Finds the fewest steps that lead from what is shown to a state, and what is shown then.
///
/// First what has to go: modals are dismissed, the innermost first, and what is no longer used unwinds, deepest
/// first. Then, from the root on, what is active now: options are selected, stacks set, endpoints configured,
/// modals presented. What forks keep is not touched, and what they are to keep without having shown it waits until it
/// is shown.
struct TransitionPlanner {
  private let tree: NodeTree
  private let path: [Int]
  private let parameters: [Int: RouteParameters]
  /// All nodes of the state, active and kept.
  private let used: Set<Int>
  private var shown: ShownNodes = [:]
  private var steps: [PlannedStep] = []

  /// The steps from what is shown to a state, whose nodes are those that are shown then.
  static func plan(
    _ shown: inout ShownNodes,
    to chains: [StateChain],
    in tree: NodeTree
  ) -> [PlannedStep] {
    var planner = TransitionPlanner(tree, chains)
    // Taken over, not copied.
    swap(&planner.shown, &shown)
    planner.plan()
    swap(&planner.shown, &shown)
    return planner.steps
  }

  private init(_ tree: NodeTree, _ chains: [StateChain]) {
    self.tree = tree
    path = chains.first.map { tree.path(to: $0.endpoint) } ?? []
    let endpoints = path.filter { tree.nodes[$0].kind == .endpoint }
    let active = chains.first?.nodes ?? []
    parameters = Dictionary(
      zip(endpoints, active.map(\.parameters)),
      uniquingKeysWith: { first, _ in first }
    )
    var used: Set<Int> = []
    for chain in chains {
      var next: Int? = chain.endpoint
      while let node = next, used.insert(node).inserted { next = tree.nodes[node].parent }
    }
    self.used = used
  }

  private mutating func plan() {
    let lists = Dictionary(
      uniqueKeysWithValues: path.filter { tree.nodes[$0].kind == .stack }.map {
        ($0, tree.list(of: $0, in: shown))
      }
    )
    removeUnused()
    for index in path.indices { show(at: index, lists) }
  }

  // MARK: - What goes

  private mutating func removeUnused() {
    var leaving = shown.keys.filter { !isStaying($0) }
    guard !leaving.isEmpty else { return }
    let modals = modalScopes(of: leaving)
    leaving.sort { one, other in
      let (oneDepth, otherDepth) = (modals[one]?.depth ?? 0, modals[other]?.depth ?? 0)
      return oneDepth == otherDepth ? one > other : oneDepth > otherDepth
    }
    var dismissed: Set<Int> = []
    for node in leaving {
      if let modal = modals[node]?.modal, dismissed.insert(modal).inserted,
        let owner = tree.nodes[modal].parent
      {
        steps.append(.dismiss(modal, from: owner))
      }
      if tree.nodes[node].hasPresentable { steps.append(.unwind(node)) }
    }
    let hidden = hiddenStacks(of: leaving)
    for node in leaving { forget(node) }
    for (stack, list) in hidden {
      for node in list.reversed() { steps.append(.pop(node, from: stack)) }
    }
  }

  /// Whether a node that is shown stays: it is used, or is an option of a fork that is.
  private func isStaying(_ node: Int) -> Bool {
    if used.contains(node) { return true }
    guard let parent = tree.nodes[node].parent else { return false }
    return tree.nodes[parent].kind == .fork && used.contains(parent)
  }

  /// For nodes that leave with a modal around them: the innermost such modal, and how deep it is within others.
  private func modalScopes(of leaving: [Int]) -> [Int: (modal: Int, depth: Int)] {
    var scopes: [Int: (modal: Int, depth: Int)] = [:]
    // A node's parent has a lower number, so that its scope is known before.
    for node in leaving.sorted() {
      let outer = tree.nodes[node].parent.flatMap { scopes[$0] }
      if tree.nodes[node].role == .modal {
        scopes[node] = (node, (outer?.depth ?? 0) + 1)
      } else {
        scopes[node] = outer
      }
    }
    return scopes
  }

  /// The stacks that stay, and are not on the way to what is active, with what leaves them.
  private func hiddenStacks(of leaving: [Int]) -> [(stack: Int, list: [Int])] {
    var found: [Int: [Int]] = [:]
    for node in leaving {
      guard let stack = tree.stack(around: node), found[stack] == nil, isStaying(stack),
        shown[stack] != nil, !path.contains(stack)
      else { continue }
      found[stack] = tree.list(of: stack, in: shown).filter { !isStaying($0) }
    }
    return found.sorted { $0.key > $1.key }.map { ($0.key, $0.value) }
  }

  private mutating func forget(_ node: Int) {
    shown[node] = nil
    guard let parent = tree.nodes[node].parent else { return }
    if shown[parent]?.next == node { shown[parent]?.next = nil }
    if shown[parent]?.modal == node { shown[parent]?.modal = nil }
  }

  // MARK: - What comes

  private mutating func show(at index: Int, _ lists: [Int: [Int]]) {
    let node = path[index]
    let next = index + 1 < path.count ? path[index + 1] : nil
    var entry = shown[node] ?? ShownNode()
    switch tree.nodes[node].kind {
    case .fork, .switcher:
      guard let next, entry.next != next else { break }
      steps.append(.select(next, in: node))
      // The options of a fork are all there as soon as one is shown.
      if tree.nodes[node].kind == .fork, entry.next == nil {
        for option in tree.children[node] { shown[option] = shown[option] ?? ShownNode() }
      }
      entry.next = next
    case .stack:
      let list = tree.list(ofStackAt: index, on: path)
      set(node, from: lists[node] ?? [], to: list)
      entry.next = list.first
    case .endpoint:
      let parameters = parameters[node] ?? RouteParameters()
      if entry.parameters != parameters {
        steps.append(.setParameters(node, parameters))
        entry.parameters = parameters
      }
      let isModal = next.map { tree.nodes[$0].role == .modal } ?? false
      if let next, isModal, entry.modal != next { steps.append(.present(next, over: node)) }
      entry.modal = isModal ? next : nil
      entry.next = isModal ? nil : next
    }
    shown[node] = entry
  }

  private mutating func set(_ stack: Int, from old: [Int], to new: [Int]) {
    for step in ListTransition(from: old, to: new).steps {
      switch step {
      case .pop(let node, _): steps.append(.pop(node, from: stack))
      case .change(let node, let other, _): steps.append(.change(node, to: other, in: stack))
      case .push(let node, _): steps.append(.push(node, onto: stack))
      }
    }
  }
}

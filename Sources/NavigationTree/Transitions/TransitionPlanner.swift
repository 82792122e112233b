/// Finds the fewest steps that lead from the nodes on screen to a state, and the nodes that are
/// shown then.
///
/// Removals come first: modals are dismissed, the innermost first, and nodes that are no longer
/// used unwind, deepest first. Then, from the root on, the active nodes: options are selected,
/// stacks set, endpoints configured, modals presented. Ways that forks keep are not touched, and a
/// kept way that has never been shown waits until it is; so does one that a switcher keeps, whose
/// presentables it has released.
struct TransitionPlanner {
  private let tree: NodeTree
  /// The way to the active endpoint.
  private let path: [Int]
  /// The parameters of the endpoints on it, in their order.
  private let parameters: [RouteParameters]
  private var shown = ShownNodes()
  private var steps: [PlannedStep] = []

  /// Returns the steps from the shown nodes to a state, and updates the shown nodes.
  static func plan(
    _ shown: inout ShownNodes,
    to chains: [StateChain],
    in tree: NodeTree
  ) -> [PlannedStep] {
    var planner = TransitionPlanner(tree, chains.first)
    // Swapped, not copied.
    swap(&planner.shown, &shown)
    planner.plan(tree.endsInUse(by: chains.map(\.endpoint)))
    swap(&planner.shown, &shown)
    return planner.steps
  }

  private init(_ tree: NodeTree, _ active: StateChain?) {
    self.tree = tree
    path = active.map { tree.path(to: $0.endpoint) } ?? []
    parameters = active?.nodes.map(\.parameters) ?? []
  }

  private mutating func plan(_ ends: [Int]) {
    var lists: [Int: [Int]] = [:]
    for node in path where tree.nodes[node].kind == .stack {
      lists[node] = shown.list(of: node, in: tree)
    }
    let unused = shown.use(ends, in: tree)
    if !unused.isEmpty { remove(unused) }
    var endpoint = 0
    for index in path.indices { show(at: index, &endpoint, lists) }
  }

  // MARK: - Nodes that go

  private mutating func remove(_ unused: [Int]) {
    var leaving: [Int] = []
    for node in unused {
      if !isOptionInUse(node), shown[node]?.isShown == true { leaving.append(node) }
      // Options can be shown that no way has led to; they go with the use of their fork.
      guard tree.nodes[node].kind == .fork else { continue }
      leaving += tree.children[node].filter { shown[$0]?.isShown == true && !unused.contains($0) }
    }
    unwind(leaving)
    for node in unused where shown[node]?.isShown == false { shown.nodes[node] = nil }
  }

  /// Whether a node is an option of a fork that is in use, and so stays.
  private func isOptionInUse(_ node: Int) -> Bool {
    guard let parent = tree.nodes[node].parent, tree.nodes[parent].kind == .fork else {
      return false
    }
    return (shown[parent]?.uses ?? 0) > 0
  }

  private mutating func unwind(_ nodes: [Int]) {
    let modals = modalScopes(of: nodes)
    let leaving = nodes.sorted { one, other in
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
    let hidden = hiddenLists(of: leaving)
    for node in leaving { forget(node) }
    for (stack, list) in hidden {
      for node in list.reversed() { steps.append(.pop(node, from: stack)) }
    }
  }

  /// Returns, for nodes that leave with a modal around them, the innermost such modal and its depth
  /// within others.
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

  /// Returns the nodes that leave stacks that stay, except for stacks on the way to the active
  /// endpoint.
  private func hiddenLists(of leaving: [Int]) -> [(stack: Int, list: [Int])] {
    var found: [Int: [Int]] = [:]
    for node in leaving {
      guard let stack = tree.stack(around: node), found[stack] == nil, !path.contains(stack),
        let entry = shown[stack], entry.isShown, entry.uses > 0 || isOptionInUse(stack)
      else { continue }
      found[stack] = shown.list(of: stack, in: tree).filter { shown[$0]?.uses == 0 }
    }
    return found.sorted { $0.key > $1.key }.map { ($0.key, $0.value) }
  }

  private mutating func forget(_ node: Int) {
    shown.nodes[node] = nil
    guard let parent = tree.nodes[node].parent else { return }
    if shown[parent]?.next == node { shown.nodes[parent]?.next = nil }
    if shown[parent]?.modal == node { shown.nodes[parent]?.modal = nil }
  }

  // MARK: - Nodes that come

  private mutating func show(at index: Int, _ endpoint: inout Int, _ lists: [Int: [Int]]) {
    let node = path[index]
    let next = index + 1 < path.count ? path[index + 1] : nil
    var entry = shown[node] ?? ShownNodes.Node()
    entry.isShown = true
    switch tree.nodes[node].kind {
    case .fork, .switcher:
      guard let next, entry.next != next else { break }
      steps.append(.select(next, in: node))
      // The options of a fork are all there as soon as one is shown.
      if tree.nodes[node].kind == .fork, entry.next == nil {
        for option in tree.children[node] {
          shown.nodes[option, default: ShownNodes.Node()].isShown = true
        }
      }
      entry.next = next
    case .stack:
      let list = tree.list(ofStackAt: index, on: path)
      set(node, from: lists[node] ?? [], to: list)
      entry.next = list.first
    case .endpoint:
      let wanted = endpoint < parameters.count ? parameters[endpoint] : RouteParameters()
      endpoint += 1
      if entry.parameters != wanted {
        steps.append(.setParameters(node, wanted))
        entry.parameters = wanted
      }
      let isModal = next.map { tree.nodes[$0].role == .modal } ?? false
      if let next, isModal, entry.modal != next { steps.append(.present(next, over: node)) }
      entry.modal = isModal ? next : nil
      entry.next = isModal ? nil : next
    }
    shown.nodes[node] = entry
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

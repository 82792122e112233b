/// The fewest steps that lead from one state to another.
///
///     for step in Transition(from: old, to: new, in: coordinator).steps { print(step) }
///     // pop /books/:id from stack(/books)
///     // set /books []
///
/// Modals that close come first, the innermost of them before the others, then nodes that are no
/// longer used unwind, deepest first; then, from the root on, the nodes that are shown now. A store
/// carries the steps out with its presenters, one after the other, those for one stack at once.
public struct Transition: Hashable, Sendable {
  /// One step from a state to another.
  public enum Step: Hashable, Sendable {
    /// A modal is closed.
    case dismiss(RouteNodeID, from: RouteNodeID)
    /// The presentable of a node is cleared up, as the node is no longer used.
    case unwind(RouteNodeID)
    /// A fork or switcher shows an option.
    case select(RouteNodeID, in: RouteNodeID)
    /// The top of a stack is removed.
    case pop(RouteNodeID, from: RouteNodeID)
    /// The top of a stack is replaced.
    case change(RouteNodeID, to: RouteNodeID, in: RouteNodeID)
    /// A node is put on top of a stack.
    case push(RouteNodeID, onto: RouteNodeID)
    /// An endpoint is configured.
    case setParameters(RouteNodeID, RouteParameters)
    /// A modal is opened.
    case present(RouteNodeID, over: RouteNodeID)
  }

  /// The steps, in the order in which they are carried out.
  public let steps: [Step]

  /// Whether there are no steps.
  public var isEmpty: Bool { steps.isEmpty }

  /// Finds the steps between two states of a tree, in the first of which all that is kept has been
  /// shown.
  public init<View>(from old: RouterState, to new: RouterState, in tree: RoutingNode<View>) {
    let tree = tree.tree
    var shown = tree.shown(in: old)
    let steps = TransitionPlanner.plan(&shown, to: tree.chains(of: new), in: tree)
    self.init(steps, tree.ids)
  }

  init(_ steps: [PlannedStep], _ ids: [RouteNodeID]) {
    self.steps = steps.map { Step($0, ids) }
  }
}

extension NodeTree {
  /// Returns the nodes that are shown in a state all of which has been shown.
  fileprivate func shown(in state: RouterState) -> ShownNodes {
    let chains = chains(of: state)
    // As if each way had been taken, the latest last, and the others kept.
    return chains.indices.reversed().reduce(into: ShownNodes()) { shown, first in
      _ = TransitionPlanner.plan(&shown, to: Array(chains[first...]), in: self)
    }
  }
}

extension Transition.Step {
  fileprivate init(_ step: PlannedStep, _ ids: [RouteNodeID]) {
    switch step {
    case .dismiss(let modal, let owner): self = .dismiss(ids[modal], from: ids[owner])
    case .unwind(let node): self = .unwind(ids[node])
    case .select(let option, let node): self = .select(ids[option], in: ids[node])
    case .pop(let node, let stack): self = .pop(ids[node], from: ids[stack])
    case .change(let node, let other, let stack):
      self = .change(ids[node], to: ids[other], in: ids[stack])
    case .push(let node, let stack): self = .push(ids[node], onto: ids[stack])
    case .setParameters(let node, let parameters): self = .setParameters(ids[node], parameters)
    case .present(let modal, let owner): self = .present(ids[modal], over: ids[owner])
    }
  }
}

extension Transition: CustomStringConvertible {
  /// The steps, one a line.
  public var description: String { steps.map(\.description).joined(separator: "\n") }
}

extension Transition.Step: CustomStringConvertible {
  /// The step in a few words.
  public var description: String {
    switch self {
    case .dismiss(let modal, let owner): "dismiss \(modal) from \(owner)"
    case .unwind(let node): "unwind \(node)"
    case .select(let option, let node): "select \(option) in \(node)"
    case .pop(let node, let stack): "pop \(node) from \(stack)"
    case .change(let node, let other, let stack): "change \(node) to \(other) in \(stack)"
    case .push(let node, let stack): "push \(node) onto \(stack)"
    case .setParameters(let node, let parameters): "set \(node) \(parameters)"
    case .present(let modal, let owner): "present \(modal) over \(owner)"
    }
  }
}

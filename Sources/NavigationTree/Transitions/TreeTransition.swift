/// The fewest steps that lead from one state to another.
///
///     for step in TreeTransition(from: old, to: new, in: coordinator).steps { print(step) }
///     // pop /books/:id from stack(/books)
///     // set /books []
///
/// Modals that close come first, the innermost of them before the others, then nodes that are no
/// longer used unwind, deepest first; then, from the root on, the nodes that are shown now. A store
/// carries the steps out with its presenters, one after the other, those for one stack at once.
public struct TreeTransition: Hashable, Sendable {
  /// One step from a state to another.
  public typealias Step = TransitionStep<RouteNodeID>

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
    self.steps = steps.map { $0.map { ids[$0] } }
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

extension TreeTransition: CustomStringConvertible {
  /// The steps, one a line.
  public var description: String { steps.map(\.description).joined(separator: "\n") }
}

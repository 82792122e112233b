import RoutePatterns

/// A tree with its presenters.
final class PresenterTree<View>: Sendable {
  let tree: NodeTree
  /// The presenters of the nodes, by their numbers.
  let presenters: [RoutingNode<View>.Presenter]
  /// The place of the first node whose presenter needs the main actor.
  let placeOfMainActor: SourcePlace?

  init(_ root: RoutingNode<View>) {
    let reader = NodeTreeReader(root)
    tree = NodeTree(reader)
    presenters = reader.presenters
    let first = reader.presenters.firstIndex { $0.needsMainActor }
    placeOfMainActor = first.map { reader.places[$0] }
  }
}

/// The tree of a node, made once for all copies of it.
final class PresenterTreeCache<View>: Sendable {
  private let made = Locked<PresenterTree<View>?>(nil)

  func tree(of node: RoutingNode<View>) -> PresenterTree<View> {
    if let tree = made.withLock({ $0 }) { return tree }
    // Two threads may both make it: the first that is done counts, so that all see the same.
    let tree = PresenterTree(node)
    return made.withLock { kept in
      if let kept { return kept }
      kept = tree
      return tree
    }
  }
}

extension RoutingNode.Presenter {
  var kind: RouteNodeID.Kind {
    switch self {
    case .endpoint: .endpoint
    case .stack: .stack
    case .fork: .fork
    case .switcher: .switcher
    }
  }

  /// Whether it has a presentable, which is shown and unwound.
  var hasPresentable: Bool {
    if case .switcher(let presenter) = self { presenter.getPresentable != nil } else { true }
  }

  fileprivate var needsMainActor: Bool {
    switch self {
    case .endpoint(let presenter): presenter.needsMainActor
    case .stack(let presenter): presenter.needsMainActor
    case .fork(let presenter): presenter.needsMainActor
    case .switcher(let presenter): presenter.needsMainActor
    }
  }
}

import SwitchyardLocks

/// A tree with its presenters.
final class PresenterTree<View>: Sendable {
  let tree: NodeTree
  /// The presenters of the nodes, by their numbers.
  let presenters: [NodePresenter<View>]
  /// The places in the program at which they were made.
  let places: [SourcePlace]
  /// The place of the first node whose presenter needs the main actor.
  let placeOfMainActor: SourcePlace?

  init(_ root: NodeDescription<View>) {
    let reader = NodeTreeReader(root)
    tree = NodeTree(reader)
    presenters = reader.presenters
    places = reader.places
    let first = reader.presenters.firstIndex { $0.needsMainActor }
    placeOfMainActor = first.map { reader.places[$0] }
  }
}

/// The tree of a node, made once for all copies of it.
final class PresenterTreeCache<View>: Sendable {
  private let made = Locked<PresenterTree<View>?>(nil)

  func tree(of node: NodeDescription<View>) -> PresenterTree<View> {
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

extension RouterStore {
  /// The nodes of the tree, without presenters.
  package var outline: TreeOutline {
    TreeOutline(
      nodes: zip(nodeTree.nodes, nodeTree.ids).map { node, id in
        TreeOutline.Node(
          kind: id.kind,
          route: id.route,
          isModal: node.role == .modal,
          parent: node.parent
        )
      }
    )
  }
}

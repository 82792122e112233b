/// The nodes of a tree as a value without presenters, for those that draw it.
package struct TreeOutline: Hashable, Sendable {
  /// A node, with its place in the tree.
  package struct Node: Hashable, Sendable {
    /// The kind of the node.
    package let kind: RouteNodeID.Kind
    /// The endpoint's route, or the first within the node.
    package let route: String
    /// Whether it stands in a modal of its own over the node that it belongs to.
    package let isModal: Bool
    /// The number of the node that it stands in; `nil` for the root.
    package let parent: Int?
  }

  /// The nodes, each before those within it.
  package let nodes: [Node]
}

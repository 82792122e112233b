/// What is asked of a node at each step: no references, so that to look at one costs nothing.
struct TreeNode: Sendable {
  /// What a node is to the one it stands in.
  enum Role: Sendable {
    case root, item, option, child, modal
  }

  let kind: RouteNodeID.Kind
  let role: Role
  let parent: Int?
  let depth: Int
  /// Whether there is something to be shown, and to be unwound.
  let hasPresentable: Bool
}

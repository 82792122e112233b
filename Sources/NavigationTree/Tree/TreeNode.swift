/// The fields of a node that are read at each step: no references, so that reading one is cheap.
struct TreeNode: Sendable {
  /// The role of a node in the one it stands in.
  enum Role: Sendable {
    case root, item, option, child, modal
  }

  let kind: RouteNodeID.Kind
  let role: Role
  let parent: Int?
  let depth: Int
  /// Whether it has a presentable, which is shown and unwound.
  let hasPresentable: Bool
  /// Whether it is a switcher that keeps the ways through forks of an option that is left.
  let keepsForks: Bool
}

/// What a node of a tree is known by: an endpoint by its route, any other by the first route within it.
///
/// So a node has the same identity in all trees in which the routes stand in it.
public struct RouteNodeID: Hashable, Sendable, Codable {
  /// What nodes do.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// Is opened by a route.
    case endpoint
    /// Shows nodes one above the other.
    case stack
    /// Shows one of several nodes and keeps the others.
    case fork
    /// Shows one of several nodes and lets go of the others.
    case switcher
  }

  /// What the node does.
  public let kind: Kind
  /// The endpoint's route, or the first within the node.
  public let route: String
  /// How many nodes of the kind, with the same first route, stand around the node.
  public let nesting: Int
}

extension RouteNodeID: CustomStringConvertible {
  /// The route, after what the node does where that is not to be an endpoint.
  public var description: String {
    guard kind != .endpoint else { return route }
    return "\(kind.rawValue)(\(route))" + (nesting > 0 ? "#\(nesting + 1)" : "")
  }
}

/// The identity of a node of a tree: an endpoint has its route, any other node the first route
/// within it.
///
/// So a node has the same identity in all trees in which the routes stand in it.
public struct RouteNodeID: Hashable, Sendable, Codable {
  /// The kinds of nodes.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// Is opened by a route.
    case endpoint
    /// Shows nodes one above the other.
    case stack
    /// Shows one of several nodes and keeps the others.
    case fork
    /// Shows one of several nodes and releases the others.
    case switcher
  }

  /// The kind of the node.
  public let kind: Kind
  /// The endpoint's route, or the first within the node.
  public let route: String
  /// The number of nodes of the kind, with the same first route, that stand around the node.
  public let nesting: Int
}

extension RouteNodeID: CustomStringConvertible {
  /// The route, behind the kind if the node is not an endpoint.
  public var description: String {
    guard kind != .endpoint else { return route }
    return "\(kind.rawValue)(\(route))" + (nesting > 0 ? "#\(nesting + 1)" : "")
  }
}

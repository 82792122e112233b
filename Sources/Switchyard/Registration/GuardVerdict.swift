/// The answer of a guard to an opened target.
public enum GuardVerdict: Sendable {
  /// The guard lets the target pass.
  case allow
  /// The target is not opened.
  case deny
  /// Another route is opened in its place, with query items added.
  case redirect(String, query: QueryParameters = [:])
}

/// The answer of a proxy to an opened target.
public enum ProxyDecision: Sendable {
  /// The next proxy, or else the map, goes on.
  case pass
  /// The map for another route runs, after all guards; `nil` keeps the current value.
  case commit(
    _ route: String? = nil,
    parameters: Parameters? = nil,
    passing: (any Sendable)? = nil
  )
}

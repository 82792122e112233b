/// What a guard says about an opened target.
public enum GuardVerdict: Sendable {
  /// The guard has nothing against it.
  case allow
  /// The target is not opened.
  case deny
  /// Another route is opened in its place, with query items added.
  case redirect(String, query: QueryParameters = [:])
}

/// What a proxy does about an opened target.
public enum ProxyDecision: Sendable {
  /// The next proxy, or else the map, goes on.
  case pass
  /// The map for another route runs, after all guards; nothing leaves what is there.
  case commit(
    _ route: String? = nil,
    parameters: Parameters? = nil,
    passing: (any Sendable)? = nil
  )
}

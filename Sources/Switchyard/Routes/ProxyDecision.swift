/// The answer of a proxy to an opened target.
public enum ProxyDecision: Sendable {
  /// The next proxy, or else the map, goes on.
  case pass
  /// The map for another route runs, after all guards; `nil` keeps the current value.
  case commit(
    _ route: String? = nil,
    parameters: Parameters? = nil,
    payload: (any Sendable)? = nil
  )
}

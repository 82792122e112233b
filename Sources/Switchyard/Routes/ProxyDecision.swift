/// The answer of a proxy to an opened target.
public enum ProxyDecision: Sendable {
  // In boxes, here as in other answers, is what is seldom: what is common is no more than a word to
  // hand on.
  /// The next proxy, or else the map, goes on.
  case pass
  /// The map for another route runs, after all guards; `nil` keeps the current value, and
  /// ``NoPayload`` takes the payload away.
  indirect case commit(
    _ route: String? = nil,
    parameters: Parameters? = nil,
    payload: (any Sendable)? = nil
  )
}

/// The payload that a proxy commits with to take the payload away.
///
///     router.proxy("/public/*") { (context: RouteContext) async throws in
///       .commit(payload: NoPayload())
///     }
public struct NoPayload: Sendable {
  /// Makes the value.
  public init() {}
}

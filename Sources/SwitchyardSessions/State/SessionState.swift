/// The state of a session: the places that a visitor is at, and the data of the app.
///
/// A step changes a copy of it, which counts once it is stored.
public struct SessionState<Value: Codable & Sendable>: Sendable {
  /// The data of the app.
  public var value: Value
  /// The states of the navigation, as many as the sessions keep.
  public var history: NavigationHistory

  let tree: SessionTree

  /// The active endpoints, and the ways that forks keep.
  public var navigation: RouterState { history.present }

  /// Goes to the endpoint that a request leads to; the state that it leaves becomes part of the
  /// history.
  ///
  /// - Throws: `NavigationError` for a request that no endpoint matches; the state is unchanged.
  public mutating func go(
    to request: some RoutingRequestType,
    options: DispatchOptions = []
  ) throws {
    let next = try tree.reduce(request, history.present, options)
    guard next != history.present else { return }
    if options.contains(.replacingHistory) {
      history.replace(by: next)
    } else {
      history.go(to: next)
    }
  }

  /// Goes to the endpoint that a URL, a deep link or a path leads to.
  public mutating func go(to url: String, options: DispatchOptions = []) throws {
    try go(to: RoutingRequest(url), options: options)
  }
}

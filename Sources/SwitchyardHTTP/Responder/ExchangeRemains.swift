/// The things that are left of an exchange when it ends.
struct ExchangeRemains {
  /// The response that handlers have returned or set.
  var response: ServerResponse?
  /// The closures that are to see what is answered, in the order in which they were added.
  var hooks: [@Sendable (inout ServerResponse) -> Void] = []
  /// The response of the guard that has denied last.
  var denial: GuardDenial?
  /// The dispatch, which holds the exchange.
  var dispatch: Router.BegunDispatch?

  /// Returns the response for a denial, if it was set by the guard that has denied.
  func response(deniedBy route: RouteID) -> ServerResponse? {
    guard case .by(route, let response)? = denial else { return nil }
    return response
  }
}

/// The response of a guard that denies; seldom, hence in a box.
indirect enum GuardDenial {
  case by(RouteID, ServerResponse)
}

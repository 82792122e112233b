/// An action that changes the state of the navigation.
///
/// The actions of this module conform, and an app can make its own:
///
///     struct ShowSettings: NavigationAction {
///       func apply(to state: inout NavigationState) {
///         state.setRoute(["tabs", "profile", "settings"])
///       }
///     }
public protocol NavigationAction: Sendable {
  /// Changes the state, or throws the reason that it cannot be changed.
  func apply(to state: inout NavigationState) throws(RouteActionError)
}

/// Opens a route.
public struct SetRouteAction: NavigationAction {
  /// The route that is to be open.
  public let route: Route
  /// Whether the change is animated.
  public let animated: Bool
  /// Whether the screen shows it already.
  public let isShown: Bool
  /// The data of the route from then on.
  public let data: (any Sendable)?

  /// Makes an action that opens a route.
  public init(
    _ route: Route,
    animated: Bool = true,
    isShown: Bool = false,
    data: (any Sendable)? = nil
  ) {
    self.route = route
    self.animated = animated
    self.isShown = isShown
    self.data = data
  }

  /// Opens the route.
  public func apply(to state: inout NavigationState) {
    state.setRoute(route, animated: animated, isShown: isShown, data: data)
  }
}

/// Sets the data of a route, which need not be open.
public struct SetRouteSpecificData: NavigationAction {
  /// The route that the data is about.
  public let route: Route
  /// The data of the route; `nil` to remove it.
  public let data: (any Sendable)?

  /// Makes an action that sets the data of a route, or removes it.
  public init(route: Route, data: (any Sendable)?) {
    self.route = route
    self.data = data
  }

  /// Sets the data, and leaves the open route as it is.
  public func apply(to state: inout NavigationState) {
    state.routeSpecificState[RouteHash(route: route)] = data
  }
}

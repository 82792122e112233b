/// The open route, and the data of single routes: the part of an app's state that navigation needs.
///
///     var state = NavigationState(route: ["tabs", "books"])
///     state.routeSpecificState[RouteHash(route: ["tabs", "books"])] = "sorted by title"
///     let order: String? = state.getRouteSpecificState(["tabs", "books"])
///
/// It is a value, changed by ``NavigationReducer`` and carried out by ``RouteCoordinator``.
public struct NavigationState: Sendable {
  /// The open route.
  ///
  /// Setting it asks for it to be carried out, whatever was said about the screen before.
  public var route: Route {
    didSet { shownFrom = nil }
  }

  /// The data of single routes, open or not.
  ///
  /// Data stays when its route closes: it may be set before the route opens, and be wanted when it
  /// opens again. Remove it with ``SetRouteSpecificData``, or remove at once all that is not on the
  /// way to the open route:
  ///
  ///     let route = state.route
  ///     state.routeSpecificState = state.routeSpecificState.filter {
  ///       route.starts(with: $0.key.route)
  ///     }
  public var routeSpecificState: [RouteHash: any Sendable] = [:]

  /// Whether the change to the open route is animated.
  public var changeRouteAnimated = true

  /// The route from which the screen has gone to the open one by itself, as by a gesture; otherwise
  /// `nil`.
  ///
  /// A coordinator that is at that route makes no calls. Code that replays old states sets it to
  /// `nil`.
  public var shownFrom: Route?

  /// The reason that the last action for the navigation was refused, if it was.
  public var refusal: RouteActionError?

  /// Makes a state in which a route is open.
  public init(route: Route = []) { self.route = route }
}

extension NavigationState {
  /// Returns the data of a route, if it is of the type that is asked for.
  public func getRouteSpecificState<Value>(_ route: Route) -> Value? {
    routeSpecificState[RouteHash(route: route)] as? Value
  }

  /// Opens a route.
  ///
  /// - Parameters:
  ///   - route: The route that is open from now on.
  ///   - animated: Whether the change is animated.
  ///   - isShown: Whether the screen shows it already.
  ///   - data: The data of the route from now on; without it the data stays as it is.
  public mutating func setRoute(
    _ route: Route,
    animated: Bool = true,
    isShown: Bool = false,
    data: (any Sendable)? = nil
  ) {
    let old = self.route
    self.route = route
    changeRouteAnimated = animated
    shownFrom = isShown ? old : nil
    if let data { routeSpecificState[RouteHash(route: route)] = data }
  }
}

extension NavigationState: Codable {
  private enum CodingKeys: String, CodingKey { case route }

  /// Reads the open route.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(route: try container.decode(Route.self, forKey: .route))
  }

  /// Writes the open route.
  ///
  /// The data of routes, which may be of any type, are left out, and so is how the route was
  /// reached.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(route, forKey: .route)
  }
}

/// The state of an app, which has the state of its navigation in it.
public protocol HasNavigationState {
  /// The state of the navigation.
  var navigationState: NavigationState { get set }
}

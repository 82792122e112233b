public import RoutePatterns

/// What prepares a controller for the route that it is shown for, with the parameters and what was passed.
///
///     let cancellable: PresentationSetup<Screen> = { screen, parameters, passed in
///       screen.showsCancelButton = true
///     }
///
/// It is given the controller itself, also where a navigation controller is put around it.
public typealias PresentationSetup<Controller> =
  @MainActor @Sendable (
    _ controller: Controller, _ parameters: Parameters, _ passed: (any Sendable)?
  ) -> Void

/// A controller that prepares itself for the route that it is shown for.
///
///     final class LoginScreen: Screen, RoutingPresentationSetup {
///       var callback: String?
///
///       func setup(_ route: String, with parameters: Parameters, passing passed: (any Sendable)?) {
///         callback = parameters["callback"]
///       }
///     }
///
/// It is called before the setup that the route was registered with.
@MainActor
public protocol RoutingPresentationSetup: SendableMetatype {
  // Whether a controller conforms is found out by a cast, and outside of tasks such a cast does not see
  // conformances that are bound to an actor. Here the requirement is bound to it instead, and a conformance
  // cannot be: `SendableMetatype` makes that an error of the compiler.

  /// Prepares the controller, which is not shown yet.
  /// - Parameters:
  ///   - route: the URL that was opened, without its query.
  ///   - parameters: the parameters of its path and its query.
  ///   - passed: what was passed when it was opened.
  func setup(_ route: String, with parameters: Parameters, passing passed: (any Sendable)?)
}

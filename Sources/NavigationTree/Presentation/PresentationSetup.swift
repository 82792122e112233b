/// A closure that prepares a controller for the route it is shown for, with the parameters and the
/// payload.
///
///     let cancellable: PresentationSetup<Screen> = { screen, parameters, payload in
///       screen.showsCancelButton = true
///     }
///
/// It receives the controller itself, also if a navigation controller is put around it.
public typealias PresentationSetup<Controller> =
  @MainActor @Sendable (
    _ controller: Controller, _ parameters: Parameters, _ payload: (any Sendable)?
  ) -> Void

/// A controller that prepares itself for the route that it is shown for.
///
///     final class LoginScreen: Screen, RoutingPresentationSetup {
///       var callback: String?
///
///       func setup(
///         _ route: String,
///         with parameters: Parameters,
///         passing payload: (any Sendable)?
///       ) {
///         callback = parameters["callback"]
///       }
///     }
///
/// It is called before the setup that the route was registered with.
@MainActor
public protocol RoutingPresentationSetup: SendableMetatype {
  // The conformance of a controller is found by a cast, and outside of tasks such a cast does not
  // see conformances that are bound to an actor. Here the requirement is bound to it instead, and a
  // conformance cannot be: `SendableMetatype` makes that an error of the compiler.

  /// Prepares the controller, which is not shown yet.
  /// - Parameters:
  ///   - route: the URL that was opened, without its query.
  ///   - parameters: the parameters of its path and its query.
  ///   - payload: the payload that the route was opened with.
  func setup(_ route: String, with parameters: Parameters, passing payload: (any Sendable)?)
}

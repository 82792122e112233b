/// An adapter for a UI kit, with which routes show controllers.
///
/// The host knows the controllers, navigation controllers and windows of its kit. A route asks it,
/// in this order: for the controller that presents, without which nothing is made; to make the
/// controller, if it has a name; for the presenting one again, since setting up may have changed
/// it; to put a navigation controller around the new one, if the style says so; and to show it. All
/// happens on the main actor.
///
/// Each way to show something ends with one call of its completion, when the transition is over. A
/// completion that is released counts as called, and one that is kept for ever holds a serial
/// router up until its time limit; so a transition that was called off must complete as well. An
/// error that a host throws ends the dispatch as failed; there are errors ready for common
/// failures, see ``PresentationError``.
@MainActor
public protocol PresentationHost<Controller>: AnyObject, Sendable {
  /// The type of the controllers that are shown.
  associatedtype Controller

  /// Makes the controller of a name.
  /// - Parameters:
  ///   - name: the name of the controller.
  ///   - container: the storyboard, or other container, that it is described in.
  /// - Returns: a new controller.
  /// - Throws: `PresentationError.unknownName(_:in:)` when there is none.
  func makeController(named name: String, in container: String?) throws -> Controller

  /// Makes a navigation controller whose root is a controller.
  func makeNavigationController(around controller: Controller) throws -> Controller

  /// The controller that presents the next one: the topmost controller, or `nil` as long as there
  /// is no window.
  var presentingController: Controller? { get }

  /// Shows a controller in the presenting controller's own way of showing others.
  func show(
    _ controller: Controller,
    from presenting: Controller,
    completion: @escaping PresentationCompletion
  ) throws

  /// Shows a controller in the presenting controller's own way of showing details.
  func showDetail(
    _ controller: Controller,
    from presenting: Controller,
    completion: @escaping PresentationCompletion
  ) throws

  /// Presents a controller over another.
  func present(
    _ controller: Controller,
    from presenting: Controller,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) throws

  /// Pushes a controller on the stack of the navigation controller that another is, or is in.
  /// - Throws: `PresentationError.noNavigationController` when there is none.
  func push(
    _ controller: Controller,
    from presenting: Controller,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) throws

  /// Pops the topmost controller of the navigation controller that a controller is, or is in.
  /// - Returns: the controller that was popped. The completion is called also when that is `nil`,
  ///   as for all methods that follow.
  @discardableResult
  func pop(
    from controller: Controller,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) -> Controller?

  /// Pops the controllers over a controller in its navigation controller.
  /// - Returns: the controllers that were popped, the lowest first.
  @discardableResult
  func pop(
    to controller: Controller,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) -> [Controller]

  /// Pops all but the root of the navigation controller that a controller is, or is in.
  /// - Returns: the controllers that were popped, the lowest first.
  @discardableResult
  func popToRoot(
    from controller: Controller,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) -> [Controller]

  /// Dismisses the controller that another presents; if it presents none, dismisses the presented
  /// controller that it is, or is in.
  /// - Returns: the controller that was dismissed.
  @discardableResult
  func dismiss(
    from controller: Controller,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) -> Controller?
}

/// A closure that is called when a transition is over.
public typealias PresentationCompletion = @MainActor @Sendable () -> Void

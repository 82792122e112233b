/// What routes show controllers with: an adapter for a UI kit.
///
/// The host knows what its kit calls a controller, a navigation controller and a window. A route asks it, in
/// this order: to make the controller, if it has a name; to put a navigation controller around it, if the style
/// says so; who presents; and to show it. All happens on the main actor.
///
/// Each way to show something ends with one call of its completion, when the transition is over. A completion that
/// is let go of counts as called, and one that is kept for ever holds a serial router up until its time limit;
/// so also a transition that was called off completes. What a host throws ends the dispatch as failed;
/// there are errors ready for what commonly goes wrong, see ``PresentationError``.
@MainActor
public protocol PresentationHost<Controller>: AnyObject, Sendable {
  /// What is shown.
  associatedtype Controller

  /// Makes the controller of a name.
  /// - Parameters:
  ///   - name: what it is called.
  ///   - container: the storyboard, or whatever else, that it is described in.
  /// - Returns: a new controller.
  /// - Throws: `PresentationError.unknownName(_:in:)` when there is none.
  func makeController(named name: String, in container: String?) throws -> Controller

  /// Makes a navigation controller whose root is a controller.
  func makeNavigationController(around controller: Controller) throws -> Controller

  /// Who presents what is opened now: the topmost controller; nothing as long as there is no window.
  var presentingController: Controller? { get }

  /// Shows a controller as the presenting one shows others.
  func show(
    _ controller: Controller,
    from presenting: Controller,
    completion: @escaping PresentationCompletion
  ) throws

  /// Shows a controller as the presenting one shows details.
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
  /// - Returns: what was popped. The completion is called also when that is nothing, as for all that follow.
  @discardableResult
  func pop(
    from controller: Controller,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) -> Controller?

  /// Pops what lies over a controller in its navigation controller.
  /// - Returns: what was popped, the lowest first.
  @discardableResult
  func pop(
    to controller: Controller,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) -> [Controller]

  /// Pops all but the root of the navigation controller that a controller is, or is in.
  /// - Returns: what was popped, the lowest first.
  @discardableResult
  func popToRoot(
    from controller: Controller,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) -> [Controller]

  /// Dismisses what a controller presents; if it presents nothing, what was presented and the controller is, or
  /// is in.
  /// - Returns: what was dismissed.
  @discardableResult
  func dismiss(
    from controller: Controller,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) -> Controller?
}

/// What is called when a transition is over.
public typealias PresentationCompletion = @MainActor @Sendable () -> Void

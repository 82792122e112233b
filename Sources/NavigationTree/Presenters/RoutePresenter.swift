/// Shows an endpoint: makes the presentable, configures it, opens modals over it and clears it up.
///
///     RoutePresenter.lazyPresenter { BookPage() }
///     RoutePresenter(getPresentable: { page }, unwind: { page in page.stopPlayback() })
///
/// A store asks for the presentable when its node is first to be shown and keeps it until the node
/// leaves; then it unwinds it, once. Closures that are not given have defaults: a presentable that
/// is a ``RouteParametrizedPresentable`` configures itself, and one that is a
/// ``ModalPresentingPresentable`` presents and dismisses its modals.
///
/// Presenters are shared by all stores over a tree, each of which has presentables of its own.
/// Their closures run on the queue of the store.
public struct RoutePresenter<View>: Sendable {
  /// Makes the presentable.
  public let getPresentable: @Sendable () -> View
  /// Configures the presentable with the parameters of the request.
  public let setParameters: @Sendable (_ parameters: RouteParameters, _ presentable: View) -> Void
  /// Shows a modal over the presentable.
  public let presentModal: @Sendable (_ modal: View, _ over: View) -> Void
  /// Closes a modal over the presentable.
  public let dismissModal: @Sendable (_ modal: View, _ over: View) -> Void
  /// Clears up when the node has left.
  public let unwind: @Sendable (_ presentable: View) -> Void
  /// Whether modals are shown by a closure of its own.
  let hasPresentModal: Bool
  /// Whether modals are closed by a closure of its own.
  let hasDismissModal: Bool
  /// Whether the closures belong to the main actor.
  private(set) var needsMainActor = false

  /// Makes a presenter of a presentable that exists already, or is made by the closure each time it
  /// is shown anew.
  ///
  /// - Parameters:
  ///   - getPresentable: returns the presentable.
  ///   - setParameters: configures it; without one, a ``RouteParametrizedPresentable`` configures
  ///     itself.
  ///   - presentModal: shows a modal, and does nothing where it is there: called at each request
  ///     with the one that is shown; without one, a ``ModalPresentingPresentable`` does.
  ///   - dismissModal: closes a modal, if it is there; without one, a
  ///     ``ModalPresentingPresentable`` does. Where a modal closes by itself when it is unwound,
  ///     give one that does nothing.
  ///   - unwind: clears up when the node has left.
  public init(
    getPresentable: @escaping @Sendable () -> View,
    setParameters: (@Sendable (_ parameters: RouteParameters, _ presentable: View) -> Void)? = nil,
    presentModal: (@Sendable (_ modal: View, _ over: View) -> Void)? = nil,
    dismissModal: (@Sendable (_ modal: View) -> Void)? = nil,
    unwind: @escaping @Sendable (_ presentable: View) -> Void = { _ in }
  ) {
    self.getPresentable = getPresentable
    self.setParameters = setParameters ?? PresentableDefaults.configure
    self.presentModal = presentModal ?? PresentableDefaults.present
    hasPresentModal = presentModal != nil
    hasDismissModal = dismissModal != nil
    if let dismissModal {
      self.dismissModal = { modal, _ in dismissModal(modal) }
    } else {
      self.dismissModal = PresentableDefaults.dismiss
    }
    self.unwind = unwind
  }

  /// Makes a presenter of the main actor, whose presentable is not made before it is shown.
  ///
  /// Its store must present on the main queue, as it does by default.
  public init(
    main getPresentable: @escaping @MainActor @Sendable () -> View,
    setParameters: (
      @MainActor @Sendable (_ parameters: RouteParameters, _ presentable: View) -> Void
    )? = nil,
    presentModal: (@MainActor @Sendable (_ modal: View, _ over: View) -> Void)? = nil,
    dismissModal: (@MainActor @Sendable (_ modal: View) -> Void)? = nil,
    unwind: @escaping @MainActor @Sendable (_ presentable: View) -> Void = { _ in }
  ) {
    self.init(
      getPresentable: MainActorCall.wrap(getPresentable),
      setParameters: setParameters.map(MainActorCall.wrap),
      presentModal: presentModal.map(MainActorCall.wrap),
      dismissModal: dismissModal.map(MainActorCall.wrap),
      unwind: MainActorCall.wrap(unwind)
    )
    needsMainActor = true
  }
}

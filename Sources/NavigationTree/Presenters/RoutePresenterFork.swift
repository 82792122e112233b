/// Shows one of several options and keeps the others, as a tab bar does.
///
///     RoutePresenterFork<Page>.lazyPresenter(
///       { TabsPage() },
///       setOptions: { options, container in (container as? TabsPage)?.tabs = options },
///       setOptionSelected: { option, container in (container as? TabsPage)?.selected = option }
///     )
public struct RoutePresenterFork<View>: Sendable {
  /// Makes the container.
  public let getPresentable: @Sendable () -> View
  /// Puts all options into the container, when it is first shown.
  public let setOptions: @Sendable (_ options: [View], _ container: View) -> Void
  /// Shows one of the options.
  public let setOptionSelected: @Sendable (_ option: View, _ container: View) -> Void
  /// Clears up when the container has left.
  public let unwind: @Sendable (_ container: View) -> Void
  /// Whether the closures belong to the main actor.
  private(set) var needsMainActor = false

  /// Makes a presenter of a container that exists already, or is made by the closure.
  ///
  /// - Parameters:
  ///   - getPresentable: returns the container.
  ///   - setOptions: puts all options into it.
  ///   - setOptionSelected: shows one of them; called at each request with the one that is shown.
  ///   - unwind: clears up when the container has left.
  public init(
    getPresentable: @escaping @Sendable () -> View,
    setOptions: @escaping @Sendable (_ options: [View], _ container: View) -> Void,
    setOptionSelected: @escaping @Sendable (_ option: View, _ container: View) -> Void,
    unwind: @escaping @Sendable (_ container: View) -> Void = { _ in }
  ) {
    self.getPresentable = getPresentable
    self.setOptions = setOptions
    self.setOptionSelected = setOptionSelected
    self.unwind = unwind
  }

  /// Makes a presenter of the main actor, whose container is not made before it is shown.
  public init(
    main getPresentable: @escaping @MainActor @Sendable () -> View,
    setOptions: @escaping @MainActor @Sendable (_ options: [View], _ container: View) -> Void,
    setOptionSelected: @escaping @MainActor @Sendable (_ option: View, _ container: View) -> Void,
    unwind: @escaping @MainActor @Sendable (_ container: View) -> Void = { _ in }
  ) {
    self.init(
      getPresentable: MainActorCall.wrap(getPresentable),
      setOptions: MainActorCall.wrap(setOptions),
      setOptionSelected: MainActorCall.wrap(setOptionSelected),
      unwind: MainActorCall.wrap(unwind)
    )
    needsMainActor = true
  }
}

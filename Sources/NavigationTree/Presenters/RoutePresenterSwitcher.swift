/// Shows one of several options and releases the others, as an app does with its sections.
///
///     RoutePresenterSwitcher<Screen>()
///     RoutePresenterSwitcher(setOptionSelected: { section in window.root = section })
///     RoutePresenterSwitcher<Page>(
///       getPresentable: { FramePage() },
///       setOptionSelected: { option, container in (container as? FramePage)?.content = option }
///     )
///
/// It need not have a presentable of its own. One without stands at the root of its tree, and each
/// store calls its `setRoot` with the option that it shows: so several windows share a tree. Where
/// there is a container, and several stores or nodes, take the closure that receives it.
public struct RoutePresenterSwitcher<View>: Sendable {
  /// Makes the container; `nil` when the switcher has none.
  public let getPresentable: (@Sendable () -> View)?
  /// Shows one of the options, in the container if there is one.
  public let setOptionSelected: @Sendable (_ option: View, _ container: View?) -> Void
  /// Clears up when the container has left.
  public let unwind: @Sendable (_ container: View) -> Void
  /// Whether the closures belong to the main actor.
  private(set) var needsMainActor = false

  /// Makes a presenter of a container that exists already, or is made by the closure.
  ///
  /// - Parameters:
  ///   - getPresentable: returns the container.
  ///   - setOptionSelected: shows an option in it; called at each request with the one that is
  ///     shown.
  ///   - unwind: clears up when the container has left.
  public init(
    getPresentable: @escaping @Sendable () -> View,
    setOptionSelected: @escaping @Sendable (_ option: View, _ container: View) -> Void,
    unwind: @escaping @Sendable (_ container: View) -> Void = { _ in }
  ) {
    self.getPresentable = getPresentable
    self.setOptionSelected = { option, container in
      if let container { setOptionSelected(option, container) }
    }
    self.unwind = unwind
  }

  /// Makes a presenter of a container, or of none, whose options are shown without it.
  ///
  /// - Parameters:
  ///   - getPresentable: returns the container, if there is one.
  ///   - setOptionSelected: shows an option; called at each request with the one that is shown.
  ///   - unwind: clears up when the container has left.
  public init(
    getPresentable: (@Sendable () -> View)? = nil,
    setOptionSelected: @escaping @Sendable (_ option: View) -> Void,
    unwind: @escaping @Sendable (_ container: View) -> Void = { _ in }
  ) {
    self.getPresentable = getPresentable
    self.setOptionSelected = { option, _ in setOptionSelected(option) }
    self.unwind = unwind
  }

  /// Makes a presenter without a container, whose options are set as the root of each store.
  public init() { self.init(setOptionSelected: { _ in }) }

  /// Makes a presenter of the main actor, whose container is not made before it is shown.
  public init(
    main getPresentable: @escaping @MainActor @Sendable () -> View,
    setOptionSelected: @escaping @MainActor @Sendable (_ option: View, _ container: View) -> Void,
    unwind: @escaping @MainActor @Sendable (_ container: View) -> Void = { _ in }
  ) {
    self.init(
      getPresentable: MainActorCall.wrap(getPresentable),
      setOptionSelected: MainActorCall.wrap(setOptionSelected),
      unwind: MainActorCall.wrap(unwind)
    )
    needsMainActor = true
  }

  /// Makes a presenter of the main actor, whose container, if any, is not made before it is shown.
  public init(
    main getPresentable: (@MainActor @Sendable () -> View)?,
    setOptionSelected: @escaping @MainActor @Sendable (_ option: View) -> Void,
    unwind: @escaping @MainActor @Sendable (_ container: View) -> Void = { _ in }
  ) {
    self.init(
      getPresentable: getPresentable.map(MainActorCall.wrap),
      setOptionSelected: MainActorCall.wrap(setOptionSelected),
      unwind: MainActorCall.wrap(unwind)
    )
    needsMainActor = true
  }
}

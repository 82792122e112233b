/// Shows one of several options and releases the others, as an app does with its sections.
///
///     RoutePresenterSwitcher(setOptionSelected: { section in window.root = section })
///
/// It need not have a presentable of its own; one without stands at the root of its tree.
public struct RoutePresenterSwitcher<View>: Sendable {
  /// Makes the container; `nil` when the switcher has none.
  public let getPresentable: (@Sendable () -> View)?
  /// Shows one of the options.
  public let setOptionSelected: @Sendable (_ option: View) -> Void
  /// Clears up when the container has left.
  public let unwind: @Sendable (_ container: View) -> Void
  /// Whether the closures belong to the main actor.
  private(set) var needsMainActor = false

  /// Makes a presenter of a container, or of none.
  ///
  /// - Parameters:
  ///   - getPresentable: returns the container, if there is one.
  ///   - setOptionSelected: shows an option.
  ///   - unwind: clears up when the container has left.
  public init(
    getPresentable: (@Sendable () -> View)? = nil,
    setOptionSelected: @escaping @Sendable (_ option: View) -> Void,
    unwind: @escaping @Sendable (_ container: View) -> Void = { _ in }
  ) {
    self.getPresentable = getPresentable
    self.setOptionSelected = setOptionSelected
    self.unwind = unwind
  }

  /// Makes a presenter whose container is not made before it is shown.
  public static func lazyPresenter(
    _ getPresentable: @escaping @Sendable () -> View,
    setOptionSelected: @escaping @Sendable (_ option: View) -> Void,
    unwind: @escaping @Sendable (_ container: View) -> Void = { _ in }
  ) -> RoutePresenterSwitcher {
    RoutePresenterSwitcher(
      getPresentable: getPresentable,
      setOptionSelected: setOptionSelected,
      unwind: unwind
    )
  }

  /// Makes a presenter of the main actor, whose container is not made before it is shown.
  public static func lazyPresenter(
    main getPresentable: (@MainActor @Sendable () -> View)? = nil,
    setOptionSelected: @escaping @MainActor @Sendable (_ option: View) -> Void,
    unwind: @escaping @MainActor @Sendable (_ container: View) -> Void = { _ in }
  ) -> RoutePresenterSwitcher {
    var presenter = RoutePresenterSwitcher(
      getPresentable: getPresentable.map(MainActorCall.wrap),
      setOptionSelected: MainActorCall.wrap(setOptionSelected),
      unwind: MainActorCall.wrap(unwind)
    )
    presenter.needsMainActor = true
    return presenter
  }
}

// The names that MonarchRouter makes presenters with.

extension RoutePresenter {
  /// Makes a presenter whose presentable is not made before it is shown.
  public static func lazyPresenter(
    _ getPresentable: @escaping @Sendable () -> View,
    setParameters: (@Sendable (_ parameters: RouteParameters, _ presentable: View) -> Void)? = nil,
    presentModal: (@Sendable (_ modal: View, _ over: View) -> Void)? = nil,
    dismissModal: (@Sendable (_ modal: View) -> Void)? = nil,
    unwind: @escaping @Sendable (_ presentable: View) -> Void = { _ in }
  ) -> RoutePresenter {
    RoutePresenter(
      getPresentable: getPresentable,
      setParameters: setParameters,
      presentModal: presentModal,
      dismissModal: dismissModal,
      unwind: unwind
    )
  }

  /// Makes a presenter of an expression that is not evaluated before its presentable is shown.
  public static func lazyPresenter(
    wrap getPresentable: @escaping @Sendable @autoclosure () -> View,
    setParameters: (@Sendable (_ parameters: RouteParameters, _ presentable: View) -> Void)? = nil,
    presentModal: (@Sendable (_ modal: View, _ over: View) -> Void)? = nil,
    dismissModal: (@Sendable (_ modal: View) -> Void)? = nil,
    unwind: @escaping @Sendable (_ presentable: View) -> Void = { _ in }
  ) -> RoutePresenter {
    RoutePresenter(
      getPresentable: getPresentable,
      setParameters: setParameters,
      presentModal: presentModal,
      dismissModal: dismissModal,
      unwind: unwind
    )
  }
}

extension RoutePresenterStack {
  /// Makes a presenter whose container is not made before it is shown.
  public static func lazyPresenter(
    _ getPresentable: @escaping @Sendable () -> View,
    setStack: @escaping @Sendable (_ stack: [View], _ container: View) -> Void,
    prepareRootPresentable:
      @escaping @Sendable (_ rootPresentable: View, _ container: View) -> Void = { _, _ in },
    unwind: @escaping @Sendable (_ container: View) -> Void = { _ in }
  ) -> RoutePresenterStack {
    RoutePresenterStack(
      getPresentable: getPresentable,
      setStack: setStack,
      prepareRootPresentable: prepareRootPresentable,
      unwind: unwind
    )
  }
}

extension RoutePresenterFork {
  /// Makes a presenter whose container is not made before it is shown.
  public static func lazyPresenter(
    _ getPresentable: @escaping @Sendable () -> View,
    setOptions: @escaping @Sendable (_ options: [View], _ container: View) -> Void,
    setOptionSelected: @escaping @Sendable (_ option: View, _ container: View) -> Void,
    unwind: @escaping @Sendable (_ container: View) -> Void = { _ in }
  ) -> RoutePresenterFork {
    RoutePresenterFork(
      getPresentable: getPresentable,
      setOptions: setOptions,
      setOptionSelected: setOptionSelected,
      unwind: unwind
    )
  }
}

extension RoutePresenterSwitcher {
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
}

/// How a controller is shown, from the one that presents.
///
///     router.map("app://login", host: window, source: .named("Login"),
///       style: .inNavigationController(.present(animated: true)))
public indirect enum PresentationStyle<Controller>: Sendable {
  /// What shows a controller in a way of its own; it must call its last argument, from whatever thread, when the
  /// controller is shown.
  public typealias Custom =
    @MainActor @Sendable (
      _ presenting: Controller, _ presented: Controller,
      _ completed: @escaping @Sendable () -> Void
    ) throws -> Void

  /// As the presenting controller shows others, whatever it is.
  case show
  /// As the presenting controller shows details, beside itself where there is room.
  case showDetail
  /// Over the presenting controller, until it is dismissed.
  case present(animated: Bool)
  /// On the stack of the navigation controller that the presenting controller is, or is in.
  case push(animated: Bool)
  /// By a closure; what it throws ends the dispatch as failed.
  case custom(Custom)
  /// Within a navigation controller of its own, which is then shown in a style.
  case inNavigationController(PresentationStyle)
}

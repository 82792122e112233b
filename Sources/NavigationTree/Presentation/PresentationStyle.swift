/// A style of showing a controller, from the one that presents.
///
///     router.map("app://login", host: window, source: .named("Login"),
///       style: .inNavigationController(.present(animated: true)))
public indirect enum PresentationStyle<Controller>: Sendable {
  /// A closure that shows a controller in a way of its own.
  ///
  /// It must call its last argument, from any thread, when the controller is shown.
  public typealias Custom =
    @MainActor @Sendable (
      _ presenting: Controller, _ presented: Controller,
      _ completed: @escaping @Sendable () -> Void
    ) throws -> Void

  /// In the presenting controller's own way of showing others.
  case show
  /// In the presenting controller's own way of showing details, beside itself if there is room.
  case showDetail
  /// Over the presenting controller, until it is dismissed.
  case present(animated: Bool)
  /// On the stack of the navigation controller that the presenting controller is, or is in.
  case push(animated: Bool)
  /// By a closure; an error that it throws ends the dispatch as failed.
  case custom(Custom)
  /// Within a navigation controller of its own, which is then shown in a style.
  case inNavigationController(PresentationStyle)
}

/// The controller that a route shows, and the style it is shown in.
struct Presentation<Controller>: Sendable {
  let source: ControllerSource<Controller>
  let style: PresentationStyle<Controller>
  let setup: PresentationSetup<Controller>?

  /// Makes the controller, sets it up, and shows it.
  @MainActor
  func begin<Host: PresentationHost<Controller>>(
    on host: Host,
    route: String,
    parameters: Parameters,
    payload: (any Sendable)?,
    completed: @escaping @Sendable () -> Void
  ) throws {
    // Asked before as well, so that no controller is made that cannot be shown.
    guard host.presentingController != nil else { throw PresentationError.noPresenter }
    let controller = try makeController(on: host)
    (controller as? any RoutingPresentationSetup)?
      .setup(route, with: parameters, passing: payload)
    setup?(controller, parameters, payload)
    // Asked again, as making and setting up may have changed the topmost controller.
    guard let presenting = host.presentingController else { throw PresentationError.noPresenter }
    try show(controller, from: presenting, in: style, on: host, completed: completed)
  }

  @MainActor
  private func makeController(on host: some PresentationHost<Controller>) throws -> Controller {
    switch source {
    case .named(let name, let container): try host.makeController(named: name, in: container)
    case .provided(let make): try make()
    }
  }

  @MainActor
  private func show<Host: PresentationHost<Controller>>(
    _ controller: Controller,
    from presenting: Controller,
    in style: PresentationStyle<Controller>,
    on host: Host,
    completed: @escaping @Sendable () -> Void
  ) throws {
    switch style {
    case .show: try host.show(controller, from: presenting, completion: completed)
    case .showDetail: try host.showDetail(controller, from: presenting, completion: completed)
    case .present(let animated):
      try host.present(controller, from: presenting, animated: animated, completion: completed)
    case .push(let animated):
      try host.push(controller, from: presenting, animated: animated, completion: completed)
    case .custom(let custom): try custom(presenting, controller, completed)
    case .inNavigationController(let style):
      let navigation = try host.makeNavigationController(around: controller)
      try show(navigation, from: presenting, in: style, on: host, completed: completed)
    }
  }
}

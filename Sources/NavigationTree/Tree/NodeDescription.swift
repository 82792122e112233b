/// A node as it was described: its presenter, its content, and its place in the program.
struct NodeDescription<View>: Sendable {
  /// The kind of a node, with the nodes in it.
  enum Content: Sendable {
    case nothing
    case endpoint(EndpointRule, children: [NodeDescription], modals: [NodeDescription])
    case stack([NodeDescription])
    case fork([NodeDescription])
    case switcher([NodeDescription], keepsForks: Bool)
  }

  let presenter: NodePresenter<View>
  var content = Content.nothing
  let place: SourcePlace
}

extension NodeDescription.Content {
  var kind: RouteNodeID.Kind {
    switch self {
    case .nothing, .endpoint: .endpoint
    case .stack: .stack
    case .fork: .fork
    case .switcher: .switcher
    }
  }

  /// Whether the ways through forks of an option that is left stay in the state.
  var keepsForks: Bool {
    if case .switcher(_, let keepsForks) = self { keepsForks } else { false }
  }
}

/// The presenter of a node.
enum NodePresenter<View>: Sendable {
  case endpoint(RoutePresenter<View>)
  case stack(RoutePresenterStack<View>)
  case fork(RoutePresenterFork<View>)
  case switcher(RoutePresenterSwitcher<View>)
}

extension NodePresenter {
  var kind: RouteNodeID.Kind {
    switch self {
    case .endpoint: .endpoint
    case .stack: .stack
    case .fork: .fork
    case .switcher: .switcher
    }
  }

  /// Whether it has a presentable, which is shown and unwound.
  var hasPresentable: Bool {
    if case .switcher(let presenter) = self { presenter.getPresentable != nil } else { true }
  }

  var needsMainActor: Bool {
    switch self {
    case .endpoint(let presenter): presenter.needsMainActor
    case .stack(let presenter): presenter.needsMainActor
    case .fork(let presenter): presenter.needsMainActor
    case .switcher(let presenter): presenter.needsMainActor
    }
  }
}

import NavigationTree
import SwitchyardHTTP

/// The tree of the room as a value: the nodes are made of it, and the inspector draws it.
indirect enum Outline: Sendable {
  case endpoint(Place, children: [Outline] = [], modals: [Outline] = [])
  case stack([Outline])
  case fork(Screen.Role, [Outline])
  case switcher([Outline])

  /// All there is, which all visitors share.
  static let room: Outline = .switcher([
    .endpoint(.login),
    .endpoint(.welcome),
    .fork(
      .sections,
      [
        .stack([
          .endpoint(
            .today,
            children: [.endpoint(.news, modals: [.endpoint(.newsStory)])],
            modals: [.endpoint(.story)]
          )
        ]),
        .stack([.endpoint(.books, children: [.endpoint(.book)])]),
        .stack([
          .endpoint(
            .profile,
            modals: [
              .fork(
                .parcels,
                [.stack([.endpoint(.orders, children: [.endpoint(.order)])]), .endpoint(.delivery)]
              )
            ]
          )
        ]),
      ]
    ),
  ])

  /// The nodes of ``room``.
  static let tree = room.node

  /// The first endpoint of each section of a bar.
  static func tabs(of role: Screen.Role) -> [Place] {
    switch role {
    case .sections: [.today, .books, .profile]
    case .parcels: [.orders, .delivery]
    case .place, .stack: []
    }
  }

  /// What stands in it, modals before children as in the tree.
  var parts: [Outline] {
    switch self {
    case .endpoint(_, let children, let modals): modals + children
    case .stack(let parts), .fork(_, let parts), .switcher(let parts): parts
    }
  }

  /// The places within it, and itself if it is one.
  var places: [Place] {
    guard case .endpoint(let place, _, _) = self else { return parts.flatMap(\.places) }
    return [place] + parts.flatMap(\.places)
  }
}

extension Outline {
  /// The outline as a tree of nodes, which present screens.
  fileprivate var node: RoutingNode<Screen> {
    switch self {
    case .endpoint(let place, let children, let modals):
      RoutingNode(.lazyPresenter { Screen(.place(place)) })
        .endpoint(place.pattern, children: children.map(\.node), modals: modals.map(\.node))
    case .stack(let items):
      RoutingNode(Self.stackPresenter).stack(items.map(\.node))
    case .fork(let role, let options):
      RoutingNode(Self.forkPresenter(role)).fork(options.map(\.node))
    case .switcher(let options):
      // It lets go of all options but one, so that the first that is presented is the one that is shown.
      RoutingNode(RoutePresenterSwitcher<Screen>(setOptionSelected: { _ in }))
        .switcher(options.map(\.node))
    }
  }

  private static let stackPresenter = RoutePresenterStack<Screen>.lazyPresenter(
    { Screen(.stack) },
    setStack: { stack, container in container.fill { $0.screens = stack } }
  )

  private static func forkPresenter(_ role: Screen.Role) -> RoutePresenterFork<Screen> {
    .lazyPresenter(
      { Screen(role) },
      setOptions: { options, container in container.fill { $0.screens = options } },
      setOptionSelected: { option, container in container.fill { $0.selected = option } }
    )
  }
}

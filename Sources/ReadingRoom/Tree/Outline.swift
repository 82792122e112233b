import NavigationTree

/// The tree of the room as a value: the nodes are made of it, and the inspector draws it.
struct Outline: Sendable {
  enum Kind: Sendable {
    case endpoint(Place)
    case stack
    case fork(Screen.Role)
    case switcher
  }

  let kind: Kind
  /// The parts of a container, or the endpoints below an endpoint.
  var children: [Outline] = []
  /// The dialogs over an endpoint.
  var modals: [Outline] = []

  static func endpoint(
    _ place: Place,
    children: [Outline] = [],
    modals: [Outline] = []
  ) -> Outline {
    Outline(kind: .endpoint(place), children: children, modals: modals)
  }

  static func stack(_ items: [Outline]) -> Outline { Outline(kind: .stack, children: items) }

  static func fork(_ role: Screen.Role, _ options: [Outline]) -> Outline {
    Outline(kind: .fork(role), children: options)
  }

  static func switcher(_ options: [Outline]) -> Outline {
    Outline(kind: .switcher, children: options)
  }

  /// The whole room, which all visitors share.
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

  /// Its parts, modals before children as in the tree.
  var parts: [Outline] { modals + children }

  /// The places within it, and itself if it is one.
  var places: [Place] {
    guard case .endpoint(let place) = kind else { return parts.flatMap(\.places) }
    return [place] + parts.flatMap(\.places)
  }
}

extension Outline {
  /// The outline as a tree of nodes, which present screens.
  fileprivate var node: RoutingNode<Screen> {
    switch kind {
    case .endpoint(let place):
      RoutingNode(.lazyPresenter { Screen(.place(place)) })
        .endpoint(place.pattern, children: children.map(\.node), modals: modals.map(\.node))
    case .stack:
      RoutingNode(Self.stackPresenter).stack(children.map(\.node))
    case .fork(let role):
      RoutingNode(Self.forkPresenter(role)).fork(children.map(\.node))
    case .switcher:
      // It releases all options but one, so that the first that is presented is the one that is
      // shown. Who signs in finds the tabs as they were.
      RoutingNode(RoutePresenterSwitcher<Screen>(setOptionSelected: { _ in }))
        .switcher(children.map(\.node), keepsForks: true)
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

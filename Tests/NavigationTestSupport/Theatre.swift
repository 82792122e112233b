import NavigationTree
import RoutePatterns

/// A drawn tree as a tree of the module, whose presenters call the screen that is set.
///
/// So many stores can share the tree, one after the other; each has a screen.
final class Theatre: @unchecked Sendable {
  let sketch: Sketch
  /// What is called; it is changed between two stores, and never while one of them presents.
  var screen: Screen
  /// Called before and after each callback.
  let enter: @Sendable () -> Void
  let leave: @Sendable () -> Void

  init(
    _ sketch: Sketch,
    enter: @escaping @Sendable () -> Void = {},
    leave: @escaping @Sendable () -> Void = {}
  ) {
    self.sketch = sketch
    self.enter = enter
    self.leave = leave
    screen = Screen(sketch)
  }

  private func on<Result>(_ body: (Screen) -> Result) -> Result {
    enter()
    defer { leave() }
    return body(screen)
  }

  func tree() -> RoutingNode<Prop> { tree(0) }

  private func tree(_ number: Int) -> RoutingNode<Prop> {
    let node = sketch.nodes[number]
    let children = node.children.map(tree)
    let create: @Sendable () -> Prop = { self.on { $0.create(number) } }
    let unwind: @Sendable (Prop) -> Void = { prop in self.on { $0.unwind(prop) } }
    switch node.kind {
    case .endpoint:
      let presenter = RoutePresenter<Prop>.lazyPresenter(
        create,
        setParameters: { parameters, prop in self.on { $0.configure(prop, parameters) } },
        presentModal: { modal, over in self.on { $0.present(modal, over: over) } },
        dismissModal: { modal in
          // The owner is found as a view controller would find it.
          self.on { screen in
            let owner = self.sketch.nodes[modal.node].parent ?? 0
            screen.dismiss(modal, from: screen.live(owner) ?? Prop(node: owner, serial: -1))
          }
        },
        unwind: unwind
      )
      return endpoint(RoutingNode(presenter), node.route, children, node.modals.map(tree))
    case .stack:
      let presenter = RoutePresenterStack<Prop>.lazyPresenter(
        create,
        setStack: { list, prop in self.on { $0.setStack(list, of: prop) } },
        prepareRootPresentable: { root, prop in self.on { $0.prepare(root, of: prop) } },
        unwind: unwind
      )
      return RoutingNode(presenter).stack(children)
    case .fork:
      let presenter = RoutePresenterFork<Prop>.lazyPresenter(
        create,
        setOptions: { options, prop in self.on { $0.setOptions(options, of: prop) } },
        setOptionSelected: { option, prop in
          self.on { $0.select(option, in: number, prop) }
        },
        unwind: unwind
      )
      return RoutingNode(presenter).fork(children)
    case .switcher:
      let presenter = RoutePresenterSwitcher<Prop>(
        getPresentable: node.hasPresentable ? create : nil,
        setOptionSelected: { option in
          self.on { $0.select(option, in: number, node.hasPresentable ? $0.live(number) : nil) }
        },
        unwind: unwind
      )
      return RoutingNode(presenter).switcher(children, keepsForks: node.keepsForks)
    }
  }

  private func endpoint(
    _ node: RoutingNode<Prop>,
    _ route: RouteSketch?,
    _ children: [RoutingNode<Prop>],
    _ modals: [RoutingNode<Prop>]
  ) -> RoutingNode<Prop> {
    let text = route?.text ?? ""
    guard let route, route.isClosure else {
      return node.endpoint(text, children: children, modals: modals)
    }
    // What the pattern would do, done by closures.
    let pattern = try? RoutePattern(parsing: text)
    let match: @Sendable (any RoutingRequestType) -> RouteParameters? = { request in
      guard let pattern, let target = try? request.target(options: RouteTarget.Options()),
        let match = try? pattern.match(target)
      else { return nil }
      return match.parameters
    }
    return node.endpoint(
      name: text,
      isMatching: { match($0) != nil },
      resolve: { match($0) ?? RouteParameters() },
      url: { parameters in
        guard parameters.query.isEmpty, parameters.fragment == nil,
          let value = route.names.first.flatMap({ parameters.path.value(of: $0) }),
          case .literal(let literal) = route.parts.first
        else { return nil }
        return "/\(literal)/\(value.raw)"
      },
      children: children,
      modals: modals
    )
  }
}

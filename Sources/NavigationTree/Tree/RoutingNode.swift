/// A place in the tree of an app's screens: an endpoint, or a stack, fork or switcher of others.
///
///     typealias Node = RoutingNode<Page>
///
///     let coordinator = Node(sections).switcher([
///       Node(.lazyPresenter { LoginPage() }).endpoint("login"),
///       Node(tabs).fork([
///         Node(stack).stack([
///           Node(.lazyPresenter { BooksPage() }).endpoint("books", children: [
///             Node(.lazyPresenter { BookPage() }).endpoint("books/:id")
///           ])
///         ])
///       ])
///     ])
///
/// Name the type of the presentables once, as above: it keeps the compiler quick, and its errors
/// exact.
///
/// A tree is a description: it presents nothing, is the same for all stores, and can be shared
/// between threads. Of several endpoints that match a request the first counts, in the order in
/// which they stand there: an endpoint itself, then its modals, then its children. Trees are
/// checked when a store is made; ``validate()`` lists the faults of one.
public struct RoutingNode<View>: Sendable {
  private let description: NodeDescription<View>
  private let cache = PresenterTreeCache<View>()

  private init(_ description: NodeDescription<View>) { self.description = description }

  /// The tree under this node, read and checked when first asked for.
  var presenterTree: PresenterTree<View> { cache.tree(of: description) }

  /// The tree under this node, without presenters.
  var tree: NodeTree { presenterTree.tree }

  /// Returns the faults of the tree under this node; it is empty when a store can be made of it.
  ///
  ///     @Test func `the tree has no faults`() { #expect(coordinator.validate().isEmpty) }
  public func validate() -> [TreeFault] { tree.faults }

  private init(_ presenter: NodePresenter<View>, _ file: StaticString, _ line: UInt) {
    self.init(NodeDescription(presenter: presenter, place: SourcePlace(file: file, line: line)))
  }

  private func with(
    _ content: NodeDescription<View>.Content,
    _ file: StaticString,
    _ line: UInt
  ) -> RoutingNode {
    let place = SourcePlace(file: file, line: line)
    return RoutingNode(
      NodeDescription(presenter: description.presenter, content: content, place: place)
    )
  }
}

// MARK: - Presenters

extension RoutingNode {
  /// Makes a node that is to be an endpoint.
  public init(
    _ presenter: RoutePresenter<View>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(.endpoint(presenter), file, line)
  }

  /// Makes a node that is to be a stack.
  public init(
    _ presenter: RoutePresenterStack<View>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(.stack(presenter), file, line)
  }

  /// Makes a node that is to be a fork.
  public init(
    _ presenter: RoutePresenterFork<View>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(.fork(presenter), file, line)
  }

  /// Makes a node that is to be a switcher.
  public init(
    _ presenter: RoutePresenterSwitcher<View>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(.switcher(presenter), file, line)
  }
}

// MARK: - Kinds of nodes

extension RoutingNode {
  /// Makes the node the endpoint of a route.
  ///
  /// - Parameters:
  ///   - route: the pattern that opens the endpoint; its text names the endpoint in states.
  ///   - children: the nodes shown on top of it, in the stack that it stands in; without a stack
  ///     around it they are made, configured and unwound, and never shown.
  ///   - modals: the nodes shown over it, each with a tree of its own.
  ///   - file: the file in which the node is made, for faults of the tree.
  ///   - line: the line in which the node is made, for faults of the tree.
  /// - Returns: the endpoint.
  public func endpoint(
    _ route: some RouteType,
    children: [RoutingNode] = [],
    modals: [RoutingNode] = [],
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> RoutingNode {
    endpoint(EndpointRule(route), children, modals, file, line)
  }

  /// Makes the node the endpoint of a route that is given as text.
  ///
  /// A fault in the text is a fault of the tree.
  public func endpoint(
    _ route: String,
    children: [RoutingNode] = [],
    modals: [RoutingNode] = [],
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> RoutingNode {
    endpoint(
      EndpointRule { () throws(PatternError) in try RoutePattern(parsing: route) },
      children,
      modals,
      file,
      line
    )
  }

  /// Makes the node the endpoint of a route that is put together from components.
  public func endpoint(
    _ route: [RouteComponent],
    children: [RoutingNode] = [],
    modals: [RoutingNode] = [],
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> RoutingNode {
    endpoint(
      EndpointRule { () throws(PatternError) in try RoutePattern(route: route) },
      children,
      modals,
      file,
      line
    )
  }

  /// Makes the node an endpoint that is opened by any request that a closure accepts.
  ///
  /// Closures are asked one after the other, and there is no index for them: such an endpoint costs
  /// time at each request that no endpoint before it matches, and is never found to hide another.
  /// - Parameters:
  ///   - name: the name of the endpoint in states; without one its place in the tree, so that a
  ///     state fits only trees with the same places.
  ///   - isMatching: whether a request is for the endpoint.
  ///   - resolve: the parameters that it is configured with.
  ///   - url: the URL that leads to it with some parameters; without it, none can be made.
  ///   - children: the nodes shown on top of it, in the stack that it stands in.
  ///   - modals: the nodes shown over it, each with a tree of its own.
  ///   - file: the file in which the node is made, for faults of the tree.
  ///   - line: the line in which the node is made, for faults of the tree.
  /// - Returns: the endpoint.
  public func endpoint(
    name: String? = nil,
    isMatching: @escaping @Sendable (_ request: any RoutingRequestType) -> Bool,
    resolve: @escaping @Sendable (_ request: any RoutingRequestType) -> RouteParameters,
    url: (@Sendable (_ parameters: RouteParameters) -> String?)? = nil,
    children: [RoutingNode] = [],
    modals: [RoutingNode] = [],
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> RoutingNode {
    let rule = EndpointRule.closure(
      EndpointClosure(name: name, isMatching: isMatching, resolve: resolve, url: url)
    )
    return endpoint(rule, children, modals, file, line)
  }

  private func endpoint(
    _ rule: EndpointRule,
    _ children: [RoutingNode],
    _ modals: [RoutingNode],
    _ file: StaticString,
    _ line: UInt
  ) -> RoutingNode {
    with(
      .endpoint(
        rule,
        children: children.map(\.description),
        modals: modals.map(\.description)
      ),
      file,
      line
    )
  }

  /// Makes the node a stack, which shows one of the items and the nodes opened on top of it.
  public func stack(
    _ items: [RoutingNode],
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> RoutingNode {
    with(.stack(items.map(\.description)), file, line)
  }

  /// Makes the node a fork, which shows one of the options and keeps the others as they were left.
  public func fork(
    _ options: [RoutingNode],
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> RoutingNode {
    with(.fork(options.map(\.description)), file, line)
  }

  /// Makes the node a switcher, which shows one of the options and releases the others.
  ///
  ///     // Who signs in finds the tabs as they were.
  ///     Node(sections).switcher([login, tabs], keepsForks: true)
  ///
  /// - Parameters:
  ///   - options: the nodes of which one is shown.
  ///   - keepsForks: whether forks within an option that is left are as they were when it is shown
  ///     again. The state keeps the ways through them; presentables are released all the same, and
  ///     an option without a fork is forgotten.
  ///   - file: the file in which the node is made, for faults of the tree.
  ///   - line: the line in which the node is made, for faults of the tree.
  /// - Returns: the switcher.
  public func switcher(
    _ options: [RoutingNode],
    keepsForks: Bool = false,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> RoutingNode {
    with(.switcher(options.map(\.description), keepsForks: keepsForks), file, line)
  }
}

/// Reads the nodes of a description into the order in which requests look at them, and finds
/// faults.
struct NodeTreeReader<View> {
  private(set) var nodes: [TreeNode] = []
  private(set) var children: [[Int]] = []
  private(set) var rules: [EndpointRule?] = []
  private(set) var presenters: [NodePresenter<View>] = []
  private(set) var places: [SourcePlace] = []
  private(set) var ids: [RouteNodeID] = []
  private(set) var endpoints: [String: Int] = [:]
  private(set) var faults: [TreeFault] = []
  /// The slash policy of the first pattern, which all must have.
  private(set) var slashes: RouteTarget.SlashPolicy?
  /// The place of each node among the nodes of its parent, modals first.
  private var ordinals: [Int] = []
  private var modalCounts: [Int: Int] = [:]

  init(_ root: NodeDescription<View>) {
    read(root, .root, parent: nil, depth: 0, ordinal: 0)
    nameContainers()
  }

  /// Makes the fault of an endpoint that an earlier one hides.
  func unreachable(_ node: Int, by other: Int) -> TreeFault {
    TreeFault(
      .unreachable(by: ids[other].route, at: "\(places[other])"),
      route: ids[node].route,
      place: places[node]
    )
  }

  private mutating func read(
    _ node: NodeDescription<View>,
    _ role: TreeNode.Role,
    parent: Int?,
    depth: Int,
    ordinal: Int
  ) {
    let number = nodes.count
    nodes.append(
      TreeNode(
        kind: node.content.kind,
        role: role,
        parent: parent,
        depth: depth,
        hasPresentable: node.presenter.hasPresentable,
        keepsForks: node.content.keepsForks
      )
    )
    children.append([])
    presenters.append(node.presenter)
    places.append(node.place)
    ordinals.append(ordinal)
    if case .endpoint(let rule, _, _) = node.content {
      rules.append(rule)
    } else {
      rules.append(nil)
    }
    ids.append(RouteNodeID(kind: node.content.kind, route: "", nesting: 0))
    check(node, number)

    switch node.content {
    case .nothing: break
    case .endpoint(_, let children, let modals):
      readAll(modals, .modal, of: number)
      readAll(children, .child, of: number)
    case .stack(let items): readAll(items, .item, of: number)
    case .fork(let options), .switcher(let options, _): readAll(options, .option, of: number)
    }
  }

  private mutating func readAll(
    _ children: [NodeDescription<View>],
    _ role: TreeNode.Role,
    of parent: Int
  ) {
    // An endpoint's modals are read before its children, and counted with them.
    let first = modalCounts[parent, default: 0]
    for (place, child) in children.enumerated() {
      if role == .modal {
        modalCounts[parent, default: 0] += 1
      } else {
        self.children[parent].append(nodes.count)
      }
      let depth = nodes[parent].depth + 1
      read(child, role, parent: parent, depth: depth, ordinal: first + place)
    }
  }

  // MARK: - Checks

  private mutating func check(_ node: NodeDescription<View>, _ number: Int) {
    switch (node.content, node.presenter) {
    case (.endpoint(let rule, _, _), .endpoint): name(number, rule)
    case (.stack(let items), .stack): if items.isEmpty { fault(.emptyStack, number) }
    case (.fork(let options), .fork): if options.isEmpty { fault(.noOptions, number) }
    case (.switcher(let options, _), .switcher(let presenter)):
      if options.isEmpty { fault(.noOptions, number) }
      if presenter.getPresentable == nil, number != 0 { fault(.switcherWithoutPresentable, number) }
    case (.nothing, _): fault(.noContent, number)
    default: fault(.wrongPresenter(node.presenter.kind, node.content.kind), number)
    }
  }

  private mutating func name(_ number: Int, _ rule: EndpointRule) {
    let route: String
    switch rule {
    case .pattern(let pattern): route = pattern.text
    case .closure(let closure): route = closure.name ?? placeName(of: number)
    case .invalid(let error): return fault(.invalidRoute(error), number, route: error.text)
    }
    ids[number] = RouteNodeID(kind: .endpoint, route: route, nesting: 0)
    if let own = rule.slashes {
      let first = slashes ?? own
      slashes = first
      if own != first { fault(.differentSlashes(own, first: first), number, route: route) }
    }
    guard let first = endpoints[route] else { return endpoints[route] = number }
    fault(.duplicateRoute(at: "\(places[first])"), number, route: route)
  }

  /// Returns a name for an endpoint that has none: its place among the children of its parents.
  private func placeName(of number: Int) -> String {
    var places: [String] = []
    var child = number
    while let parent = nodes[child].parent {
      places.append("\(ordinals[child])")
      child = parent
    }
    return "#" + places.reversed().joined(separator: ".")
  }

  /// Names containers after the first route within them.
  private mutating func nameContainers() {
    var counts: [RouteNodeID: Int] = [:]
    var first = ""
    // Going backwards, the route of the next node is the first within.
    for number in nodes.indices.reversed() {
      if nodes[number].kind == .endpoint {
        first = ids[number].route
      } else {
        ids[number] = RouteNodeID(kind: nodes[number].kind, route: first, nesting: 0)
      }
    }
    for number in nodes.indices where nodes[number].kind != .endpoint {
      let id = ids[number]
      ids[number] = RouteNodeID(kind: id.kind, route: id.route, nesting: counts[id, default: 0])
      counts[id, default: 0] += 1
    }
  }

  private mutating func fault(_ code: TreeFault.Code, _ number: Int, route: String? = nil) {
    faults.append(TreeFault(code, route: route, place: places[number]))
  }
}

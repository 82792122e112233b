public import Switchyard

extension RouterStore: RouteOwner {}

extension RouterStore {
  /// Lets a router feed the store: registers one map for each endpoint of the tree.
  ///
  ///     store.attach(to: router, tags: ["Views"])
  ///     router["Views"].open("app://books/1")
  ///
  /// An opened URL goes through the router's guards and proxies first, and the endpoint whose map
  /// the router chooses becomes active, with the parameters that the map sees. The dispatch has
  /// ended when the endpoint is shown. The maps go when the store goes, or by `dispose(of:)`.
  ///
  /// Guards are asked about the URL that is opened alone. The endpoints that its endpoint stands in
  /// are shown as well, so a guard has to cover the paths of all endpoints within the one that it
  /// protects: with `/account/*`, if the routes within `account` begin with it. What a tab was left
  /// with comes back without a guard by `.junctionsOnly`, as all does that the store goes back to;
  /// ``reset()`` forgets it, as for a user who signs out.
  ///
  /// Of endpoints that match the same URL the router prefers the one that the tree does, unless its
  /// precedence is the most specific pattern. Closures that decide on an endpoint are asked by the
  /// canonical path alone; of a router with strict slashes not by one with doubled slashes or a
  /// slash at its end.
  /// - Parameters:
  ///   - router: a router, a view of it or a group.
  ///   - tags: labels for views such as `router["Views"]`.
  ///   - options: the options for handling the requests.
  ///   - access: who may come to the endpoints; without it what the innermost group says.
  ///   - fileID: the file that attaches the store, for faults and listings.
  ///   - line: the line that attaches the store, for faults and listings.
  /// - Returns: the identifiers of the maps, for `dispose(of:)`.
  @discardableResult
  public func attach(
    to router: some RouteRegistrar,
    tags: [RouteTag] = [],
    options: DispatchOptions = [],
    access: RouteAccess? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> [RouteID] {
    // In a router the latest comes first, in a tree the first.
    nodeTree.rules.indices.reversed().compactMap { node in
      guard let rule = nodeTree.rules[node], let pattern = rule.pattern else { return nil }
      let route = nodeTree.route(of: node)
      return router.map(
        pattern,
        tags: tags,
        owner: self,
        access: access,
        fileID: fileID,
        line: line
      ) { [weak self] (context: RouteContext) async throws in
        try await self?.open(
          EndpointRequest(route, rule.parameters(in: context), context.target),
          options,
          context
        )
      }
    }
  }

  private func open(
    _ request: EndpointRequest,
    _ options: DispatchOptions,
    _ context: RouteContext
  ) async throws {
    let outcome: NavigationOutcome
    if let values = context.tracedValues {
      var change = (old: state, new: state)
      outcome = dispatch(any: request, options: options) { change = ($0, $1) }
      context.noteChange(from: change.old, to: change.new, outcome, values)
    } else {
      outcome = dispatch(request, options: options)
    }
    if let error = outcome.error { throw error }
    await settle()
  }
}

extension EndpointRule {
  /// The pattern by which a router finds the endpoint.
  fileprivate var pattern: RoutePattern? {
    switch self {
    case .pattern(let pattern): pattern
    case .closure(let closure):
      // As it stands: what is decoded would be another path when the closure reads it.
      RoutePattern("/*", where: ["0": .checkRaw(closure.acceptsPath)])
    case .invalid: nil
    }
  }

  /// Returns the parameters of the endpoint: as the router's handlers have left them, or as the
  /// closure reads them.
  fileprivate func parameters(in context: RouteContext) -> RouteParameters {
    if case .closure(let closure) = self { return closure.resolve(context.target) }
    return context.parameters
  }
}

extension EndpointClosure {
  /// Whether the closure accepts a canonical path, given without the slash of the root.
  ///
  /// It may read the path as a URL. Where that leads to another one, as it does of doubled slashes
  /// that a router keeps, the closure is not asked: the guards of the other path were not, either.
  fileprivate func acceptsPath(_ rest: String) -> Bool {
    let path = "/" + rest
    let options = RouteTarget.Options(targetLength: .max)
    guard let read = try? RouteTarget(path, options: options), read.description == path else {
      return false
    }
    return isMatching(RoutingRequest(path))
  }
}

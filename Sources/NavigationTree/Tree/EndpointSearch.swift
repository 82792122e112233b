import RouteIndex

/// Finds the first endpoint that matches a request.
struct EndpointSearch: Sendable {
  private let index: PatternIndex
  /// The node of each pattern of the index.
  private let nodes: [Int]
  private let closures: [(node: Int, closure: EndpointClosure)]

  private let options: RouteTarget.Options

  /// - Parameters:
  ///   - rules: the rule of each node; `nil` for those that are not endpoints.
  ///   - slashes: the policy that requests are read with.
  init(_ rules: some Sequence<EndpointRule?>, slashes: RouteTarget.SlashPolicy) {
    options = RouteTarget.Options(slashes: slashes)
    var patterns: [RoutePattern] = []
    var nodes: [Int] = []
    var closures: [(node: Int, closure: EndpointClosure)] = []
    for (node, rule) in rules.enumerated() {
      switch rule {
      case .pattern(let pattern):
        patterns.append(pattern)
        nodes.append(node)
      case .closure(let closure): closures.append((node, closure))
      case .invalid, nil: break
      }
    }
    index = PatternIndex(patterns)
    self.nodes = nodes
    self.closures = closures
  }

  /// The endpoints that an earlier one leaves no request for.
  var shadowed: [(node: Int, by: Int)] {
    index.shadowed().map { (nodes[$0.position], nodes[$0.by]) }
  }

  /// Returns the first endpoint that matches a request, with the parameters that it finds there, or
  /// `nil` if none does.
  ///
  /// A request that is not a URL can only be for an endpoint that closures decide on.
  func first(
    for request: any RoutingRequestType
  ) throws(NavigationError) -> (node: Int, parameters: RouteParameters)? {
    let target = Result { () throws(RouteTargetError) in
      try request.target(options: options)
    }
    var found: (node: Int, parameters: RouteParameters)?
    if case .success(let target) = target { found = try match(target, request) }
    for (node, closure) in closures where node < found?.node ?? .max {
      if closure.isMatching(request) { return (node, closure.resolve(request)) }
    }
    if case .failure(let error) = target {
      throw NavigationError(.invalidRequest(error), request: request.request)
    }
    return found
  }

  private func match(
    _ target: RouteTarget,
    _ request: any RoutingRequestType
  ) throws(NavigationError) -> (node: Int, parameters: RouteParameters)? {
    var budget = MatchBudget()
    do {
      guard let first = try index.firstMatch(target, budget: &budget) else { return nil }
      return (nodes[first.position], first.match.parameters)
    } catch {
      throw NavigationError(.undecided(error), request: request.request)
    }
  }
}

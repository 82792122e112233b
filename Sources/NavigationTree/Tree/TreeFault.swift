public import RoutePatterns

/// A fault of a tree, with its place in the program.
public struct TreeFault: Error, Hashable, Sendable {
  /// The kinds of fault a tree can have.
  ///
  /// More may come: a `switch` over them wants a `default`.
  public enum Code: Hashable, Sendable {
    /// A route is not a valid pattern.
    case invalidRoute(PatternError)
    /// A route stands in the tree already, at a place in the program.
    case duplicateRoute(at: String)
    /// Every request for an endpoint matches an earlier one, which stands at a place in the
    /// program.
    case unreachable(by: String, at: String)
    /// A fork or a switcher has no option.
    case noOptions
    /// A stack has no item.
    case emptyStack
    /// A node has a presenter, but no kind or content.
    case noContent
    /// A node is of another kind than its presenter.
    case wrongPresenter(RouteNodeID.Kind, RouteNodeID.Kind)
    /// A switcher without a presentable stands in another node, which would have to show it.
    case switcherWithoutPresentable
    /// A pattern reads slashes otherwise than the first one of the tree does.
    case differentSlashes(RouteTarget.SlashPolicy, first: RouteTarget.SlashPolicy)
  }

  /// The kind of fault.
  public let code: Code
  /// The route of the node, if the fault is about one.
  public let route: String?
  /// The file and line at which the node was made.
  public let place: String

  init(_ code: Code, route: String?, place: SourcePlace) {
    self.code = code
    self.route = route
    self.place = place.description
  }
}

extension TreeFault: CustomStringConvertible {
  /// The place, the fault, and a remedy.
  public var description: String { "\(place): \(reason)" }

  private var reason: String {
    let route = (route ?? "").excerpt
    switch code {
    case .invalidRoute(let error): return "\(error)"
    case .duplicateRoute(let first):
      return "the route \(route) stands at \(first) already. Give each endpoint a route of its own."
    case .unreachable(let other, let first):
      return
        "the route \(route) can never be reached, as \(other.excerpt) at \(first) takes all of its "
        + "requests. Put the more special route first."
    case .noOptions:
      return "a fork or switcher has no option. Give it at least one in .fork or .switcher."
    case .emptyStack: return "a stack has no item. Give it one."
    case .noContent:
      return "a node has a presenter and nothing to do. Say .endpoint, .stack, .fork or .switcher."
    case .wrongPresenter(let presenter, let content):
      return "a node with the presenter of \(presenter.text) is made \(content.text). "
        + "Give it a \(content.presenter)."
    case .switcherWithoutPresentable:
      return "a switcher without a presentable stands in another node, which could not show it. "
        + "Give it one, or make it the root."
    case .differentSlashes(let slashes, let first):
      return
        "the pattern \(route) reads slashes as \(slashes.rawValue), and the first of the tree as "
        + "\(first.rawValue). Make all patterns of a tree with the same slash policy."
    }
  }
}

extension RouteNodeID.Kind {
  fileprivate var text: String { self == .endpoint ? "an endpoint" : "a \(rawValue)" }
  fileprivate var presenter: String {
    self == .endpoint
      ? "RoutePresenter" : "RoutePresenter\(rawValue.prefix(1).uppercased())\(rawValue.dropFirst())"
  }
}

extension RoutingNode {
  /// Returns the faults of the tree under this node; it is empty when a store can be made of it.
  ///
  ///     @Test func `the tree has no faults`() { #expect(coordinator.validate().isEmpty) }
  public func validate() -> [TreeFault] { tree.faults }
}

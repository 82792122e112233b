/// A fault of a tree, with its place in the program.
public struct TreeFault: Hashable, Sendable {
  /// The kinds of fault a tree can have.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    package enum Value: Hashable, Sendable {
      case invalidRoute(PatternError)
      case duplicateRoute(at: String)
      case unreachable(by: String, at: String)
      case noOptions
      case emptyStack
      case noContent
      case wrongPresenter(RouteNodeID.Kind, RouteNodeID.Kind)
      case switcherWithoutPresentable
      case differentSlashes(RouteTarget.SlashPolicy, first: RouteTarget.SlashPolicy)
      case hiddenModal(over: String)
      case stuckModal(over: String)
    }

    package let value: Value

    private init(_ value: Value) { self.value = value }

    /// The name of the code, with what belongs to it.
    public var description: String { "\(value)" }

    /// A route is not a valid pattern.
    public static func invalidRoute(_ value: PatternError) -> Code {
      Code(.invalidRoute(value))
    }

    /// A route stands in the tree already, at a place in the program.
    public static func duplicateRoute(at: String) -> Code {
      Code(.duplicateRoute(at: at))
    }

    /// Every request for an endpoint matches an earlier one, which stands at a place in the
    /// program.
    public static func unreachable(by: String, at: String) -> Code {
      Code(.unreachable(by: by, at: at))
    }

    /// A fork or a switcher has no option.
    public static var noOptions: Code { Code(.noOptions) }

    /// A stack has no item.
    public static var emptyStack: Code { Code(.emptyStack) }

    /// A node has a presenter, but no kind or content.
    public static var noContent: Code { Code(.noContent) }

    /// A node is of another kind than its presenter.
    public static func wrongPresenter(_ value: RouteNodeID.Kind, _ other: RouteNodeID.Kind) -> Code
    {
      Code(.wrongPresenter(value, other))
    }

    /// A switcher without a presentable stands in another node, which would have to show it.
    public static var switcherWithoutPresentable: Code { Code(.switcherWithoutPresentable) }

    /// A pattern reads slashes otherwise than the first one of the tree does.
    public static func differentSlashes(
      _ value: RouteTarget.SlashPolicy,
      first: RouteTarget.SlashPolicy
    ) -> Code {
      Code(.differentSlashes(value, first: first))
    }

    /// A modal is to be shown over a presentable of a type that shows none.
    public static func hiddenModal(over type: String) -> Code { Code(.hiddenModal(over: type)) }

    /// A modal that a closure has shown is to be closed over a presentable of a type that closes
    /// none.
    public static func stuckModal(over type: String) -> Code { Code(.stuckModal(over: type)) }
  }

  /// The kind of fault.
  public let code: Code
  /// The fault of the route's pattern, if it has one.
  public var cause: PatternError? {
    if case .invalidRoute(let error) = code.value { error } else { nil }
  }
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
    switch code.value {
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
    case .hiddenModal(let type):
      return
        "the modal \(route) cannot be seen, as nothing shows it over a presentable of the type "
        + "\(type.excerpt). Give the presenter a presentModal, or make the type a "
        + "ModalPresentingPresentable."
    case .stuckModal(let type):
      return
        "the modal \(route) stays on the screen, as nothing closes it over a presentable of the "
        + "type \(type.excerpt). Give the presenter a dismissModal, or make the type a "
        + "ModalPresentingPresentable."
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

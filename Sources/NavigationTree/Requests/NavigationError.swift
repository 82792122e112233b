/// An error that gives the reason why a request changes nothing.
public struct NavigationError: Error, Hashable, Sendable {
  /// The kinds of reasons.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    package enum Value: Hashable, Sendable {
      case noRoute
      case invalidRequest(RouteTargetError)
      case undecided(MatchError)
      case unknownEndpoint(String)
      case nothingActive
      case takenByAnother(String, other: String)
      case notReversible(String, PatternReverseError?)
    }

    package let value: Value

    private init(_ value: Value) { self.value = value }

    /// The name of the code, with what belongs to it.
    public var description: String { "\(value)" }

    /// No endpoint matches the request.
    public static var noRoute: Code { Code(.noRoute) }

    /// The request has no canonical form.
    public static func invalidRequest(_ value: RouteTargetError) -> Code {
      Code(.invalidRequest(value))
    }

    /// It could not be decided whether an endpoint matches the request.
    public static func undecided(_ value: MatchError) -> Code {
      Code(.undecided(value))
    }

    /// An endpoint that the request is for is not in the tree.
    public static func unknownEndpoint(_ value: String) -> Code {
      Code(.unknownEndpoint(value))
    }

    /// No endpoint is active, so there is no URL.
    public static var nothingActive: Code { Code(.nothingActive) }

    /// Another endpoint, which comes first, matches the URL of one.
    public static func takenByAnother(_ value: String, other: String) -> Code {
      Code(.takenByAnother(value, other: other))
    }

    /// No URL leads to an endpoint with these parameters.
    public static func notReversible(_ value: String, _ other: PatternReverseError?) -> Code {
      Code(.notReversible(value, other))
    }
  }

  /// The reason.
  public let code: Code
  /// The error behind this one, if there is one: of the request, of a match, or of a pattern that
  /// makes no URL.
  public var cause: (any Error)? {
    switch code.value {
    case .invalidRequest(let error): error
    case .undecided(let error): error
    case .notReversible(_, let error): error
    case .noRoute, .unknownEndpoint, .nothingActive, .takenByAnother: nil
    }
  }
  /// The request, as text.
  public let request: String

  init(_ code: Code, request: String) {
    self.code = code
    self.request = request
  }
}

extension NavigationError: CustomStringConvertible {
  /// The request, the reason that it changes nothing, and a remedy.
  public var description: String {
    switch code.value {
    case .noRoute: "\(goingThere): no endpoint of the tree takes it. Add one, or ask for another."
    case .invalidRequest(let error): "\(goingThere): \(error)"
    case .undecided(let error): "\(goingThere): \(error)"
    case .unknownEndpoint(let route):
      "The endpoint \(route.excerpt) is not in the tree. Fit the state to the tree, or add the endpoint."
    case .nothingActive: "Nothing is active, so that no URL leads there. Dispatch a request first."
    case .takenByAnother(let route, let other):
      "No URL leads to \(route.excerpt) as it is: \(request.excerpt) is taken by \(other.excerpt). "
        + "Put the more special route first."
    case .notReversible(_, let error?): "\(error)"
    case .notReversible(let route, nil):
      "No URL leads to \(route.excerpt) as it is: \(reversingProblem)"
    }
  }

  private var goingThere: String {
    "Going to " + (request.isEmpty ? "the root (an empty request)" : request.excerpt)
  }

  private var reversingProblem: String {
    request.isEmpty
      ? "closures decide on it, and it has no url closure. Give it one."
      : "\(request.excerpt) does not read back to the same parameters."
  }
}

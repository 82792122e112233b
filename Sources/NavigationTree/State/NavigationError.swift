public import RoutePatterns

/// An error that gives the reason why a request changes nothing.
public struct NavigationError: Error, Hashable, Sendable {
  /// The kinds of reasons.
  ///
  /// More may come: a `switch` over them wants a `default`.
  public enum Code: Hashable, Sendable {
    /// No endpoint matches the request.
    case noRoute
    /// The request has no canonical form.
    case invalidRequest(RouteTargetError)
    /// It could not be decided whether an endpoint matches the request.
    case undecided(MatchError)
    /// An endpoint that the request is for is not in the tree.
    case unknownEndpoint(String)
    /// No endpoint is active, so there is no URL.
    case nothingActive
    /// Another endpoint, which comes first, matches the URL of one.
    case takenByAnother(String, other: String)
    /// No URL leads to an endpoint with these parameters.
    case notReversible(String, PatternReverseError?)
  }

  /// The reason.
  public let code: Code
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
    switch code {
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

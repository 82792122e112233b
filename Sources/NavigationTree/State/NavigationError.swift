public import RoutePatterns

/// Why a request changes nothing.
public struct NavigationError: Error, Hashable, Sendable {
  /// The kinds of reasons.
  ///
  /// More may come: a `switch` over them wants a `default`.
  public enum Code: Hashable, Sendable {
    /// No endpoint takes the request.
    case noRoute
    /// The request has no canonical form.
    case invalidRequest(RouteTargetError)
    /// It could not be decided whether an endpoint takes the request.
    case undecided(MatchError)
    /// An endpoint that the request is for is not in the tree.
    case unknownEndpoint(String)
    /// Nothing is active of which there could be a URL.
    case nothingActive
    /// No URL leads to an endpoint with these parameters.
    case notReversible(String, PatternReverseError?)
  }

  /// The reason.
  public let code: Code
  /// What was asked for, as text.
  public let request: String

  init(_ code: Code, request: String) {
    self.code = code
    self.request = request
  }
}

extension NavigationError: CustomStringConvertible {
  /// What was asked for, why it changes nothing, and what helps.
  public var description: String {
    switch code {
    case .noRoute:
      "Going to \(request.excerpt): no endpoint of the tree takes it. Add one, or ask for another."
    case .invalidRequest(let error): "Going to \(request.excerpt): \(error)"
    case .undecided(let error): "Going to \(request.excerpt): \(error)"
    case .unknownEndpoint(let route):
      "Going to \(request.excerpt): the endpoint \(route.excerpt) is not in the tree."
    case .nothingActive: "Nothing is active, so that no URL leads there. Dispatch a request first."
    case .notReversible(let route, let error):
      "No URL leads to \(route.excerpt) as it is. \(error.map { "\($0)" } ?? Self.reversing)"
    }
  }

  private static let reversing =
    "An endpoint that closures decide on needs its url closure, and a URL must read back to the same parameters."
}

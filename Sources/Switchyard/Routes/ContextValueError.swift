/// An error thrown when a route asks for a value that no handler before it has set.
public struct ContextValueError: Error, Sendable {
  /// The type or key of the value.
  public let key: String
  /// The route that has asked for it; `nil` in a request that a test has made.
  public let route: MatchedRoute?
  /// Whether it was set on the way to another target, from which a commit or a redirect led away.
  public let isOfOtherTarget: Bool

  package init(_ key: String, _ route: MatchedRoute?, isOfOtherTarget: Bool = false) {
    self.key = key
    self.route = route
    self.isOfOtherTarget = isOfOtherTarget
  }
}

extension ContextValueError: CustomStringConvertible {
  /// The value, the route with its place in the program, and the remedy.
  public var description: String {
    guard let route else {
      return "The request of the test has no value of \(key). Make it one with `giving(_:)`."
    }
    let place = "the \(route.kind.rawValue) \(route.pattern.text.excerpt) at \(route.origin)"
    let other =
      isOfOtherTarget
      ? " It was set for the target before a commit or redirect, whose guards are others." : ""
    return
      "No handler before \(place) has set a value of \(key).\(other) Set it in a guard whose pattern covers "
      + "that of the route, for all methods of it."
  }
}

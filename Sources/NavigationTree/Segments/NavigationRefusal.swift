import RoutePatterns

/// An error thrown when an action cannot change a route.
public struct NavigationRefusal: Error, Hashable, Sendable {
  /// The kinds of refusals.
  ///
  /// More may come: a `switch` over them wants a `default`.
  public enum Code: Hashable, Sendable {
    /// That many elements cannot be popped.
    case pop(count: Int)
    /// The route has no element at that index.
    case noIndex(Int)
    /// The route has no such element.
    case noElement(RouteElement)
    /// The route has no last element.
    case emptyRoute
  }

  /// The kind of refusal.
  public let code: Code
  /// The route, which stays as it is.
  public let route: Route

  /// Makes the refusal of an action of your own.
  public init(_ code: Code, route: Route) {
    self.code = code
    self.route = route
  }
}

extension NavigationRefusal: CustomStringConvertible {
  /// The change that could not be made, and the route.
  public var description: String {
    "\(problem); \(route.excerpt) stays open. Look at the route before, or set the whole of it."
  }

  private var problem: String {
    switch code {
    case .pop(let count): "\(count) elements cannot be popped"
    case .noIndex(let index): "there is no element at index \(index)"
    case .noElement(let element): "there is no element \"\(element.excerpt)\""
    case .emptyRoute: "there is no last element"
    }
  }
}

extension Route {
  /// As many of the elements as a message has room for.
  var excerpt: String {
    let limit = 16
    let elements = prefix(limit).map { "\"\($0.excerpt)\"" }.joined(separator: ", ")
    return count > limit ? "[\(elements), …]" : "[\(elements)]"
  }
}

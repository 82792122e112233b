/// An error thrown when an action cannot change a route.
public struct RouteActionError: Error, Hashable, Sendable {
  /// The kinds of refusals.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    package enum Value: Hashable, Sendable {
      case pop(count: Int)
      case noIndex(Int)
      case noElement(RouteElement)
      case emptyRoute
    }

    package let value: Value

    private init(_ value: Value) { self.value = value }

    /// The name of the code, with what belongs to it.
    public var description: String { "\(value)" }

    /// That many elements cannot be popped.
    public static func pop(count: Int) -> Code {
      Code(.pop(count: count))
    }

    /// The route has no element at that index.
    public static func noIndex(_ value: Int) -> Code {
      Code(.noIndex(value))
    }

    /// The route has no such element.
    public static func noElement(_ value: RouteElement) -> Code {
      Code(.noElement(value))
    }

    /// The route has no last element.
    public static var emptyRoute: Code { Code(.emptyRoute) }
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

extension RouteActionError: CustomStringConvertible {
  /// The change that could not be made, and the route.
  public var description: String {
    "\(problem); \(route.excerpt) stays open. Look at the route before, or set the whole of it."
  }

  private var problem: String {
    switch code.value {
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

/// The reason that a listing cannot be made a table of routes again.
public struct ListedRoutesError: Error, Sendable {
  enum Code {
    case pattern(PatternError)
    case exception(String, ListedExceptionError)
    case exceptedFromNone
  }

  /// The route at fault.
  public let route: RouteDescription
  private let code: Code

  init(_ route: RouteDescription, _ code: Code) {
    self.route = route
    self.code = code
  }
}

extension ListedRoutesError: CustomStringConvertible {
  /// The route and the reason, with a remedy.
  public var description: String {
    let number = route.order.map { " #\($0)" } ?? ""
    return "The route\(number), \(route), cannot be read: \(reason)"
  }

  private var reason: String {
    switch code {
    case .pattern(let error): "\(error)"
    case .exceptedFromNone: "Guards alone have exceptions; leave out its \"except\"."
    case .exception(let text, .form):
      """
      "\(text.printable)" is no exception; write a pattern, such as /users, or methods before it, \
      such as POST,PUT /users.
      """
    case .exception(_, .pattern(let error)): "\(error)"
    }
  }
}

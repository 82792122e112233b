/// A type whose values stand for a requested URL.
///
/// ``RoutingRequest`` and targets do. An enumeration of your own returns its text:
///
///     enum AppRequest: RoutingRequestType {
///       case today
///       case book(id: Int)
///
///       var request: String {
///         switch self {
///         case .today: "today"
///         case .book(let id): "books/\(id)"
///         }
///       }
///     }
///
///     store.dispatch(AppRequest.book(id: 1))
///
/// The text is read as a URL. What users have written is not put into it as it is, for it may have
/// characters that mean something there: see ``RoutingRequest/init(_:_:query:)``.
public protocol RoutingRequestType: Sendable {
  /// The requested URL, as text.
  var request: String { get }

  /// Returns the requested URL in canonical form.
  ///
  /// - Throws: `RouteTargetError` if there is none.
  func target(options: RouteTarget.Options) throws(RouteTargetError) -> RouteTarget
}

extension RoutingRequestType {
  /// Returns the requested URL, read from the text.
  public func target(
    options: RouteTarget.Options
  ) throws(RouteTargetError) -> RouteTarget {
    try RouteTarget(request, options: options)
  }

  /// Returns the parameters that a route finds in the request, or `nil` when it does not match.
  ///
  /// - Throws: the error of the route or of the request, or that of a match that could not be
  ///   decided.
  public func resolve(for route: some RouteType) throws -> RouteParameters? {
    try parameters(for: RoutePattern(route: route))
  }

  /// Returns the parameters that a route, given as text, finds in the request, or `nil` when it
  /// does not match.
  public func resolve(for route: String) throws -> RouteParameters? {
    try parameters(for: RoutePattern(parsing: route))
  }

  private func parameters(for pattern: RoutePattern) throws -> RouteParameters? {
    let options = RouteTarget.Options(slashes: pattern.options.slashes)
    return try pattern.match(target(options: options))?.parameters
  }
}

extension RouteTarget: RoutingRequestType {
  /// The canonical text.
  public var request: String { description }

  /// Returns the target as it is read under the options.
  public func target(options: Options) throws(RouteTargetError) -> RouteTarget {
    try RouteTarget(description, options: options)
  }
}

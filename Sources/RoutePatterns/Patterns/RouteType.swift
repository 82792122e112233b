/// A type whose values stand for the pattern of a route.
///
/// ``RouteString`` and ``RoutePattern`` itself do; an enumeration of texts does when it is declared
/// to:
///
///     enum AppRoute: String, RouteType {
///       case login
///       case book = "books/:id"
///     }
///
///     let pattern = try RoutePattern(route: AppRoute.book)
public protocol RouteType {
  /// Makes the pattern under some options.
  func routePattern(options: RoutePattern.Options) throws(PatternError) -> RoutePattern
}

extension RoutePattern {
  /// Makes the pattern of a route, whatever its type.
  ///
  /// - Throws: `PatternError` with the fault in the route's text, and its place.
  public init(
    route: some RouteType,
    options: Options = Options()
  ) throws(PatternError) {
    self = try route.routePattern(options: options)
  }
}

extension RoutePattern: RouteType {
  /// The pattern itself, compiled for the options.
  public func routePattern(options: Options) throws(PatternError) -> RoutePattern {
    try with(options)
  }
}

extension RouteType where Self: RawRepresentable<String> {
  /// The pattern of the raw value.
  public func routePattern(
    options: RoutePattern.Options
  ) throws(PatternError) -> RoutePattern {
    try RoutePattern(parsing: rawValue, options: options)
  }
}

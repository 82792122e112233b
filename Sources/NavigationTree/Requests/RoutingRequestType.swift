#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import RoutePatterns

/// The parameters that a presentable is configured with.
public typealias RouteParameters = Parameters

/// Whatever can say which URL is asked for.
///
/// Texts, URLs and targets do. An enumeration of one's own has to say its text:
///
///     enum AppRequest: RoutingRequestType {
///       case today
///       case book(id: Int, title: String)
///
///       var request: String {
///         switch self {
///         case .today: "today"
///         case .book(let id, let title): "books/\(id)?title=\(title)"
///         }
///       }
///     }
///
///     store.dispatch(AppRequest.book(id: 1, title: "A Tale"))
public protocol RoutingRequestType: Sendable {
  /// The URL that is asked for, as text.
  var request: String { get }

  /// The URL that is asked for, in canonical form.
  ///
  /// - Throws: why there is none.
  func target(options: RouteTarget.Options) throws(RouteTargetError) -> RouteTarget
}

extension RoutingRequestType {
  /// The URL that is asked for, read from the text.
  public func target(
    options: RouteTarget.Options
  ) throws(RouteTargetError) -> RouteTarget {
    try RouteTarget(request, options: options)
  }

  /// The parameters that a route takes from the request; nothing when it does not match.
  ///
  /// - Throws: what is wrong with the route or with the request, or why a match could not be decided.
  public func resolve(for route: some RouteType) throws -> RouteParameters? {
    let pattern = try RoutePattern(route: route)
    let options = RouteTarget.Options(slashes: pattern.options.slashes)
    return try pattern.match(target(options: options))?.parameters
  }
}

extension String: RoutingRequestType {
  /// The text itself.
  public var request: String { self }
}

extension URL: RoutingRequestType {
  /// The URL's text.
  public var request: String { absoluteString }
}

extension RouteTarget: RoutingRequestType {
  /// The canonical text.
  public var request: String { description }

  /// The target as it is read under the options.
  public func target(options: Options) throws(RouteTargetError) -> RouteTarget {
    try RouteTarget(description, options: options)
  }
}

/// How a request is to be taken.
public enum DispatchRouteOption: Hashable, Sendable, Codable, CaseIterable {
  /// Only forks and switchers are set: an option of a fork that is asked for by its first endpoint is shown as it
  /// was left.
  case junctionsOnly
  /// A gesture has changed the screen already: what one can do is not done again, and what has
  /// left is unwound.
  case alreadyShown
  /// The state takes the place of the one before it in the history.
  case replacingHistory
}

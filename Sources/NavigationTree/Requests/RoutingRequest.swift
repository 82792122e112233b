#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A requested URL, as text.
///
///     RoutingRequest("today")
///     try RoutingRequest("books/:id", ["id": id], query: ["title": title])
///
/// A text is a URL: `#`, `?`, `%`, `&` and `+` in what is put into it mean what they mean there.
/// Text that may have them is handed over by its name, and arrives as it is.
public struct RoutingRequest: RoutingRequestType, Hashable, ExpressibleByStringLiteral {
  /// The text.
  public let request: String

  /// Makes the request for a URL, a deep link or a path.
  public init(_ text: String) { request = text }

  /// Makes the request for a URL.
  public init(_ url: URL) { request = url.absoluteString }

  /// Makes the request for a route with these values, whatever characters they have.
  ///
  /// - Parameters:
  ///   - pattern: the route.
  ///   - values: the decoded values of its path.
  ///   - query: the query.
  /// - Throws: `PatternReverseError` for a missing value or an unknown name, and unless the request
  ///   leads to the same values.
  public init(
    _ pattern: RoutePattern,
    _ values: [String: String],
    query: QueryParameters = QueryParameters()
  ) throws(PatternReverseError) {
    request = try pattern.url(values, query: query)
  }

  /// Makes the request for a URL, a deep link or a path.
  public init(stringLiteral text: String) { request = text }
}

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RouterStore {
  /// Applies the request for a URL, a deep link or a path.
  @discardableResult
  public func dispatch(_ url: String, options: DispatchOptions = []) -> NavigationOutcome {
    dispatch(any: RoutingRequest(url), options: options)
  }

  /// Applies the request for a route with these values, whatever characters they have.
  ///
  ///     store.dispatch("books/:id", ["id": id], query: ["title": title])
  ///
  /// - Parameters:
  ///   - pattern: the route.
  ///   - values: the decoded values of its path.
  ///   - query: the query.
  ///   - options: options for handling the request.
  /// - Returns: the change, or the reason that there was none: a missing value among others.
  @discardableResult
  public func dispatch(
    _ pattern: RoutePattern,
    _ values: [String: String],
    query: QueryParameters = QueryParameters(),
    options: DispatchOptions = []
  ) -> NavigationOutcome {
    do {
      return dispatch(any: try RoutingRequest(pattern, values, query: query), options: options)
    } catch {
      return .rejected(error)
    }
  }

  /// Applies the request for a URL.
  @discardableResult
  public func dispatch(_ url: URL, options: DispatchOptions = []) -> NavigationOutcome {
    dispatch(any: RoutingRequest(url), options: options)
  }
}

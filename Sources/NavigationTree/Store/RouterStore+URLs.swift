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

  /// Applies the request for a URL.
  @discardableResult
  public func dispatch(_ url: URL, options: DispatchOptions = []) -> NavigationOutcome {
    dispatch(any: RoutingRequest(url), options: options)
  }
}

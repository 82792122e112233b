#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RouteLookup {
  /// Opens a URL with a payload, as in the library Routing.
  @discardableResult
  public func open(_ url: String, passing payload: (any Sendable)?) -> Bool {
    open(url, payload: payload)
  }

  /// Opens a URL with a payload, as in the library Routing.
  @discardableResult
  public func open(_ url: URL, passing payload: (any Sendable)?) -> Bool {
    open(url, payload: payload)
  }
}

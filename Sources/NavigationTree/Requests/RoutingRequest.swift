#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A requested URL, as text.
public struct RoutingRequest: RoutingRequestType, Hashable, ExpressibleByStringLiteral {
  /// The text.
  public let request: String

  /// Makes the request for a URL, a deep link or a path.
  public init(_ text: String) { request = text }

  /// Makes the request for a URL.
  public init(_ url: URL) { request = url.absoluteString }

  /// Makes the request for a URL, a deep link or a path.
  public init(stringLiteral text: String) { request = text }
}

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RouteTarget {
  /// Creates a target from a URL, as from its absolute text.
  /// - Throws: `RouteTargetError` for a URL that has no canonical form, such as `mailto:a@b`.
  public init(_ url: URL, options: Options = Options()) throws(RouteTargetError) {
    try self.init(url.absoluteString, options: options)
  }
}

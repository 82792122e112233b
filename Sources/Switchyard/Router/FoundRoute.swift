import RouteIndex

/// A route that was found for a target, and where its values stand.
///
/// It holds nothing of the router: what a lookup finds it finds without a word to other threads.
public struct FoundRoute: Sendable {
  private let result: SearchResult

  @inline(__always)
  init(_ result: SearchResult) { self.result = result }

  /// The route.
  public var route: RouteUUID { RouteUUID(words: result.id) }

  /// Whether it is a map or a fallback.
  public var kind: RouteKind { result.lane == .fallbacks ? .fallback : .map }

  /// The bytes of the target's text that a parameter took, by its place among the names of the pattern.
  public func range(at index: Int) -> Range<Int>? { result.range(at: index) }
}

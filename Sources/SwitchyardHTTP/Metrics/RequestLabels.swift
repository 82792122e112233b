import SwitchyardLocks

/// Labels of requests for metrics, of which clients cannot make more at will.
///
///     let values = labels.values(of: entry)       // "GET", "/books/:id"
///
/// The label of a route is its pattern, never the path of a request. Requests without a route share
/// the value `unmatched`, patterns above the limit the value `other`, and so do methods that are
/// neither usual nor of the route.
public final class RequestLabels: Sendable {
  /// The labels of a request.
  public struct Values: Hashable, Sendable {
    /// The method, or `other`.
    public let method: String
    /// The pattern of the route, `unmatched` or `other`.
    public let route: String
  }

  /// The most patterns that have a label of their own.
  public let routeLimit: Int
  private let routes = Locked(Set<String>())

  /// Makes labels for routes of which none was seen.
  ///
  /// A limit below zero stops the program.
  public init(routeLimit: Int = 1000, fileID: StaticString = #fileID, line: UInt = #line) {
    stopUnless(
      routeLimit >= 0,
      "Labels of requests have \(routeLimit) for routeLimit. Give it 0, for one label of all routes, or "
        + "more.",
      fileID,
      line
    )
    self.routeLimit = routeLimit
  }

  /// Returns the labels of a request.
  public func values(of entry: AccessLogEntry) -> Values {
    Values(
      method: Self.method(of: entry.head, at: entry.route) ?? "other",
      route: label(of: entry.route?.pattern.text)
    )
  }

  /// Returns the method of a request, if it is a usual one or the route names it.
  public static func method(of head: RequestHead, at route: MatchedRoute?) -> String? {
    let method = head.method
    let isKnown =
      RequestMethod.known.contains { $0.rawValue == method }
      || route?.tags.contains { $0.method?.rawValue == method } == true
    return isKnown ? method : nil
  }

  private func label(of pattern: String?) -> String {
    guard let pattern else { return "unmatched" }
    return routes.withLock { routes in
      if routes.contains(pattern) { return pattern }
      guard routes.count < routeLimit else { return "other" }
      routes.insert(pattern)
      return pattern
    }
  }
}

extension RouteTarget {
  /// The path with its query, and without the scheme and the host that a request has named.
  ///
  /// A guard can pass it on, so that a later redirect leads back to the page that was asked for.
  ///
  ///     router.guard("/profile/*") { context async in
  ///       .redirect("/login", query: ["callback": context.target.pathAndQuery])
  ///     }
  public var pathAndQuery: String { query.map { "\(path)?\($0)" } ?? String(path) }
}

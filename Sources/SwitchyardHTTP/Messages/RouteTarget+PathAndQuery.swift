extension RouteTarget {
  /// The path with its query, and without the scheme and the host that a request has named.
  ///
  /// It is what a guard hands on, that one may come back to where one meant to go.
  ///
  ///     router.guard("/profile/*") { context async in
  ///       .redirect("/login", query: ["callback": context.target.pathAndQuery])
  ///     }
  public var pathAndQuery: String { query.map { "\(path)?\($0)" } ?? String(path) }
}

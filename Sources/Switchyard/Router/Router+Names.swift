extension Router {
  /// Returns the URL of the route with a name, made with values for its parameters.
  ///
  ///     router.get("/books/:id", name: "book") { … }
  ///     try router.url(named: "book", values: ["id": "42"])                // "/books/42"
  ///     try router.url(named: "book", values: ["id": "42"], query: ["page": "7"])
  ///     try router.url(named: "book", values: ["id": "42"], at: context.target)
  ///                                                          // with its scheme and host
  ///
  /// Of several routes with the name it is that of the latest.
  /// - Parameters:
  ///   - name: the name that the route was given.
  ///   - values: the decoded values of its path.
  ///   - query: the query, which is put behind the path.
  ///   - site: a target whose scheme and host the URL gets, if the pattern has none of its own; of
  ///     a pattern with a host and no scheme the scheme alone.
  /// - Returns: the URL, as canonical text.
  /// - Throws: `RouteNameError` when no route has the name, or its pattern and the values make no
  ///   URL.
  public func url(
    named name: String,
    values: [String: String] = [:],
    query: QueryParameters = QueryParameters(),
    at site: RouteTarget? = nil
  ) throws(RouteNameError) -> String {
    let named = try entry(named: name)
    do {
      return try named.pattern.url(values, query: query, at: site)
    } catch {
      throw RouteNameError(name, cause: error)
    }
  }

  /// Returns the latest route with a name.
  /// - Throws: an error that says which other names there are.
  private func entry(named name: String) throws(RouteNameError) -> RouteEntry {
    if let entry = core.registry.entry(named: name) { return entry }
    let entries = core.registry.liveTable.all
    // It may have come since it was looked for.
    let latest = entries.filter { $0.name == name }.max { $0.order < $1.order }
    if let latest { return latest }
    throw RouteNameError(unknown: name, among: Set(entries.compactMap(\.name)).sorted())
  }
}

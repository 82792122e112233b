public import RoutePatterns

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
    var rest = Self.nameLimit
    while true {
      if let entry = core.registry.entry(named: name) { return entry }
      let names = Set(core.registry.liveTable.all.compactMap(\.name))
      guard names.contains(name), rest > 0 else {
        throw RouteNameError(unknown: name, among: names.subtracting([name]).sorted())
      }
      // It has come since it was looked for.
      rest -= 1
    }
  }

  /// The number of times that a name is looked for again because a route of that name has come.
  private static var nameLimit: Int { 8 }
}

/// The changes that a proxy has made to the parameters it was given, to be made to those of the
/// target it commits to.
///
/// What it changed or added wins. What it handed on as it was loses to what the new target says:
/// the values of the old path are gone, and the old query stays unless the target has one of its
/// own.
struct ParameterChanges: Sendable {
  private var path = PathParameters()
  private var query: [(name: String, values: [String])] = []
  /// The query that stands in for that of a target without one.
  private var wholeQuery: QueryParameters?
  private var fragment: String?

  /// - Parameters:
  ///   - given: what the proxy was given.
  ///   - returned: what it commits with; nothing for what it was given.
  ///   - keepsQuery: whether the new target says nothing about the query.
  init(given: Parameters, returned: Parameters?, keepsQuery: Bool) {
    let returned = returned ?? given
    for name in returned.path.names {
      let value = returned.path.value(of: name)
      if value != given.path.value(of: name) { path.setValue(value, of: name) }
    }
    for name in returned.query.names {
      let values = returned.query.values(of: name)
      if values != given.query.values(of: name) { query.append((name, values)) }
    }
    if keepsQuery { wholeQuery = returned.query }
    if returned.fragment != given.fragment { fragment = returned.fragment }
  }

  /// The parameters that a handler of the new target sees.
  func applied(to parameters: Parameters) -> Parameters {
    var result = parameters
    for name in path.names { result.path.setValue(path.value(of: name), of: name) }
    if let wholeQuery {
      result.query = wholeQuery
    } else {
      for (name, values) in query {
        result.query[name] = nil
        for value in values { result.query.append(name, value: value) }
      }
    }
    if let fragment { result.fragment = fragment }
    return result
  }
}

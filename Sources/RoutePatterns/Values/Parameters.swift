/// The parameters of an opened URL: those of its path, those of its query, and its fragment.
///
///     parameters["id"]                         // of the path, or else the first of the query
///     parameters["page", as: Int.self]         // converted
///     parameters.query.values(of: "tag")       // all of a name
///     parameters.path.value(of: "0")?.segments // the segments of an asterisk's value
///
/// Path and query are kept apart, so that a query can never replace what a path says. Values are
/// decoded when they are read, so that one of a single segment can hold a slash or be `..`: it is
/// data, and not the name of a file. It is a value: a change to a copy changes the copy alone.
public struct Parameters: Hashable, Sendable {
  /// The parameters of the path.
  public var path: PathParameters
  /// The parameters of the query.
  public var query: QueryParameters
  /// The decoded fragment.
  public var fragment: String?

  /// No parameters.
  public init() {
    self.init(path: PathParameters())
  }

  /// Makes parameters; what is left out is empty.
  public init(
    path: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    fragment: String? = nil
  ) {
    self.path = path
    self.query = query
    self.fragment = fragment
  }

  /// Whether there is no parameter, and no fragment.
  public var isEmpty: Bool { path.isEmpty && query.isEmpty && fragment == nil }

  /// The decoded value of a name: that of the path, or else the first of the query.
  ///
  /// Setting a value sets it in the path, so that it is read back whatever the query says; setting
  /// `nil` removes the name from both.
  public subscript(name: String) -> String? {
    get {
      // A path parameter that is there hides the query's also when it is not UTF-8.
      if let value = path.value(of: name) { return value.text }
      return query[name]
    }
    set {
      path[name] = newValue
      if newValue == nil { query[name] = nil }
    }
  }

  /// These parameters with others added, which take the place of those with the same name.
  public func adding(_ others: Parameters) -> Parameters {
    var sum = self
    for item in others.path.items { sum.path.setValue(item.value, of: item.name) }
    sum.query.replace(with: others.query)
    sum.fragment = others.fragment ?? fragment
    return sum
  }
}

/// The parameters of an opened URL, by a name that no other library has.
public typealias RouteParameters = Parameters

extension Parameters: ExpressibleByDictionaryLiteral {
  /// Makes parameters of names and decoded values.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(path: PathParameters())
    for (name, value) in elements { self[name] = value }
  }
}

extension Parameters {
  /// The query and the fragment as they stand in a URL, each behind its sign.
  package var textBehindPath: String {
    var out = ""
    if !query.isEmpty { out += "?\(query)" }
    if let fragment { out += "#\(PercentCoding.encoded(fragment))" }
    return out
  }
}

extension Parameters: CustomStringConvertible {
  /// The parameters as they stand in the URL.
  public var description: String { path.description + textBehindPath }
}

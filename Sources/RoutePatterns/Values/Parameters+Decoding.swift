extension Parameters {
  /// Decodes the values of the path and of the query into a type with a property for each name.
  ///
  ///     struct Search: Decodable {
  ///       var shelf: String           // of the path
  ///       var page: Int?              // of the query, as all that the path does not have
  ///       var tag: [String]           // all values of a name, also none
  ///     }
  ///     let search = try parameters.decode(Search.self)
  ///
  /// Properties are texts, numbers, `Bool` (also "on" and "1", as of a box in a form), `UUID`,
  /// `Date` (`2030-01-31`, `2030-01-31T08:30:00Z`), types that are decoded of one of these, such as
  /// enumerations, and arrays and sets of all these. Of several values a property that is no array
  /// takes the first. For an optional property an empty value is `nil`, unless it is a text.
  /// - Throws: `ParameterError` with the name, or an error of the type's own.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    var items: [(String, String)] = []
    for item in path.items {
      guard let text = item.value.text else {
        throw ParameterError(.unreadable, item.name, in: .path)
      }
      items.append((item.name, text))
    }
    // A parameter of the path that took no part in the match is missing, whatever the query says.
    let names = Set((items.map(\.0) + (path.pattern?.names ?? [])).map { BytewiseText($0) })
    items += query.decoded.filter { !names.contains(BytewiseText($0.0)) }
    let source = query.source
    return try ParameterDecoder(items) { name in
      names.contains(BytewiseText(name)) ? .path : source
    }.decode(type)
  }
}

extension QueryParameters {
  /// Decodes the values of a query, or of a form, into a type with a property for each name.
  ///
  /// It reads them as `Parameters.decode` does.
  /// - Throws: `ParameterError` with the name, or an error of the type's own.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try ParameterDecoder(decoded) { [source] _ in source }.decode(type)
  }
}

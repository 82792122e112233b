extension Parameters: Codable {
  private enum CodingKeys: String, CodingKey {
    case path, query, fragment
  }

  /// Reads encoded parameters; a part that is missing is empty.
  ///
  /// The input may come from anywhere, so only what a canonical target can hold is accepted.
  ///
  /// - Throws: `DecodingError` that says which value is wrong, where in it, and why.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let fragment = try container.decodeIfPresent(String.self, forKey: .fragment)
    if let offset = fragment?.utf8.enumerated().first(where: { PercentCoding.isControl($1) })?
      .offset
    {
      throw CodedTextFault(offset: offset, reason: "a control character")
        .error(in: "fragment", fragment ?? "", at: container.codingPath + [CodingKeys.fragment])
    }
    self.init(
      path: try container.decodeIfPresent(PathParameters.self, forKey: .path) ?? PathParameters(),
      query: try container.decodeIfPresent(QueryParameters.self, forKey: .query)
        ?? QueryParameters(),
      fragment: fragment
    )
  }

  /// Writes the parts that are not empty: the path's parameters, the query and the decoded
  /// fragment.
  ///
  ///     {"path": [{"name": "id", "value": "a%20b"}], "query": "page=7", "fragment": "top"}
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !path.isEmpty { try container.encode(path, forKey: .path) }
    if !query.isEmpty { try container.encode(query, forKey: .query) }
    try container.encodeIfPresent(fragment, forKey: .fragment)
  }
}

extension PathParameters: Codable {
  /// Reads names with their values, percent-encoded; no name may stand twice.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var names: Set<BytewiseText> = []
    var items: [Item] = []
    while !container.isAtEnd {
      let item = try container.decode(Item.self)
      guard names.insert(BytewiseText(item.name)).inserted else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "the parameter \"\(item.name.excerpt)\" is there twice"
        )
      }
      items.append(item)
    }
    self.init(items: items)
  }

  /// Writes the names with their values, percent-encoded, in their order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for item in items { try container.encode(item) }
  }
}

extension PathParameters.Item: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, value, spansSegments
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    let raw = try container.decode(String.self, forKey: .value)
    // A value of a host can be an address within brackets.
    let fault = CodedTextFault.first(in: raw) { byte in
      PercentCoding.isPathByte(byte) || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
    }
    if let fault {
      let place = container.codingPath + [CodingKeys.value]
      throw fault.error(in: "value of \"\(name.excerpt)\"", raw, at: place)
    }
    let spansSegments = try container.decodeIfPresent(Bool.self, forKey: .spansSegments)
    value = ParameterValue(raw: raw, spansSegments: spansSegments ?? false)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(value.raw, forKey: .value)
    if value.spansSegments { try container.encode(true, forKey: .spansSegments) }
  }
}

extension QueryParameters: Codable {
  /// Reads a query as it stands in a URL, without its question mark.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    let fault = CodedTextFault.first(in: text, isQuery: true, isPlain: PercentCoding.isQueryByte)
    if let fault {
      throw fault.error(in: "query", text, at: decoder.codingPath)
    }
    self.init(parsing: text)
  }

  /// Writes the query as it stands in a URL, without its question mark.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

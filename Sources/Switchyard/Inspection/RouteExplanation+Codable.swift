extension RouteExplanation.Candidate: Codable {
  private enum CodingKeys: String, CodingKey {
    case route, verdict, mismatch, parameters, hider, failure
  }

  /// Reads a coded candidate.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(RouteDescription.self, forKey: .route),
      try container.decode(RouteExplanation.Verdict.self, forKey: .verdict),
      mismatch: try container.decodeIfPresent(RouteExplanation.Mismatch.self, forKey: .mismatch),
      parameters: try container.decodeIfPresent(CodedParameters.self, forKey: .parameters)?.value,
      hider: try container.decodeIfPresent(RouteID.self, forKey: .hider),
      failure: try container.decodeIfPresent(String.self, forKey: .failure)
    )
  }

  /// Writes the verdict and its details.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(route, forKey: .route)
    try container.encode(verdict, forKey: .verdict)
    try container.encodeIfPresent(mismatch, forKey: .mismatch)
    try container.encodeIfPresent(parameters.map { CodedParameters($0) }, forKey: .parameters)
    try container.encodeIfPresent(hider, forKey: .hider)
    try container.encodeIfPresent(failure, forKey: .failure)
  }
}

/// Parameters as they are coded: the path's in their order, the query as it stands in a URL.
private struct CodedParameters: Codable {
  struct Item: Codable {
    let name: String
    /// The value as it stands in the URL.
    let value: String
    /// Whether it can hold several segments; left out when it cannot.
    let spansSegments: Bool?
  }

  let path: [Item]
  let query: String?
  let fragment: String?

  init(_ parameters: Parameters) {
    path = parameters.path.names.compactMap { name in
      parameters.path.value(of: name).map { value in
        Item(
          name: name,
          value: value.raw,
          spansSegments: value.spansSegments ? true : nil
        )
      }
    }
    query = parameters.query.isEmpty ? nil : parameters.query.text
    fragment = parameters.fragment
  }

  var value: Parameters {
    var path = PathParameters()
    for item in self.path {
      let spansSegments = item.spansSegments ?? false
      path.setValue(ParameterValue(raw: item.value, spansSegments: spansSegments), of: item.name)
    }
    return Parameters(
      path: path,
      query: query.map { QueryParameters(parsing: $0) } ?? QueryParameters(),
      fragment: fragment
    )
  }
}

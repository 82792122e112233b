extension RoutePattern: Codable {
  private enum CodingKeys: String, CodingKey {
    case pattern, options
  }

  /// Reads a pattern from a text, or from a text with options.
  ///
  /// A text that is no pattern is an error with the reason in it.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer(),
      let text = try? container.decode(String.self)
    {
      self = try Self.decode(text, Options(), at: decoder.codingPath)
    } else {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self = try Self.decode(
        container.decode(String.self, forKey: .pattern),
        container.decodeIfPresent(Options.self, forKey: .options) ?? Options(),
        at: container.codingPath + [CodingKeys.pattern]
      )
    }
  }

  private static func decode(
    _ text: String,
    _ options: Options,
    at path: [any CodingKey]
  ) throws -> RoutePattern {
    do {
      return try RoutePattern(parsing: text, options: options)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: path, debugDescription: "\(error)", underlyingError: error)
      )
    }
  }

  /// Writes the text, and the options when they are not the default.
  ///
  /// - Throws: `EncodingError` for a pattern with a closure as validation, which has no coded form.
  public func encode(to encoder: any Encoder) throws {
    guard storage.closures.isEmpty else {
      let names = storage.closures.keys.sorted().joined(separator: ", ")
      throw EncodingError.invalidValue(
        self,
        .init(
          codingPath: encoder.codingPath,
          debugDescription:
            "the pattern \(text) has a closure as validation of \(names), which cannot "
            + "be encoded; use a regular expression"
        )
      )
    }
    guard options != Options() else {
      var container = encoder.singleValueContainer()
      return try container.encode(text)
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .pattern)
    try container.encode(options, forKey: .options)
  }
}

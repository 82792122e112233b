extension RoutePattern: Codable {
  private enum CodingKeys: String, CodingKey {
    case pattern, slashes, letterCase
  }

  /// Reads a pattern from a text, or from a text with the policies it is matched under.
  ///
  /// A text that is not a valid pattern is an error that includes the reason. Limits are never
  /// read: they are those of the program, not of the author of the text. The case of letters is
  /// read: try such a pattern with `fullPattern(of:)` of the router before it is registered.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer(),
      let text = try? container.decode(String.self)
    {
      self = try Self.decode(text, Options(), at: decoder.codingPath)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var options = Options()
    if let slashes = try container.decodeIfPresent(
      RouteTarget.SlashPolicy.self,
      forKey: .slashes
    ) {
      options.slashes = slashes
    }
    if let letterCase = try container.decodeIfPresent(
      Options.LetterCase.self,
      forKey: .letterCase
    ) {
      options.letterCase = letterCase
    }
    self = try Self.decode(
      container.decode(String.self, forKey: .pattern),
      options,
      at: container.codingPath + [CodingKeys.pattern]
    )
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

  /// Writes the text, and the policies when they are not the default.
  ///
  /// - Throws: `EncodingError` for a pattern with a closure as validation, which has no coded form.
  public func encode(to encoder: any Encoder) throws {
    guard storage.closures.isEmpty else { throw closureError(at: encoder.codingPath) }
    let usual = Options()
    guard options.slashes != usual.slashes || options.letterCase != usual.letterCase else {
      var container = encoder.singleValueContainer()
      return try container.encode(text)
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .pattern)
    try container.encode(options.slashes, forKey: .slashes)
    try container.encode(options.letterCase, forKey: .letterCase)
  }

  private func closureError(at path: [any CodingKey]) -> EncodingError {
    let names = storage.closures.keys.sorted().joined(separator: ", ")
    return .invalidValue(
      self,
      .init(
        codingPath: path,
        debugDescription:
          "the pattern \(text) has a closure as validation of \(names), which cannot "
          + "be encoded; use a regular expression"
      )
    )
  }
}

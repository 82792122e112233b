extension URLPattern: Codable {
  private enum CodingKeys: String, CodingKey {
    case ignoreCase
  }

  /// Reads a pattern from a text, or from components by their names, with `ignoreCase` among them.
  ///
  /// What is not a valid pattern is an error that includes the reason. Limits are never read: they
  /// are those of the program, not of the author of the text.
  public init(from decoder: any Decoder) throws {
    do {
      if let text = try? decoder.singleValueContainer().decode(String.self) {
        try self.init(parsing: text)
      } else {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let ignoreCase = try container.decodeIfPresent(Bool.self, forKey: .ignoreCase) ?? false
        try self.init(URLPatternInit(from: decoder), options: Options(ignoreCase: ignoreCase))
      }
    } catch let error as URLPatternError {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(error)", underlyingError: error)
      )
    }
  }

  /// Writes the components that ask for something, and `ignoreCase` where it is set.
  public func encode(to encoder: any Encoder) throws {
    var given = components
    for component in URLPatternComponent.allCases where given[component] == "*" {
      given[component] = nil
    }
    // The port of the scheme is written where it can never match; it would be read as none.
    let port = WebScheme.defaultPort(of: (given.protocol ?? "").utf8)
    if let port, given.port == String(port) { given.port = "{\(port)}" }
    // One sign before a fragment is not part of it.
    if let hash = given.hash, hash.hasPrefix("#") { given.hash = "#" + hash }
    try given.encode(to: encoder)
    guard options.ignoreCase else { return }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(true, forKey: .ignoreCase)
  }
}

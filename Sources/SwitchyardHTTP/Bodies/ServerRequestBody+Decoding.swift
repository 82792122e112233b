#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ServerRequestBody {
  /// Reads the fields of a form that was sent as `application/x-www-form-urlencoded`.
  ///
  ///     let book = try await request.body.form().decode(Book.self)
  ///
  /// - Throws: `ResponseError` 415 for another media type or a `Content-Encoding`, 400 for bytes
  ///   that are not UTF-8, 413 for more than 1,000 fields.
  public func form(upTo limit: Int = .max) async throws -> QueryParameters {
    guard contentType?.isForm == true else {
      throw ResponseError(
        .unsupportedMediaType,
        message: "Send a form as application/x-www-form-urlencoded."
      )
    }
    let text = try await text(upTo: limit)
    // Reading a name takes the longer the more there are.
    guard text.utf8.count(where: { $0 == UInt8(ascii: "&") }) < 1000 else {
      throw ResponseError(.contentTooLarge, message: "A form has 1,000 fields at most.")
    }
    return QueryParameters(parsing: text)
  }

  /// Reads a value that was sent as JSON, by the decoder of the responder's configuration if no
  /// other is given.
  /// - Throws: `ResponseError` 415 for another media type or a `Content-Encoding`, 400 for a body
  ///   that is not such a value.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    upTo limit: Int = .max,
    decoder: JSONDecoder? = nil
  ) async throws -> Value {
    guard contentType?.isJSON == true else {
      throw ResponseError(.unsupportedMediaType, message: "Send the body as application/json.")
    }
    try requireNoCoding()
    let bytes = try await collect(upTo: limit)
    let decoder = decoder ?? jsonDecoder ?? .standard()
    do {
      return try decoder.decode(type, from: Data(bytes))
    } catch let error as DecodingError {
      throw ResponseError(.badRequest, message: error.place)
    }
  }
}

extension DecodingError {
  /// The place at which decoding failed, in words that quote only what the client has sent.
  fileprivate var place: String {
    let (fault, path): (String, [any CodingKey]) =
      switch self {
      case .keyNotFound(let key, let context): ("is missing", context.codingPath + [key])
      case .valueNotFound(_, let context): ("is null", context.codingPath)
      case .typeMismatch(_, let context): ("has another type", context.codingPath)
      case .dataCorrupted(let context): ("cannot be read", context.codingPath)
      @unknown default: ("cannot be read", [])
      }
    let keys = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return keys.isEmpty
      ? "The JSON \(fault)." : "In the JSON, \(keys.joined(separator: ".").excerpt) \(fault)."
  }
}

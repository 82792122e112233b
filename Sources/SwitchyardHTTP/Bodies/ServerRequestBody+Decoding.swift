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
  ///   that are not UTF-8, and for more than 100 marks that combine with one letter; 413 for more
  ///   than 1,000 fields.
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
      throw ResponseError.tooLong("The form has", limit: 1000, .fields)
    }
    var form = QueryParameters(parsing: text)
    form.isForm = true
    for (name, value) in form.decoded {
      try name.checkMarks(in: "A name in the form")
      try value.checkMarks(in: "The field \"\(name.excerpt)\" of the form")
    }
    return form
  }

  /// Reads a value that was sent as JSON, by the decoder of the responder's configuration if no
  /// other is given.
  /// - Throws: `ResponseError` 415 for another media type or a `Content-Encoding`, 400 for a body
  ///   that is not such a value, that is not UTF-8, or in which more than 100 marks combine with
  ///   one letter.
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
    // RFC 8259, 8.1: "MUST be encoded using UTF-8"; the decoder would read UTF-16 as well, of which
    // each text of JSON has zeros.
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw ResponseError.unreadable("The JSON is not UTF-8, or has a zero byte.", nil)
    }
    try text.readingJSONEscapes.checkMarks(in: "The JSON")
    let decoder = decoder ?? jsonDecoder ?? .standard()
    do {
      return try decoder.decode(type, from: Data(bytes))
    } catch let error as DecodingError {
      throw error.response
    }
  }
}

extension DecodingError {
  /// The answer to a client whose JSON is at fault: it names the place, and quotes only what the
  /// client has sent.
  fileprivate var response: ResponseError {
    let (fault, path, expected): (String, [any CodingKey], String?) =
      switch self {
      case .keyNotFound(let key, let context): ("is missing", context.codingPath + [key], nil)
      case .valueNotFound(let type, let context):
        ("is null", context.codingPath, Self.words(for: type))
      case .typeMismatch(let type, let context):
        (
          Self.words(for: type).map { "is not \($0)" } ?? "has another type", context.codingPath,
          Self.words(for: type)
        )
      case .dataCorrupted(let context):
        if let expected = (context.underlyingError as? ExpectedJSON)?.words {
          ("is not \(expected)", context.codingPath, expected)
        } else {
          ("cannot be read", context.codingPath, nil)
        }
      @unknown default: ("cannot be read", [], nil)
      }
    guard !path.isEmpty else {
      // Foundation says neither which of the two it is, nor where.
      if case .dataCorrupted = self, expected == nil {
        return .unreadable("The JSON is not valid, or has a value that cannot be read.", nil)
      }
      return .unreadable("The JSON \(fault).", nil)
    }
    let keys = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
    let place = keys.joined(separator: ".")
    return .unreadable(
      "In the JSON, \(place.excerpt) \(fault).",
      ResponseError.InvalidField(place, fault, source: .body, expected: expected)
    )
  }

  /// Returns the words for the values of a type in JSON, if they are known.
  private static func words(for type: Any.Type) -> String? {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is any FixedWidthInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type, is Decimal.Type: "a number"
    case is any Sequence.Type where "\(type)".hasPrefix("Dictionary<"): "an object"
    case is any Sequence.Type: "an array"
    default: nil
    }
  }
}

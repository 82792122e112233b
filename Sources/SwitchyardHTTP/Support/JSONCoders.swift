#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension JSONEncoder {
  /// Makes the encoder that is used where a program gives no other.
  ///
  /// Equal values are the same text, so that caches and tests can compare it.
  static func standard() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return encoder
  }
}

extension JSONDecoder {
  /// Makes the decoder that is used where a program gives no other.
  static func standard() -> JSONDecoder {
    let decoder = JSONDecoder()
    // As `.iso8601` reads them, whose error does not name the date.
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try String(from: decoder)
      if let date = try? Date.ISO8601FormatStyle().parse(text) { return date }
      let expected = ExpectedJSON(words: "a date such as 2030-01-31T08:30:00Z")
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "The text is no date.",
          underlyingError: expected
        )
      )
    }
    return decoder
  }
}

/// The values that were expected where a text could be no value of a type.
struct ExpectedJSON: Error {
  let words: String
}

/// A fault in a text from elsewhere: something that no canonical target holds.
struct CodedTextFault {
  /// The byte of the text at which it lies.
  var offset: Int
  var reason: String

  /// The first fault of a percent-encoded text, in which some bytes may stand as themselves.
  ///
  /// Escapes have to be those of a canonical target, or equal values would not be equal.
  static func first(
    in text: String,
    isQuery: Bool = false,
    isPlain: (UInt8) -> Bool
  ) -> CodedTextFault? {
    let bytes = Array(text.utf8)
    var reader = TargetByteReader(bytes.indices, isQuery: isQuery)
    do throws(TargetFault) {
      var start = 0
      while let unit = try reader.next(in: bytes) {
        if let reason = reason(unit, bytes[start..<reader.position], isPlain) {
          return CodedTextFault(offset: start, reason: reason)
        }
        start = reader.position
      }
      return nil
    } catch {
      return CodedTextFault(offset: error.offset, reason: reason(error.code))
    }
  }

  /// Returns the fault of a byte or an escape, or `nil`.
  private static func reason(
    _ unit: TargetByteReader.Unit,
    _ bytes: ArraySlice<UInt8>,
    _ isPlain: (UInt8) -> Bool
  ) -> String? {
    guard unit.isEscaped else {
      return isPlain(unit.byte) ? nil : "a character that has to be percent-encoded"
    }
    // As it may stand in a query, which is not canonical then.
    if bytes.count == 1 { return reason(.badEscape) }
    if PercentCoding.isUnreserved(unit.byte) {
      return "an escape of a character that stands as itself"
    }
    var canonical: [UInt8] = []
    PercentCoding.appendEscaped(unit.byte, to: &canonical)
    return bytes.elementsEqual(canonical) ? nil : "an escape that is not in capitals"
  }

  private static func reason(_ code: RouteTargetError.Code) -> String {
    switch code {
    case .badEscape: "a percent sign without two hexadecimal digits after it"
    case .controlByte: "a control character"
    default: "bytes that are not UTF-8"
    }
  }

  /// Makes the decoding error that reports the fault.
  func error(in what: String, _ text: String, at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(
      .init(
        codingPath: path,
        debugDescription: "the \(what) holds \(reason) (byte \(offset)): \(text.excerpt)"
      )
    )
  }
}

/// Reads the value of a header field that has parameters, byte for byte.
struct FieldValueReader {
  /// The bytes that a backslash escapes within quotes.
  enum Escapes {
    /// Any, as RFC 9110 has it.
    case all
    /// A quote alone: browsers leave the backslashes of names of files as they are.
    case quotes
  }

  let bytes: [UInt8]
  private var place = 0

  init(_ value: some StringProtocol) { bytes = Array(value.utf8) }

  var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  mutating func skipBlanks() {
    while let byte = next, HeaderField.isBlank(byte) { place += 1 }
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  /// Takes a token, or nothing where there is none.
  mutating func token() -> String? {
    let start = place
    while let byte = next, byte.isTokenByte { place += 1 }
    return start == place ? nil : String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// Takes a token or a text within quotes, or nothing where there is neither.
  mutating func value(_ escapes: Escapes = .all) -> String? {
    guard take("\"") else { return token() }
    var text: [UInt8] = []
    var hasEscaped = false
    while let byte = next, !HeaderField.isControl(byte) {
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\") where isEscape(escapes, hasEscaped):
        guard let escaped = next, !HeaderField.isControl(escaped) else { return nil }
        place += 1
        text.append(escaped)
        hasEscaped = true
      default: text.append(byte)
      }
    }
    return nil
  }

  /// Whether a backslash that was taken in a text within quotes escapes what follows, where others
  /// have done so before or have not.
  private func isEscape(_ escapes: Escapes, _ hasEscaped: Bool) -> Bool {
    guard escapes == .quotes else { return true }
    guard next == UInt8(ascii: "\"") else { return false }
    // Browsers write a name that ends in a backslash as `"a\"`. If nothing follows, and no quote
    // has been escaped before, this one can be the end alone.
    return hasEscaped || !bytes[(place + 1)...].allSatisfy(HeaderField.isBlank)
  }

  /// Takes all parameters up to the end, each behind a semicolon, by their names in lower case.
  /// - Returns: the parameters, or `nil` where one is malformed or stands there twice.
  mutating func parameters(_ escapes: Escapes = .all) -> [String: String]? {
    var parameters: [String: String] = [:]
    while true {
      skipBlanks()
      if next == nil { return parameters }
      guard take(";") else { return nil }
      skipBlanks()
      if next == nil || next == UInt8(ascii: ";") { continue }
      guard let name = token()?.lowercased(), take("="), let value = value(escapes),
        parameters.updateValue(value, forKey: name) == nil
      else { return nil }
    }
  }
}

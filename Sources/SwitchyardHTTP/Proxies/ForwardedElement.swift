import RoutePatterns

/// An element of the field `Forwarded`, which a proxy has added.
struct ForwardedElement: Equatable, Sendable {
  /// The parameters by their names in lower case, as RFC 7239 defines `for`, `by`, `host`, `proto`.
  private(set) var parameters: [String: String] = [:]

  /// Reads all elements of a field, or returns `nil` if a part of it is malformed.
  ///
  /// It is read from its beginning, as a comma within quotes ends no element.
  static func list(parsing value: String) -> [ForwardedElement]? {
    var reader = ForwardedReader(bytes: Array(value.utf8))
    return reader.elements()
  }

  /// Adds a parameter; returns whether there was none of its name.
  fileprivate mutating func add(_ name: String, _ value: String) -> Bool {
    parameters.updateValue(value, forKey: name) == nil
  }
}

/// Reads the value of a field `Forwarded`, byte for byte.
private struct ForwardedReader {
  let bytes: [UInt8]
  private var place = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  mutating func elements() -> [ForwardedElement]? {
    var elements = [ForwardedElement()]
    while true {
      skipBlanks()
      // RFC 7239, 4: `[ forwarded-pair ] *( ";" [ forwarded-pair ] )`.
      if let byte = next, byte != UInt8(ascii: ";"), byte != UInt8(ascii: ",") {
        guard let name = token()?.lowercased(), take("="), let value = value(),
          elements[elements.count - 1].add(name, value)
        else { return nil }
        skipBlanks()
      }
      if take(";") { continue }
      // An element that says nothing may stand for a proxy that should have.
      guard elements.last?.parameters.isEmpty == false else { return nil }
      if next == nil { return elements }
      guard take(",") else { return nil }
      elements.append(ForwardedElement())
    }
  }

  private mutating func skipBlanks() {
    while let byte = next, HeaderField.isBlank(byte) { place += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func token() -> String? {
    let start = place
    while let byte = next, byte.isTokenByte { place += 1 }
    return start == place ? nil : String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func value() -> String? {
    guard take("\"") else { return token() }
    var text: [UInt8] = []
    while let byte = next, !HeaderField.isControl(byte) {
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let escaped = next, !HeaderField.isControl(escaped) else { return nil }
        place += 1
        text.append(escaped)
      default: text.append(byte)
      }
    }
    return nil
  }
}

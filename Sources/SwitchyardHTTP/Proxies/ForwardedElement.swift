/// An element of the field `Forwarded`, which a proxy has added.
struct ForwardedElement: Equatable, Sendable {
  /// The parameters by their names in lower case, as RFC 7239 defines `for`, `by`, `host`, `proto`.
  private(set) var parameters: [String: String] = [:]

  /// Reads all elements of a field, or returns `nil` if a part of it is malformed.
  ///
  /// It is read from its beginning, as a comma within quotes ends no element.
  static func list(parsing value: String) -> [ForwardedElement]? {
    var reader = FieldValueReader(value)
    return reader.elements()
  }

  /// Adds a parameter; returns whether there was none of its name.
  fileprivate mutating func add(_ name: String, _ value: String) -> Bool {
    parameters.updateValue(value, forKey: name) == nil
  }
}

extension FieldValueReader {
  /// Takes all elements of a field `Forwarded`.
  fileprivate mutating func elements() -> [ForwardedElement]? {
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
}

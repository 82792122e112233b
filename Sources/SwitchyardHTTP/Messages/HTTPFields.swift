import RoutePatterns

/// The header fields of a message, in their order.
///
///     request.fields[.accept]                      // the value; of several, all of them joined
///     request.fields[values: .cookie]              // one by one
///     response.fields[.cacheControl] = "no-store"
///     response.fields.append(.setCookie, "a=1")
///
/// Names are the same whatever the case of their letters, and may stand several times. No value
/// holds a line break.
public struct HTTPFields: Hashable, Sendable {
  private var fields: [HTTPField] = []

  /// No fields.
  public init() {}

  /// One field.
  init(_ field: HTTPField) { fields = [field] }

  /// The value of a name; of several, all of them joined with commas (cookies with semicolons).
  ///
  /// Setting it leaves one field of the name, in the place of the first; setting `nil` leaves none.
  public subscript(name: HTTPField.Name) -> String? {
    get {
      guard let first = fields.firstIndex(where: { $0.name == name }) else { return nil }
      var value = fields[first].value
      for field in fields[(first + 1)...] where field.name == name {
        value += (name == .cookie ? "; " : ", ") + field.value
      }
      return value
    }
    set { self[values: name] = newValue.map { [$0] } ?? [] }
  }

  /// The values of a name, one for each field.
  public subscript(values name: HTTPField.Name) -> [String] {
    get { fields.compactMap { $0.name == name ? $0.value : nil } }
    set {
      let place = fields.firstIndex { $0.name == name } ?? fields.endIndex
      fields.removeAll { $0.name == name }
      fields.insert(contentsOf: newValue.map { HTTPField(name: name, value: $0) }, at: place)
    }
  }

  /// Whether there is a field of the name.
  public func contains(_ name: HTTPField.Name) -> Bool { fields.contains { $0.name == name } }

  /// Adds a field behind the others.
  public mutating func append(_ name: HTTPField.Name, _ value: String) {
    fields.append(HTTPField(name: name, value: value))
  }

  /// Adds a field behind the others.
  public mutating func append(_ field: HTTPField) { fields.append(field) }

  /// Adds a received field, behind the others.
  /// - Returns: whether it was added; a field with an invalid name is left out.
  @discardableResult
  public mutating func append(parsing name: String, _ value: String) -> Bool {
    guard let name = HTTPField.Name(parsing: name) else { return false }
    append(name, value)
    return true
  }

  /// Makes room for a number of fields.
  public mutating func reserveCapacity(_ count: Int) { fields.reserveCapacity(count) }
}

extension HTTPFields: RandomAccessCollection {
  /// The place of the first field.
  public var startIndex: Int { fields.startIndex }
  /// The place behind the last field.
  public var endIndex: Int { fields.endIndex }
  /// The field at a place.
  public subscript(position: Int) -> HTTPField { fields[position] }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
  /// Makes fields of names and values, in this order; a name may stand several times.
  public init(dictionaryLiteral elements: (HTTPField.Name, String)...) {
    fields = elements.map { HTTPField(name: $0, value: $1) }
  }
}

extension HTTPFields {
  /// Returns the elements of a list that the fields of a name hold, without white space around
  /// them.
  func elements(of name: HTTPField.Name) -> [String] {
    self[values: name].flatMap { $0.split(at: UInt8(ascii: ",")) }.map(\.trimmed).filter {
      !$0.isEmpty
    }
  }

  /// Adds a name to the list of fields that a response varies by.
  mutating func vary(by name: HTTPField.Name) {
    let names = elements(of: .vary)
    if names.contains("*") || names.contains(where: { $0.isCaselesslyEqual(to: name.text) }) {
      return
    }
    self[.vary] = (names + [name.text]).joined(separator: ", ")
  }
}

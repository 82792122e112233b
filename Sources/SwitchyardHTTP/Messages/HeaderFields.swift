/// The header fields of a message, in their order.
///
///     request.fields[.accept]                      // the value; of several, all of them joined
///     request.fields[values: .cookie]              // one by one
///     response.fields[.cacheControl] = "no-store"
///     response.fields.append(.setCookie, value: "a=1")
///
/// Names are the same whatever the case of their letters, and may stand several times. No value
/// holds a line break.
public struct HeaderFields: Sendable {
  private enum Storage: Sendable {
    case list([HeaderField])
    /// As they came in, until one is changed.
    case block(FieldBlock)
  }

  private var storage: Storage

  private init(list: [HeaderField]) { storage = .list(list) }

  /// No fields.
  public init() { self.init(list: []) }

  /// One field.
  init(_ field: HeaderField) { self.init(list: [field]) }

  /// Fields as they came in.
  /// - Parameters:
  ///   - bytes: the head, or a part of it.
  ///   - places: the fields, whose names are known to be names.
  package init(of bytes: [UInt8], at places: [FieldPlace]) {
    storage = .block(FieldBlock(bytes, places))
  }

  /// The value of a name; of several, all of them joined with commas (cookies with semicolons).
  ///
  /// Setting it leaves one field of the name, in the place of the first; setting `nil` leaves none.
  public subscript(name: HeaderField.Name) -> String? {
    get {
      let places = indices.lazy.filter { hasName(name, at: $0) }
      guard let first = places.first else { return nil }
      return places.dropFirst().reduce(into: self[first].value) { value, place in
        value += (name == .cookie ? "; " : ", ") + self[place].value
      }
    }
    set { self[values: name] = newValue.map { [$0] } ?? [] }
  }

  /// The values of a name, one for each field.
  public subscript(values name: HeaderField.Name) -> [String] {
    get { indices.compactMap { hasName(name, at: $0) ? self[$0].value : nil } }
    set {
      change { fields in
        let place = fields.firstIndex { $0.name == name } ?? fields.endIndex
        fields.removeAll { $0.name == name }
        fields.insert(contentsOf: newValue.map { HeaderField(name: name, value: $0) }, at: place)
      }
    }
  }

  /// The bytes of the values of a name, one value for each field, such as a signature is made of.
  ///
  /// A text has a replacement character for what is not UTF-8.
  public subscript(bytes name: HeaderField.Name) -> [[UInt8]] {
    indices.compactMap { index in
      guard hasName(name, at: index) else { return nil }
      guard case .block(let block) = storage else { return Array(self[index].value.utf8) }
      return block.value(index).reversed().drop(while: HeaderField.isBlank).reversed()
    }
  }

  /// Whether there is a field of the name.
  public func contains(_ name: HeaderField.Name) -> Bool {
    indices.contains { hasName(name, at: $0) }
  }

  /// Adds a field behind the others.
  public mutating func append(_ name: HeaderField.Name, value: String) {
    append(HeaderField(name: name, value: value))
  }

  /// Adds a field behind the others.
  public mutating func append(_ field: HeaderField) { change { $0.append(field) } }

  /// Adds a received field, behind the others.
  /// - Returns: whether it was added; a field with an invalid name is left out.
  @discardableResult
  public mutating func append(parsing name: String, value: String) -> Bool {
    guard let name = HeaderField.Name(parsing: name) else { return false }
    append(name, value: value)
    return true
  }

  /// Makes room for a number of fields.
  public mutating func reserveCapacity(_ count: Int) { change { $0.reserveCapacity(count) } }

  private mutating func change(_ body: (inout [HeaderField]) -> Void) {
    var list =
      switch storage {
      case .list(let list): list
      case .block: Array(self)
      }
    // The list has one holder, or to change it would copy it.
    storage = .list([])
    body(&list)
    storage = .list(list)
  }
}

extension HeaderFields {
  /// Whether the field at a place has a name.
  func hasName(_ name: HeaderField.Name, at index: Int) -> Bool {
    switch storage {
    case .list(let list): list[index].name == name
    case .block(let block): block.hasName(name, at: index)
    }
  }

  /// The bytes of the name of the field at a place.
  func nameLength(at index: Int) -> Int {
    switch storage {
    case .list(let list): list[index].name.text.utf8.count
    case .block(let block): block.nameLength(index)
    }
  }

  /// The bytes of name and value of the field at a place.
  func size(at index: Int) -> Int {
    switch storage {
    case .list(let list): list[index].name.text.utf8.count + list[index].value.utf8.count
    case .block(let block): block.size(index)
    }
  }

  /// The value of the field at a place as it came in, with the white space behind it.
  func rawValue(at index: Int) -> String {
    switch storage {
    case .list(let list): list[index].value
    case .block(let block): String(decoding: block.value(index), as: UTF8.self)
    }
  }
}

extension HeaderFields: Hashable {
  /// Whether two messages have the same fields in the same order.
  public static func == (one: HeaderFields, other: HeaderFields) -> Bool {
    one.elementsEqual(other)
  }

  /// Hashes the fields in their order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for field in self { hasher.combine(field) }
  }
}

extension HeaderFields: RandomAccessCollection {
  /// The place of the first field.
  public var startIndex: Int { 0 }
  /// The place behind the last field.
  public var endIndex: Int {
    switch storage {
    case .list(let list): list.count
    case .block(let block): block.count
    }
  }
  /// The field at a place.
  public subscript(position: Int) -> HeaderField {
    switch storage {
    case .list(let list): list[position]
    case .block(let block): block[position]
    }
  }
}

extension HeaderFields: CustomStringConvertible {
  /// The fields as they stand in a message, a line for each, with the secrets that they hold.
  public var description: String { map(\.description).joined(separator: "\n") }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
  /// Makes fields of names and values, in this order; a name may stand several times.
  public init(dictionaryLiteral elements: (HeaderField.Name, String)...) {
    self.init(list: elements.map { HeaderField(name: $0, value: $1) })
  }
}

extension HeaderFields {
  /// Returns the elements of a list that the fields of a name hold, without white space around
  /// them.
  package func elements(of name: HeaderField.Name) -> [String] {
    self[values: name].flatMap(\.listElements)
  }

  /// Adds a name to the list of fields that a response varies by.
  package mutating func vary(by name: HeaderField.Name) {
    let names = elements(of: .vary)
    if names.contains("*") || names.contains(where: { $0.isCaselesslyEqual(to: name.text) }) {
      return
    }
    self[.vary] = (names + [name.text]).joined(separator: ", ")
  }
}

extension String {
  /// The elements of a list that the value of a field holds, without white space around them.
  var listElements: [String] {
    split(at: UInt8(ascii: ",")).map(\.trimmed).filter { !$0.isEmpty }
  }
}

/// A value of JSON, as documents that are read or written hold it.
package enum JSONValue: Hashable, Sendable {
  case null
  case truth(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue {
  /// The most values that may stand within one another.
  private static let depthLimit = 64

  /// Whether a text of JSON has no more values within one another than can be read without harm.
  package static func isShallow(_ text: some Sequence<UInt8>) -> Bool {
    var depth = 0
    var isInText = false
    var isEscaped = false
    for byte in text {
      if isEscaped {
        isEscaped = false
        continue
      }
      switch byte {
      case UInt8(ascii: "\\"): isEscaped = isInText
      case UInt8(ascii: "\""): isInText.toggle()
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += isInText ? 0 : 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= isInText ? 0 : 1
      default: break
      }
      if depth > depthLimit { return false }
    }
    return true
  }
}

extension JSONValue: Codable {
  /// Reads any value.
  package init(from decoder: any Decoder) throws {
    if let values = try? decoder.container(keyedBy: AnyKey.self) {
      var object: [String: JSONValue] = [:]
      for key in values.allKeys {
        object[key.stringValue] = try values.decode(JSONValue.self, forKey: key)
      }
      self = .object(object)
      return
    }
    if var values = try? decoder.unkeyedContainer() {
      var array: [JSONValue] = []
      while !values.isAtEnd { array.append(try values.decode(JSONValue.self)) }
      self = .array(array)
      return
    }
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if value.decodeNil() {
      self = .null
    } else if let truth = try? value.decode(Bool.self) {
      self = .truth(truth)
    } else if let number = try? value.decode(Int.self) {
      self = .integer(number)
    } else {
      // A number that no computer holds is none that a document could mean.
      self = (try? value.decode(Double.self)).map { .number($0) } ?? .null
    }
  }

  /// Writes the value.
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let object):
      var container = encoder.container(keyedBy: AnyKey.self)
      for (key, value) in object {
        try container.encode(value, forKey: AnyKey(stringValue: key))
      }
    case .array(let array):
      var container = encoder.unkeyedContainer()
      for value in array { try container.encode(value) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .truth(let truth): try encode(truth, encoder)
    case .integer(let number): try encode(number, encoder)
    case .number(let number): try encode(number, encoder)
    case .text(let text): try encode(text, encoder)
    }
  }

  private func encode(_ value: some Encodable, _ encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension JSONValue {
  /// The value of a key of an object.
  package subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// The text, if it is one.
  package var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The whole number, if it is one.
  package var integer: Int? { if case .integer(let number) = self { number } else { nil } }
  /// The elements, if it is an array.
  package var elements: [JSONValue]? {
    if case .array(let array) = self { array } else { nil }
  }
  /// The members, if it is an object.
  package var members: [String: JSONValue]? {
    if case .object(let object) = self { object } else { nil }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes a text.
  package init(stringLiteral value: String) { self = .text(value) }
  /// Makes a truth value.
  package init(booleanLiteral value: Bool) { self = .truth(value) }
  /// Makes a whole number.
  package init(integerLiteral value: Int) { self = .integer(value) }
  /// Makes an array.
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Makes an object; of a key that is there twice the later value counts.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}

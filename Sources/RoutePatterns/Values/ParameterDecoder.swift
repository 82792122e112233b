/// The decoder of names with their values: a type has a property for each name.
struct ParameterDecoder: Decoder {
  /// The values of each name, in their order.
  private let values: [BytewiseText: [String]]
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  /// Tells the part of the request that the values of a name come from.
  private let source: (String) -> ParameterSource

  init(_ items: [(String, String)], in source: @escaping (String) -> ParameterSource) {
    self.source = source
    var values: [BytewiseText: [String]] = [:]
    // Not by joining arrays: one name may have all of the values.
    for (name, value) in items { values[BytewiseText(name), default: []].append(value) }
    self.values = values
  }

  /// Decodes a type.
  /// - Throws: `ParameterError`, or an error of the type's own.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    do {
      return try Value(from: self)
    } catch let error as DecodingError {
      throw located(ParameterError(error))
    } catch let error as ParameterError {
      throw located(error)
    }
  }

  private func located(_ error: ParameterError) -> ParameterError {
    error.name.map { error.of(source($0)) } ?? error
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(NamedValues(values: values))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw ParameterError(.unsupported, nil)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw ParameterError(.unsupported, nil)
  }
}

// Each generic method stands for those of all types, as one that is more general may; but of an
// optional number or Bool the standard library asks `decodeNil` first.

/// The values of all names.
private struct NamedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let values: [BytewiseText: [String]]
  let codingPath: [any CodingKey] = []

  var allKeys: [Key] { values.keys.compactMap { Key(stringValue: $0.text) } }

  private func texts(of key: Key) -> [String]? { values[BytewiseText(key.stringValue)] }

  func contains(_ key: Key) -> Bool { texts(of: key) != nil }

  /// Whether all values are empty, as those of a form's fields that were left so: of an optional
  /// number that is none.
  func decodeNil(forKey key: Key) -> Bool { texts(of: key)?.allSatisfy(\.isEmpty) ?? true }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try ValueDecoder(key: key, texts: texts(of: key) ?? []).decode(type)
  }

  /// Returns the first text of a name, also an empty one.
  func decodeIfPresent(_ type: String.Type, forKey key: Key) -> String? {
    texts(of: key)?.first
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard contains(key) else { return nil }
    do {
      return try decode(type, forKey: key)
    } catch let error where decodeNil(forKey: key) && error.isOfValue {
      return nil
    }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    throw ParameterError(.unsupported, key.stringValue)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw ParameterError(.unsupported, key.stringValue)
  }

  func superDecoder() throws -> any Decoder { throw ParameterError(.unsupported, nil) }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    throw ParameterError(.unsupported, key.stringValue)
  }
}

/// The values of one name; as one value the first of them.
private struct ValueDecoder: Decoder, SingleValueDecodingContainer {
  let key: any CodingKey
  let texts: [String]
  /// Whether it is one of several already.
  var isElement = false
  let userInfo: [CodingUserInfoKey: Any] = [:]

  var codingPath: [any CodingKey] { [key] }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // Only those that are made of several values are made of none.
    guard ParameterText.Kind(type) != nil else { return try composed(type) }
    guard let text = texts.first else { throw ParameterError(.missing, key.stringValue) }
    guard let value = ParameterText(text).scalar(type) else {
      throw ParameterError(.unreadable, key.stringValue, expected: ParameterText.words(for: type))
    }
    return value
  }

  /// Decodes a type that is made of another one, such as an enumeration.
  private func composed<Value: Decodable>(_ type: Value.Type) throws -> Value {
    do {
      return try Value(from: self)
    } catch let error as DecodingError {
      guard case .dataCorrupted = error, let words = ParameterText.words(for: type) else {
        throw error
      }
      throw ParameterError(.unreadable, key.stringValue, expected: words)
    }
  }

  func decodeNil() -> Bool { false }

  func container<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    throw ParameterError(.unsupported, key.stringValue)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard !isElement else { throw ParameterError(.unsupported, key.stringValue) }
    return ValueList(key: key, texts: texts)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

/// All values of one name, one after another.
private struct ValueList: UnkeyedDecodingContainer {
  let key: any CodingKey
  let texts: [String]
  var currentIndex = 0

  var codingPath: [any CodingKey] { [key] }
  var count: Int? { texts.count }
  var isAtEnd: Bool { currentIndex == texts.count }

  func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try ValueDecoder(key: key, texts: [try text()], isElement: true).decode(type)
    currentIndex += 1
    return value
  }

  private func text() throws(ParameterError) -> String {
    guard !isAtEnd else { throw ParameterError(.missing, key.stringValue) }
    return texts[currentIndex]
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    throw ParameterError(.unsupported, key.stringValue)
  }

  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw ParameterError(.unsupported, key.stringValue)
  }

  func superDecoder() throws -> any Decoder { throw ParameterError(.unsupported, key.stringValue) }
}

extension Error {
  /// Whether it says that a value is none of a type, and not that no value could be.
  fileprivate var isOfValue: Bool {
    switch self {
    case is DecodingError: true
    case let error as ParameterError: error.code == .unreadable
    default: false
    }
  }
}

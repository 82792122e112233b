#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Parameters {
  /// Returns the value of a parameter of the path, converted.
  ///
  ///     let id = try parameters.require("id", as: Int.self)
  ///
  /// The pattern has to have the name, or a proxy to have given it: one that is misspelt is found
  /// at the first call, whatever a client sends. A value that has to be in the query is read by
  /// `query.require`.
  /// - Throws: `ParameterError` for a name that the pattern does not have, a parameter that took no
  ///   part in the match, and a value that cannot be converted.
  public func require<Value: LosslessStringConvertible>(
    _ name: String,
    as type: Value.Type = String.self
  ) throws(ParameterError) -> Value {
    let text = try path.required(name)
    return try text.required(of: name, in: .path, type) { $0.value(as: type) }
  }

  /// Returns the value of a parameter of the path as a case of an enumeration.
  /// - Throws: `ParameterError` as for other types.
  public func require<Value: RawRepresentable<String>>(
    _ name: String,
    as type: Value.Type
  ) throws(ParameterError) -> Value {
    let text = try path.required(name)
    return try text.required(of: name, in: .path, type) { Value(rawValue: $0.text) }
  }

  /// Returns the value of a parameter of the path as a case that has a description of its own.
  /// - Throws: `ParameterError` as for other types.
  public func require<Value: RawRepresentable<String> & LosslessStringConvertible>(
    _ name: String,
    as type: Value.Type
  ) throws(ParameterError) -> Value {
    let text = try path.required(name)
    return try text.required(of: name, in: .path, type) { Value(rawValue: $0.text) }
  }

  /// Returns the value of a parameter of the path as a UUID.
  /// - Throws: `ParameterError` as for other types.
  public func require(_ name: String, as type: UUID.Type) throws(ParameterError) -> UUID {
    let text = try path.required(name)
    return try text.required(of: name, in: .path, type) { UUID(uuidString: $0.text) }
  }
}

extension QueryParameters {
  /// Returns the first value of a name, converted.
  ///
  ///     let page = try query.require("page", as: Int.self)
  ///
  /// - Throws: `ParameterError` for a value that is missing or cannot be converted.
  public func require<Value: LosslessStringConvertible>(
    _ name: String,
    as type: Value.Type = String.self
  ) throws(ParameterError) -> Value {
    let text = try required(name)
    return try text.required(of: name, in: source, type) { $0.value(as: type) }
  }

  /// Returns the first value of a name as a case of an enumeration.
  /// - Throws: `ParameterError` for a value that is missing or of no case.
  public func require<Value: RawRepresentable<String>>(
    _ name: String,
    as type: Value.Type
  ) throws(ParameterError) -> Value {
    let text = try required(name)
    return try text.required(of: name, in: source, type) { Value(rawValue: $0.text) }
  }

  /// Returns the first value of a name as a case that has a description of its own.
  /// - Throws: `ParameterError` for a value that is missing or of no case.
  public func require<Value: RawRepresentable<String> & LosslessStringConvertible>(
    _ name: String,
    as type: Value.Type
  ) throws(ParameterError) -> Value {
    let text = try required(name)
    return try text.required(of: name, in: source, type) { Value(rawValue: $0.text) }
  }

  /// Returns the first value of a name as a UUID.
  /// - Throws: `ParameterError` for a value that is missing or none.
  public func require(_ name: String, as type: UUID.Type) throws(ParameterError) -> UUID {
    let text = try required(name)
    return try text.required(of: name, in: source, type) { UUID(uuidString: $0.text) }
  }

  private func required(_ name: String) throws(ParameterError) -> ParameterText {
    guard let text = self[name] else { throw ParameterError(.missing, name, in: source) }
    return ParameterText(text)
  }
}

extension PathParameters {
  fileprivate func required(_ name: String) throws(ParameterError) -> ParameterText {
    guard let value = value(of: name) else {
      if let pattern, !pattern.names.contains(where: { $0.hasSameBytes(as: name) }) {
        throw ParameterError(unknown: name, in: pattern.text, with: pattern.names)
      }
      throw ParameterError(.missing, name, in: .path)
    }
    guard let text = value.text else { throw ParameterError(.unreadable, name, in: .path) }
    return ParameterText(text)
  }
}

extension ParameterText {
  /// Returns the value that a text is converted to.
  fileprivate func required<Value>(
    of name: String,
    in source: ParameterSource,
    _ type: Value.Type,
    _ convert: (ParameterText) -> Value?
  ) throws(ParameterError) -> Value {
    guard let value = convert(self) else {
      throw ParameterError(.unreadable, name, expected: Self.words(for: type), in: source)
    }
    return value
  }
}

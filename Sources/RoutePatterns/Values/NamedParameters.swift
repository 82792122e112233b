#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Parameters that are read by name, and converted.
public protocol NamedParameters {
  /// The decoded text of a name, or `nil` when it is missing.
  subscript(name: String) -> String? { get }
}

extension NamedParameters {
  /// The value of a name, converted, or `nil` when it is missing or cannot be converted.
  ///
  ///     let page = request.query["page", as: Int.self] ?? 1
  ///
  /// A number that is not finite is none. `require` and `decode` tell a client of what it has sent
  /// wrong instead.
  public subscript<Value: LosslessStringConvertible>(
    name: String, as type: Value.Type
  ) -> Value? {
    self[name].flatMap { ParameterText($0).value(as: type) }
  }

  /// The value of a name as a case of an enumeration, or `nil` when it is missing or matches no
  /// case.
  public subscript<Value: RawRepresentable<String>>(
    name: String, as type: Value.Type
  ) -> Value? {
    self[name].flatMap { Value(rawValue: $0) }
  }

  /// The value of a name as a case of an enumeration that has a description of its own, likewise.
  public subscript<Value: RawRepresentable<String> & LosslessStringConvertible>(
    name: String, as type: Value.Type
  ) -> Value? {
    self[name].flatMap { Value(rawValue: $0) }
  }

  /// The value of a name, which is text already.
  public subscript(name: String, as type: String.Type) -> String? { self[name] }

  /// The value of a name as a UUID, or `nil` when it is missing or not a UUID.
  public subscript(name: String, as type: UUID.Type) -> UUID? {
    self[name].flatMap { UUID(uuidString: $0) }
  }
}

extension Parameters: NamedParameters {}
extension PathParameters: NamedParameters {}
extension QueryParameters: NamedParameters {}

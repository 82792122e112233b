#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension QueryParameters {
  /// The first value of a name, converted, or `nil` when it is missing or cannot be converted.
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

  /// The first value of a name as a case of an enumeration, or `nil` when it is missing or matches
  /// no case.
  public subscript<Value: RawRepresentable<String>>(
    name: String, as type: Value.Type
  ) -> Value? {
    self[name].flatMap { Value(rawValue: $0) }
  }

  /// The first value of a name, which is text already.
  public subscript(name: String, as type: String.Type) -> String? { self[name] }

  /// The first value of a name as a UUID, or `nil` when it is missing or not a UUID.
  public subscript(name: String, as type: UUID.Type) -> UUID? {
    self[name].flatMap { UUID(uuidString: $0) }
  }
}

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Parameters {
  /// The value of a name as a UUID, or `nil` when it is missing or not a UUID.
  public subscript(name: String, as type: UUID.Type) -> UUID? {
    self[name].flatMap { UUID(uuidString: $0) }
  }
}

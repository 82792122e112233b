#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Identifies a registered route; pass it to `dispose(of:)`.
public struct RouteID: Hashable, Sendable {
  /// The identifier itself, which no other route has.
  public let uuid: UUID

  /// Makes an identifier from one that was kept, as in a listing.
  public init(_ uuid: UUID) { self.uuid = uuid }

  /// Makes a new one.
  init() { uuid = RandomIdentifiers.next() }
}

extension RouteID: Codable {
  /// Reads the identifier from its text.
  public init(from decoder: any Decoder) throws {
    uuid = try UUID(from: decoder)
  }

  /// Writes the identifier as its text.
  public func encode(to encoder: any Encoder) throws {
    try uuid.encode(to: encoder)
  }
}

extension RouteID: CustomStringConvertible {
  /// The identifier's text.
  public var description: String { uuid.uuidString }
}

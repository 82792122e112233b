#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The state of one session, as a store holds it.
public struct SessionRecord: Hashable, Sendable {
  /// The state, which means nothing to the store.
  public var bytes: [UInt8]
  /// The version, which a write has to name.
  public var version: SessionVersion
  /// The time from which the session is gone.
  public var expiry: Date

  /// Makes a record.
  public init(bytes: [UInt8], version: SessionVersion, expiry: Date) {
    self.bytes = bytes
    self.version = version
    self.expiry = expiry
  }
}

/// The number of a write: no two writes of a store have the same, and later ones of a session have
/// a greater one.
public struct SessionVersion: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number.
  public let rawValue: Int64

  /// Makes a version of its number.
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// Whether one write was before another.
  public static func < (one: SessionVersion, other: SessionVersion) -> Bool {
    one.rawValue < other.rawValue
  }
}

/// The end of a write.
public enum SessionWrite: Hashable, Sendable {
  /// The state is stored, under this version.
  case stored(SessionVersion)
  /// Nothing is changed: another write was quicker. The record is that of now, `nil` if there is
  /// none.
  case conflict(current: SessionRecord?)
}

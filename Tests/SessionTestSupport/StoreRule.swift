package import Foundation
package import SessionStore
import Testing

/// A rule that every store keeps; each is tried on an empty one.
package struct StoreRule: Sendable, CustomStringConvertible {
  package let description: String
  private let body: @Sendable (any VersionedSessionStore, TurnedTime) async throws -> Void

  init(
    _ description: String,
    _ body: @escaping @Sendable (any VersionedSessionStore, TurnedTime) async throws -> Void
  ) {
    self.description = description
    self.body = body
  }

  package func check(_ store: any VersionedSessionStore, _ time: TurnedTime) async throws {
    try await body(store, time)
  }

  package static let all = versions + expiries + hints
}

extension VersionedSessionStore {
  /// Writes what has to be written.
  package func write(
    _ text: String,
    at key: SessionKey,
    expecting version: SessionVersion? = nil,
    expiry: Date
  ) async throws -> SessionVersion {
    let write = try await store(Array(text.utf8), at: key, expecting: version, expiry: expiry)
    guard case .stored(let version) = write else { throw Unexpected(write: write) }
    return version
  }

  /// Renews what has to be renewed, and is found under its new key alone.
  func renew(
    _ key: SessionKey,
    as newKey: SessionKey,
    _ text: String,
    expecting version: SessionVersion,
    expiry: Date
  ) async throws -> SessionVersion {
    let write = try await renew(
      key,
      as: newKey,
      Array(text.utf8),
      expecting: version,
      expiry: expiry
    )
    let renewed = try #require(try await load(newKey))
    #expect(write == .stored(renewed.version))
    #expect(try await load(key) == nil)
    #expect(try await self.text(newKey) == text)
    return renewed.version
  }

  /// The text of a session.
  package func text(_ key: SessionKey) async throws -> String? {
    try await load(key).map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}

struct Unexpected: Error {
  let write: SessionWrite
}

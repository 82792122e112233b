#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A store of sessions, each of which has a version that every write has to name.
///
/// There is no write that the last one wins: one that names another version than the present one
/// changes nothing, and learns what is there now. An expired session is gone for every method, from
/// the moment on that it says.
///
/// A failure is a ``SessionStoreError``, after which nothing is lost, and a later call finds the
/// store anew.
public protocol VersionedSessionStore: Sendable {
  /// Returns the record of a session, or `nil` if there is none.
  func load(_ key: SessionKey) async throws(SessionStoreError) -> SessionRecord?

  /// Writes a state, if the session is at the version that is expected.
  ///
  /// - Parameters:
  ///   - bytes: the state.
  ///   - key: the session.
  ///   - version: the version that it is to have; `nil` if there is to be none.
  ///   - expiry: the time from which it is gone.
  /// - Returns: the new version, or the record that was there instead.
  /// - Throws: `SessionStoreError`; nothing is changed, unless a connection broke meanwhile.
  func store(
    _ bytes: [UInt8],
    at key: SessionKey,
    expecting version: SessionVersion?,
    expiry: Date
  ) async throws(SessionStoreError) -> SessionWrite

  /// Writes a state under another key, if the session is at the version that is expected; the old
  /// key is gone with the same step.
  ///
  /// So a session is renewed at sign-in, and no request gets between. A session that there is under
  /// the new key is a conflict as well: nothing is changed, and the record that is returned is the
  /// one under the old key.
  func renew(
    _ key: SessionKey,
    as newKey: SessionKey,
    _ bytes: [UInt8],
    expecting version: SessionVersion,
    expiry: Date
  ) async throws(SessionStoreError) -> SessionWrite

  /// Lets a session last longer, without another version; an earlier expiry changes nothing.
  func touch(_ key: SessionKey, expiry: Date) async throws(SessionStoreError)

  /// Removes a session, at whatever version it is.
  func remove(_ key: SessionKey) async throws(SessionStoreError)

  /// Returns the sessions that change from now on, by writes of this process and of others.
  func changes() async -> AsyncStream<SessionChange>

  /// Waits until those who read changes are told of what was written before, if that can be.
  ///
  /// A program asks this that ends behind a write; a store that tells as it writes needs none of
  /// its own.
  func finishTelling() async
}

extension VersionedSessionStore {
  /// Returns at once, as those who read changes are told when something is written.
  public func finishTelling() async {}
}

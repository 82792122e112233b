#if PostgreSQL
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif
  internal import PostgresConnections
  public import SessionStore

  extension PostgresSessionStore {
    /// Returns the record of a session, or `nil` if there is none.
    public func load(_ key: SessionKey) async throws(SessionStoreError) -> SessionRecord? {
      let values: [PostgresValue] = [.bytes(key.bytes), .integer(now().milliseconds)]
      return try await run(SessionStatements.load, values).first.map { record($0) }
    }

    /// Writes a state, if the session is at the version that is expected.
    public func store(
      _ bytes: [UInt8],
      at key: SessionKey,
      expecting version: SessionVersion?,
      expiry: Date
    ) async throws(SessionStoreError) -> SessionWrite {
      if let version {
        return try await renew(key, as: key, bytes, expecting: version, expiry: expiry)
      }
      let rows = try await run(
        SessionStatements.insert,
        [
          .bytes(key.bytes), .integer(expiry.milliseconds), .bytes(bytes),
          .integer(now().milliseconds),
        ]
      )
      return try await write(rows, key, key)
    }

    /// Writes a state under another key, if the session is at the version that is expected.
    public func renew(
      _ key: SessionKey,
      as newKey: SessionKey,
      _ bytes: [UInt8],
      expecting version: SessionVersion,
      expiry: Date
    ) async throws(SessionStoreError) -> SessionWrite {
      let values: [PostgresValue] = [
        .bytes(key.bytes), .integer(expiry.milliseconds), .bytes(bytes),
        .integer(now().milliseconds), .integer(version.rawValue), .bytes(newKey.bytes),
      ]
      var rows = try await run(SessionStatements.update, values)
      if rows.isEmpty, newKey != key {
        // The row of a session that has expired may be what has the new key, until it is swept.
        let gone: [PostgresValue] = [.bytes(newKey.bytes), .integer(now().milliseconds)]
        if try await !run(SessionStatements.clear, gone).isEmpty {
          rows = try await run(SessionStatements.update, values)
        }
      }
      return try await write(rows, key, newKey)
    }

    /// Lets a session last longer.
    public func touch(_ key: SessionKey, expiry: Date) async throws(SessionStoreError) {
      let values: [PostgresValue] = [
        .bytes(key.bytes), .integer(expiry.milliseconds), .integer(now().milliseconds),
      ]
      _ = try await run(SessionStatements.touch, values)
    }

    /// Removes a session.
    public func remove(_ key: SessionKey) async throws(SessionStoreError) {
      let rows = try await run(SessionStatements.remove, [.bytes(key.bytes)])
      if !rows.isEmpty { hints.give(key) }
    }

    /// Returns the sessions that change from now on, by writes of any server.
    public func changes() async -> AsyncStream<SessionChange> { await hints.changes() }

    /// Sends the hints that wait for others to go with them.
    public func finishTelling() async { await hints.finish() }

    private func write(
      _ rows: [PostgresRow],
      _ key: SessionKey,
      _ newKey: SessionKey
    ) async throws(SessionStoreError) -> SessionWrite {
      guard let row = rows.first else { return .conflict(current: try await load(key)) }
      hints.give(newKey)
      if newKey != key { hints.give(key) }
      return .stored(SessionVersion(rawValue: row.integer(0)))
    }

    private func record(_ row: PostgresRow) -> SessionRecord {
      SessionRecord(
        bytes: row.bytes(2),
        version: SessionVersion(rawValue: row.integer(0)),
        expiry: Date(milliseconds: row.integer(1))
      )
    }
  }
#endif

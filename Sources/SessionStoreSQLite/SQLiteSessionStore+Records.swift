#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import SessionStore

extension SQLiteSessionStore {
  /// Returns the record of a session, or `nil` if there is none.
  public func load(_ key: SessionKey) async throws(SessionStoreError) -> SessionRecord? {
    let time = now().milliseconds
    return try await perform { connection throws(SQLiteFailure) in
      try connection.run(SessionStatements.load, [.bytes(key.bytes), .integer(time)]) { row in
        SessionRecord(
          bytes: row.bytes(2),
          version: SessionVersion(rawValue: row.integer(0)),
          expiry: Date(milliseconds: row.integer(1))
        )
      }.first
    }
  }

  /// Writes a state, if the session is at the version that is expected.
  public func store(
    _ bytes: [UInt8],
    at key: SessionKey,
    expecting version: SessionVersion?,
    expiry: Date
  ) async throws(SessionStoreError) -> SessionWrite {
    guard let version else {
      return try await write(
        SessionStatements.insert,
        [.bytes(key.bytes), .integer(expiry.milliseconds), .bytes(bytes)],
        at: key
      )
    }
    return try await renew(key, as: key, bytes, expecting: version, expiry: expiry)
  }

  /// Writes a state under another key, if the session is at the version that is expected.
  public func renew(
    _ key: SessionKey,
    as newKey: SessionKey,
    _ bytes: [UInt8],
    expecting version: SessionVersion,
    expiry: Date
  ) async throws(SessionStoreError) -> SessionWrite {
    try await write(
      SessionStatements.update,
      [.bytes(key.bytes), .integer(expiry.milliseconds), .bytes(bytes)],
      [.integer(version.rawValue), .bytes(newKey.bytes)],
      at: key
    )
  }

  /// Lets a session last longer.
  public func touch(_ key: SessionKey, expiry: Date) async throws(SessionStoreError) {
    let values: [SQLiteValue] = [
      .bytes(key.bytes), .integer(expiry.milliseconds), .integer(now().milliseconds),
    ]
    try await perform { connection throws(SQLiteFailure) in
      try connection.run(SessionStatements.touch, values)
    }
  }

  /// Removes a session.
  public func remove(_ key: SessionKey) async throws(SessionStoreError) {
    let values: [SQLiteValue] = [.bytes(key.bytes), .integer(now().milliseconds)]
    try await perform { connection throws(SQLiteFailure) in
      try connection.run(SessionStatements.remove, values)
    }
    await tellChanges()
  }

  /// Writes a row, between whose values stands the time.
  private func write(
    _ text: String,
    _ values: [SQLiteValue],
    _ rest: [SQLiteValue] = [],
    at key: SessionKey
  ) async throws(SessionStoreError) -> SessionWrite {
    let values = values + [.integer(now().milliseconds)] + rest
    let versions = try await perform { connection throws(SQLiteFailure) in
      try connection.run(text, values) { $0.integer(0) }
    }
    guard let version = versions.first else { return .conflict(current: try await load(key)) }
    await tellChanges()
    return .stored(SessionVersion(rawValue: version))
  }
}

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import SessionStore

extension SQLiteSessionStore {
  /// Returns the record of a session, or `nil` if there is none.
  public func load(_ key: SessionKey) async throws(SessionStoreError) -> SessionRecord? {
    let time = now()
    return try await perform { connection throws(SQLiteFailure) in
      try self.load(key, at: time, over: connection)
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
    let time = now()
    let values: [SQLiteValue] = [
      .bytes(key.bytes), .integer(time.milliseconds), .integer(time.leastVersion),
    ]
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
    let time = now()
    let values = values + [.integer(time.milliseconds), .integer(time.leastVersion)] + rest
    let write = try await perform { connection throws(SQLiteFailure) in
      if let version = try connection.run(text, values, read: { $0.integer(0) }).first {
        return SessionWrite.stored(SessionVersion(rawValue: version))
      }
      return .conflict(current: try self.load(key, at: time, over: connection))
    }
    if case .stored = write { await tellChanges() }
    return write
  }

  private func load(
    _ key: SessionKey,
    at time: Date,
    over connection: SQLiteConnection
  ) throws(SQLiteFailure) -> SessionRecord? {
    let values: [SQLiteValue] = [.bytes(key.bytes), .integer(time.milliseconds)]
    return try connection.run(SessionStatements.load, values) { row in
      SessionRecord(
        bytes: row.bytes(2),
        version: SessionVersion(rawValue: row.integer(0)),
        expiry: Date(milliseconds: row.integer(1))
      )
    }.first
  }
}

extension Date {
  /// The least version of a write now: the milliseconds since 2020, and 22 bits for more of one.
  ///
  /// A count alone would come again with other writes where somebody puts back a copy of the file,
  /// and a server that has read one of the first would take the other for it.
  fileprivate var leastVersion: Int64 {
    max(0, min(milliseconds - 1_577_836_800_000, 1 << 40)) << 22
  }
}

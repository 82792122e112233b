internal import SwitchyardLocks

/// The records that some sessions were last seen with, by the names that a store has for them.
///
/// A record may be behind that of the store, and tells nobody anything by itself. But no two writes
/// have the same version: a write that names the version of a record has won only if the store has
/// the bytes of it still.
final class RememberedSessions: Sendable {
  private let records: Locked<RecentRecords>

  /// - Parameters:
  ///   - limit: the most records; 0 for none.
  ///   - byteLimit: the most bytes of all states.
  init(limit: Int, byteLimit: Int) {
    records = Locked(RecentRecords(limit: limit, byteLimit: byteLimit))
  }

  /// Returns the record that a session was last seen with, if that is remembered and not doubted.
  func record(of key: SessionKey) -> SessionRecord? {
    // Here and below, what is let go is freed behind the lock.
    records.withLock { $0.use(key) }.record
  }

  /// Remembers a record that the store has had, unless a later one is.
  func remember(_ record: SessionRecord, of key: SessionKey) {
    _ = records.withLock { $0.add(record, of: key) }
  }

  /// Compares what is remembered with what the store has.
  ///
  /// A session that others change is doubted from then on, until the store has once what is
  /// remembered: two servers that take turns make no steps in vain.
  func compare(_ record: SessionRecord?, of key: SessionKey) {
    guard let record else { return forget(key) }
    records.withLock { records in
      guard let known = records[key] else { return }
      records.setDoubted(known.version != record.version, key)
    }
  }

  /// Forgets a session, which has ended or has another key.
  func forget(_ key: SessionKey) { _ = records.withLock { $0.remove(key) } }
}

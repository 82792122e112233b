internal import CSQLite3
internal import SessionStore

/// A call that the library has refused.
struct SQLiteFailure: Error {
  /// The extended result code.
  let code: Int32
  /// The words of the library.
  let reason: String

  /// Whether another connection has it locked: the same call may succeed in a moment.
  var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xFF) }

  /// The kind of error that it is for those who use the store.
  var storeCode: SessionStoreError.Code {
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_FULL: .full
    case SQLITE_READONLY: .readOnly
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: .damaged
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .unreachable
    // The statements are always the same: they fail where the tables are not as they should be.
    case SQLITE_ERROR, SQLITE_SCHEMA, SQLITE_MISMATCH: .otherSchema
    default: .failed
    }
  }
}

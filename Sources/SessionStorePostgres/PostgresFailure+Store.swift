#if PostgreSQL
  internal import PostgresConnections
  internal import SessionStore

  extension PostgresFailure {
    /// The kind of error that it is for those who use the store, by appendix A of the manual.
    var storeCode: SessionStoreError.Code {
      switch (state.prefix(2), state) {
      case (_, "57014"), (_, "53300"), (_, "40001"), (_, "40P01"), (_, "55P03"): .busy
      case ("", _), (_, Self.unreadableAddress), ("08", _), ("28", _), ("3D", _), ("57", _):
        .unreachable
      case ("53", _): .full
      case ("25", _): .readOnly
      case (_, "42501"): .unreachable
      case ("42", _), ("26", _), (_, "0A000"), (_, Self.otherSchema): .otherSchema
      case (_, "XX001"), (_, "XX002"): .damaged
      default: .failed
      }
    }
  }
#endif

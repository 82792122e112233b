#if PostgreSQL
  /// An event in the life of a connection.
  package enum PostgresEvent: Sendable {
    /// The connection is lost, and made anew.
    case lost(reason: String)
    /// No connection can be made, or none that is of use; the next try comes after a time.
    case unreachable(reason: String, next: Duration)
    /// A connection that was lost is there again.
    case connected
    /// Something was said on the channel that is listened to.
    case notified(String)
    /// Notifications may have been lost, with the connection.
    case missed
  }
#endif

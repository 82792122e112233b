#if PostgreSQL
  internal import PostgresConnections
  internal import SwitchyardLocks

  extension PostgresSessionStore {
    /// An event in the life of a connection.
    public enum Event: Hashable, Sendable, CustomStringConvertible {
      /// A connection is lost, and made anew.
      case lost(reason: String)
      /// No connection can be made, or none that is of use; the next try comes after a time.
      case unreachable(reason: String, next: Duration)
      /// A connection that was lost is there again.
      case connected

      init?(_ event: PostgresEvent) {
        switch event {
        case .lost(let reason): self = .lost(reason: reason)
        case .unreachable(let reason, let next): self = .unreachable(reason: reason, next: next)
        case .connected: self = .connected
        case .notified, .missed: return nil
        }
      }

      /// The event, in a line.
      public var description: String {
        switch self {
        case .lost(let reason): "A connection is lost (\(reason)), and is made anew."
        case .unreachable(let reason, let next):
          "No connection can be made (\(reason)); the next try is in "
            + "\(Int(next / .milliseconds(1))) ms."
        case .connected: "A connection is there again."
        }
      }

      static func print(_ text: String, of store: String) {
        ErrorStream.print("SessionStorePostgres: \(store): \(text)\n")
      }
    }
  }
#endif

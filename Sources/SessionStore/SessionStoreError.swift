/// An error of a store that cannot do now what it was asked for; nothing is changed.
public struct SessionStoreError: Error, Hashable, Sendable {
  /// The kinds of failure.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package enum Value: String, Hashable, Sendable {
      case unreachable, busy, full, readOnly, otherSchema, damaged, failed
    }

    package let value: Value

    private init(_ value: Value) { self.value = value }

    /// Makes the code with a name, or `nil` when there is none.
    public init?(rawValue: String) {
      guard let value = Value(rawValue: rawValue) else { return nil }
      self.value = value
    }

    /// The name of the code.
    public var rawValue: String { value.rawValue }

    /// The name of the code.
    public var description: String { rawValue }

    /// The store cannot be opened, or its server does not answer.
    public static let unreachable = Code(.unreachable)
    /// Others have kept it busy for longer than a request may wait.
    public static let busy = Code(.busy)
    /// There is no room left, on the disk or within the limit of the store.
    public static let full = Code(.full)
    /// It can be read, and not written.
    public static let readOnly = Code(.readOnly)
    /// Its tables are of another version of this library, or of another program.
    public static let otherSchema = Code(.otherSchema)
    /// Its file is damaged, or no database.
    public static let damaged = Code(.damaged)
    /// Anything else, of which the reason tells.
    public static let failed = Code(.failed)
  }

  /// The kind of failure.
  public let code: Code
  /// The store: its file, or its address without a password.
  public let store: String
  /// The words of the library or the system.
  public let reason: String

  /// Makes an error, for a store of your own.
  public init(_ code: Code, store: String, reason: String) {
    self.code = code
    self.store = store
    self.reason = reason
  }
}

extension SessionStoreError: CustomStringConvertible {
  /// The store, what is wrong with it, and a remedy.
  public var description: String { "The sessions in \(store) \(fault) (\(reason)). \(remedy)" }

  private var fault: String {
    switch code.value {
    case .unreachable: "cannot be reached"
    case .busy: "are kept busy by others"
    case .full: "have no room left"
    case .readOnly: "can only be read"
    case .otherSchema: "are of another version"
    case .damaged: "are damaged"
    case .failed: "cannot be read or written"
    }
  }

  private var remedy: String {
    switch code.value {
    case .unreachable: "Look whether it is there, and whether this program may open it."
    case .busy: "Look for a program that keeps it locked."
    case .full: "Make room on its disk, or raise its limit."
    case .readOnly:
      "Let this program write the file and its folder; of a server, name one that is not a standby."
    case .otherSchema: "Give it a store of its own, or run the version that has made it."
    case .damaged:
      "Move it away with its -wal and -shm, where it has these, and then move a copy to its place; "
        + "without one a new one is made."
    case .failed: "Later requests try again."
    }
  }
}

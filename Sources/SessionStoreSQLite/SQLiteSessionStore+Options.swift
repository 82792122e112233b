extension SQLiteSessionStore {
  /// The ways in which the file is written.
  public struct Options: Hashable, Sendable {
    /// The part of the last writes that is on the disk when they are acknowledged.
    public enum Synchronous: String, Hashable, Sendable {
      /// All survives the end of the process; a loss of power may cost the last writes, and damages
      /// nothing.
      case normal = "NORMAL"
      /// All survives a loss of power. Each write waits for the disk, and keeps a thread meanwhile.
      case full = "FULL"
    }

    /// The part of the last writes that is on the disk when they are acknowledged.
    public var synchronous: Synchronous
    /// The most bytes of the file, so that sessions leave room for others; `nil` for no limit.
    public var sizeLimit: Int?
    /// The time that a call waits for other processes.
    public var busyLimit: Duration
    /// The time between two searches for sessions that have expired, of at most a day.
    public var sweepInterval: Duration {
      didSet { sweepInterval = Self.bound(sweepInterval) }
    }
    /// The time between two looks for changes of others, while somebody reads them, of at most a
    /// day.
    public var changeInterval: Duration {
      didSet { changeInterval = Self.bound(changeInterval) }
    }

    /// Makes options.
    public init(
      synchronous: Synchronous = .normal,
      sizeLimit: Int? = nil,
      busyLimit: Duration = .seconds(5),
      sweepInterval: Duration = .seconds(60),
      changeInterval: Duration = .milliseconds(10)
    ) {
      self.synchronous = synchronous
      self.sizeLimit = sizeLimit
      self.busyLimit = busyLimit
      self.sweepInterval = Self.bound(sweepInterval)
      self.changeInterval = Self.bound(changeInterval)
    }

    /// Returns the nearest duration that can be waited for.
    private static func bound(_ duration: Duration) -> Duration { min(duration, .seconds(86_400)) }

    /// The first number that is none, with its remedy.
    var fault: String? {
      if let sizeLimit, sizeLimit <= 0 {
        return "SQLiteSessionStore.Options.sizeLimit is \(sizeLimit), and so no file has room. "
          + "Give it more than zero, or nil for no limit."
      }
      if busyLimit < .zero {
        return "SQLiteSessionStore.Options.busyLimit is \(busyLimit), less than no time. Give "
          + "it zero or more."
      }
      for (name, time) in [("sweepInterval", sweepInterval), ("changeInterval", changeInterval)] {
        guard time <= .zero else { continue }
        return "SQLiteSessionStore.Options.\(name) is \(time), and so it never rests. Give it more "
          + "than zero."
      }
      return nil
    }
  }
}

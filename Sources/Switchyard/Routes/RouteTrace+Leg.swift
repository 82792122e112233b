extension RouteTrace {
  /// A target on the way of a dispatch, with the handlers that were asked about it.
  public struct Leg: Hashable, Sendable {
    /// The reason that a leg began; one that is not known here was written by another version.
    public struct Cause: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
      /// The name of the cause.
      public let rawValue: String

      /// Makes the cause with a name.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// The name of the cause.
      public var description: String { rawValue }

      /// It is the target that was opened.
      public static let opening = Cause(rawValue: "opening")
      /// A proxy committed to it.
      public static let commit = Cause(rawValue: "commit")
      /// A guard redirected to it, and the redirect was followed.
      public static let redirect = Cause(rawValue: "redirect")
      /// A route of the leg before was gone before its turn, so that the same target begins anew
      /// with the routes that there are now.
      public static let anew = Cause(rawValue: "anew")
    }

    /// The reason that it began.
    public var cause: Cause
    /// The target, without the values that are withheld.
    public var target: String
    /// The version of the routes that all of the leg goes by.
    public var version: UInt64
    /// The moment at which it began, the first when it was the dispatch's turn; its routes may have
    /// been looked up before.
    public var start: Int64
    /// The nanoseconds that it took to look its routes up.
    public var lookup: Int64
    /// The steps that regular expressions took for that; 0 where all were found by the index.
    public var matchSteps: Int
    /// The handlers whose turn came, in this order; middleware before what it is around.
    public var steps: [Step]

    /// Makes a leg, as for a test of what shows one.
    public init(
      cause: Cause = .opening,
      target: String,
      version: UInt64 = 0,
      start: Int64 = 0,
      lookup: Int64 = 0,
      matchSteps: Int = 0,
      steps: [Step] = []
    ) {
      self.cause = cause
      self.target = target
      self.version = version
      self.start = start
      self.lookup = lookup
      self.matchSteps = matchSteps
      self.steps = steps
    }
  }
}

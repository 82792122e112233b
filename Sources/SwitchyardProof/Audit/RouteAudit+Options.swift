extension RouteAudit {
  /// The bounds of an audit.
  public struct Options: Sendable {
    /// The most parts of a map, as guards and their exceptions divide it, that are asked about by
    /// each method; of a map that has more the verdict is undecided, unless it is open.
    public var partsPerRoute = 64
    /// The time for the guards of one question; a router's own limit of a guard holds besides.
    public var timeLimit = Duration.seconds(10)
    /// Values of parameters to be tried first where a closure decides which it accepts.
    public var values: [String] = []
    /// The host of requests where neither map nor guard asks for one.
    public var host = "localhost"

    /// Makes bounds that suit most.
    public init() {}
  }
}

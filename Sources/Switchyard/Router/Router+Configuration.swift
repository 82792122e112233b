public import Dispatch

extension Router {
  /// How a router works; it is given once and stays.
  public struct Configuration: Sendable {
    /// Where handlers run that have no queue of their own; nothing for the thread that drives the dispatch.
    public var queue: DispatchQueue?
    /// Whether a dispatch waits for the one before it.
    public var order = Order.serial
    /// Which of several maps that match runs.
    public var precedence = Precedence.latestFirst
    /// What doubled and trailing slashes mean, in patterns and in targets.
    public var slashes = RouteTarget.SlashPolicy.lenient
    /// What the case of letters means in paths.
    public var letterCase = RoutePattern.Options.LetterCase.sensitive
    /// The most bytes that the canonical text of a target may have.
    public var targetLength = RouteTarget.Options().maximumLength
    /// The steps that all matches of a dispatch may take together.
    public var matchSteps = PatternLimits().matchSteps
    /// How long maps, fallbacks and proxies may take, each from its start; nothing for as long as they like.
    public var handlerTimeLimit: Duration?
    /// How long guards may take, each from its start; nothing for as long as they like.
    public var guardTimeLimit: Duration? = .seconds(10)
    /// How many commits and redirects a dispatch may go through.
    public var hopLimit = 8
    /// What time limits are measured with.
    public var clock = RouterClock.continuous
    /// What is told of faults: dropped and doubled answers, loops, limits, late calls, names given twice.
    ///
    /// It is called on the thread on which the fault was found, and may use the router. By default each fault is
    /// a line on standard error.
    public var onFault: @Sendable (RouterFault) -> Void = { RouterFault.print($0) }

    /// Makes the configuration of an app.
    public init() {}

    /// For apps: one dispatch after the other, the latest map first, no time limit but for guards.
    public static var app: Configuration { Configuration() }

    /// For servers: concurrent dispatches, the most specific map first, 30 seconds for a handler.
    public static var server: Configuration {
      var configuration = Configuration()
      configuration.order = .concurrent
      configuration.precedence = .mostSpecific
      configuration.handlerTimeLimit = .seconds(30)
      return configuration
    }
  }

  /// Whether a dispatch waits for the one before it.
  public enum Order: String, Hashable, Sendable, Codable {
    /// The next starts when the last has completed, in the order of the calls, whatever tags they were made with.
    case serial
    /// Each starts at once.
    case concurrent
  }

  /// Which of several maps that match runs.
  public enum Precedence: String, Hashable, Sendable, Codable {
    /// The one that was registered last.
    case latestFirst
    /// The most specific, by the order of the URLPattern standard; of those alike the latest.
    case mostSpecific
  }
}

extension Router.Configuration {
  var targetOptions: RouteTarget.Options {
    RouteTarget.Options(slashes: slashes, maximumLength: targetLength)
  }

  /// Whether a pattern is compiled for the policies of the router already.
  func hasPolicies(of pattern: RoutePattern) -> Bool {
    pattern.options.slashes == slashes && pattern.options.letterCase == letterCase
  }

  /// The options that a pattern is compiled with for the router.
  func patternOptions(for pattern: RoutePattern) -> RoutePattern.Options {
    var options = pattern.options
    options.slashes = slashes
    options.letterCase = letterCase
    // The pattern has been accepted under its own limits; the other policies only write it another way.
    options.limits.compiledSize = .max
    return options
  }
}

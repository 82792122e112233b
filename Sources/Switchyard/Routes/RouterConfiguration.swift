public import Dispatch

/// The configuration of a router; it is set once and stays.
public struct RouterConfiguration: Sendable {
  /// The queue for handlers without one of their own; `nil` for the thread that drives the
  /// dispatch.
  public var queue: DispatchQueue?
  /// The order of dispatches: whether one waits for the one before it.
  public var order = RouterOrder.serial
  /// The rule that decides which of several matching maps runs.
  public var precedence = RoutePrecedence.latestFirst
  /// The rule that decides which maps and fallbacks run at all.
  public var access = RouterAccess.open
  /// The policy for doubled and trailing slashes, in patterns and in targets.
  public var slashes = RouteTarget.SlashPolicy.lenient
  /// The policy for the case of letters in paths, of all routes.
  ///
  /// A pattern that was made to ignore it stops the program where a router that does not is to
  /// have it. `fullPattern(of:)` throws for it.
  public var letterCase = RoutePattern.Options.LetterCase.sensitive
  /// The most bytes that the canonical text of a target may have; a responder has a limit of the
  /// same name for the bytes as they come in, and answers 414 for both.
  public var targetLength = RouteTarget.Options().targetLength
  /// The steps that all matches of a dispatch may take together.
  ///
  /// What `open` looks up for its answer has as many by itself, where it waits in line and routes
  /// change before its turn.
  public var matchSteps = PatternLimits().matchSteps
  /// The time limit of maps, fallbacks and proxies, each from its start; `nil` for none.
  ///
  /// A handler that has not returned may have up to an eighth more, where the limit is a tenth of a
  /// second or longer: it is looked at now and then, and costs no timer. So may a guard.
  public var handlerTimeLimit: Duration?
  /// The time limit of guards, each from its start; `nil` for none.
  public var guardTimeLimit: Duration? = .seconds(10)
  /// The number of commits and redirects that a dispatch may go through.
  public var hopLimit = 8
  /// The clock that time limits are measured with.
  public var clock = RouterClock.continuous
  /// The receiver of faults: dropped and doubled answers, loops, limits, late calls, names given
  /// twice.
  ///
  /// It is called on the thread on which the fault was found, and may use the router. By default
  /// each fault is a line on standard error.
  public var onFault: @Sendable (RouterFault) -> Void = { RouterFault.print($0) }
  /// The receiver of the trace of each dispatch that ends; `nil` for none, which costs nothing.
  ///
  ///     configuration.onTrace = { trace in print(trace) }
  ///
  /// It is called once for each dispatch that is traced, on the thread that ends it and before
  /// whoever waits for it is told; of a request, when its response is made. It may use the router:
  /// what it opens is not traced, nor what tasks open that it makes, nor what the handlers of all
  /// that open in turn. What has no canonical form begins no dispatch, and has no trace.
  public var onTrace: (@Sendable (RouteTrace) -> Void)?
  /// The share of dispatches that are traced, from 0 to 1; which of them is drawn as each begins.
  public var traceRate = 1.0
  /// The most dispatches that are traced in a second, of those that are drawn; `nil` for no limit.
  ///
  /// It bounds what traces cost a server, however busy that is, while of few dispatches all are
  /// traced. After a quiet second as many may begin at once. With 0, nothing is traced.
  public var traceLimit: Int?
  /// The values that traces hold; by default all are withheld.
  public var traceValues: RouteTrace.Values = []

  /// Makes the configuration of an app.
  public init() {}

  /// The configuration for apps: one dispatch after another, the latest map first, a time limit
  /// only for guards.
  public static var app: RouterConfiguration { RouterConfiguration() }

  /// The configuration for servers: concurrent dispatches, the most specific map first, 30
  /// seconds for a handler.
  public static var server: RouterConfiguration {
    var configuration = RouterConfiguration()
    configuration.order = .concurrent
    configuration.precedence = .mostSpecific
    configuration.handlerTimeLimit = .seconds(30)
    return configuration
  }
}

/// The order of dispatches: whether one waits for the one before it.
public enum RouterOrder: String, Hashable, Sendable, Codable {
  /// The next starts when the last has completed, in the order of the calls, whatever their tags.
  case serial
  /// Each starts at once.
  case concurrent
}

/// The rule that decides which maps and fallbacks run at all.
public enum RouterAccess: String, Hashable, Sendable, Codable {
  /// All do: what is declared is for `validate` and for those who read it.
  case open
  /// Those do of which it is declared who may come to them, and which stand behind what they
  /// require.
  ///
  /// One that is public runs for everybody. One that requires guards runs where a guard of each
  /// name was asked about the very target, at this leg of the dispatch, and has allowed it; a guard
  /// that only observes, that excepts the target or is disposed of does not count. What is refused
  /// ends the dispatch as denied by that route, a request with 403, and is reported as a fault.
  case declared
}

/// The rule that decides which of several matching maps runs.
public enum RoutePrecedence: String, Hashable, Sendable, Codable {
  /// The one that was registered last.
  case latestFirst
  /// The most specific, by the order of the URLPattern standard; among equals the latest.
  case mostSpecific
}

extension RouterConfiguration {
  /// The first number by which nothing can be handled, with its remedy.
  var fault: String? {
    let numbers = [
      ("targetLength", targetLength, 1), ("matchSteps", matchSteps, 1), ("hopLimit", hopLimit, 0),
      ("traceLimit", traceLimit ?? 0, 0),
    ]
    if let (name, value, least) = numbers.first(where: { $0.1 < $0.2 }) {
      return "Router.Configuration.\(name) is out of its range: \(value) is less than \(least). "
        + "Give it \(least) or more."
    }
    for (name, limit) in [
      ("handlerTimeLimit", handlerTimeLimit), ("guardTimeLimit", guardTimeLimit),
    ] {
      guard let limit, limit <= .zero else { continue }
      return "Router.Configuration.\(name) is out of its range: \(limit) is no time. Give it more "
        + "than zero, or nil for no limit."
    }
    guard !(0...1).contains(traceRate) else { return nil }
    return "Router.Configuration.traceRate is out of its range: \(traceRate) is not within 0...1. "
      + "Give it the share of dispatches that are traced."
  }

  var targetOptions: RouteTarget.Options {
    RouteTarget.Options(slashes: slashes, targetLength: targetLength)
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
    // The pattern has been accepted under its own limits; the other policies only write it another
    // way.
    options.limits.compiledSize = .max
    return options
  }
}

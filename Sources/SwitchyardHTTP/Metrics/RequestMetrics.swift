internal import Synchronization
import RoutePatterns

/// Counts and times of requests, in the text format of Prometheus.
///
///     let metrics = RequestMetrics()
///     configuration.observers = [metrics]
///     router.get("/metrics") { _ in metrics.response }
///
/// | metric | labels |
/// |---|---|
/// | `http_requests_total` | `method`, `route`, `status` |
/// | `http_request_duration_seconds`, a histogram | `method`, `route` |
/// | `http_requests_in_flight` | |
///
/// The label `route` is the pattern of the map or fallback that the request has come to, also where
/// a guard has denied it; never its path. Clients cannot add labels at will: requests without a
/// route share the value `unmatched`, and methods that are neither usual nor of the route the value
/// `other`.
public final class RequestMetrics: RequestObserver {
  struct Key: Hashable {
    var method: String
    var route: String
  }

  struct Series {
    var counts: [Int: Int] = [:]
    /// The number of requests within each limit and above the one before, and above all of them.
    var buckets: [Int]
    var seconds = 0.0
  }

  fileprivate struct State {
    var series: [Key: Series] = [:]
    var routes: Set<String> = []
  }

  /// The limits of the histogram, in seconds, in ascending order.
  public let buckets: [Double]
  /// The most patterns that have a label of their own; further ones share the value `other`.
  public let routeLimit: Int
  private let state = Locked(State())
  private let begun = Atomic(0)

  /// Makes metrics without any requests.
  /// - Parameters:
  ///   - buckets: the limits of the histogram, in seconds.
  ///   - routeLimit: the most patterns that have a label of their own.
  public init(
    buckets: [Double] = [
      0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ],
    routeLimit: Int = 1000
  ) {
    self.buckets = Set(buckets.filter(\.isFinite)).sorted()
    self.routeLimit = routeLimit
  }

  /// Counts a request as in flight.
  public func requestBegan(_ head: RequestHead, requestID: String) {
    begun.add(1, ordering: .relaxed)
  }

  /// Counts a request that has ended.
  public func add(_ entry: AccessLogEntry) {
    begun.subtract(1, ordering: .relaxed)
    let method = Self.label(of: entry.head.method, entry.route)
    let pattern = entry.route?.pattern.text
    let seconds = entry.duration / .seconds(1)
    let bucket = buckets.firstIndex { seconds <= $0 } ?? buckets.count
    state.withLock { state in
      let key = Key(method: method, route: state.label(of: pattern, upTo: routeLimit))
      let empty = Series(buckets: Array(repeating: 0, count: buckets.count + 1))
      state.series[key, default: empty].add(entry.status.code, seconds, bucket)
    }
  }

  /// Counts a request that is answered elsewhere as no longer in flight.
  public func requestWasLeft(_ head: RequestHead, requestID: String) {
    begun.subtract(1, ordering: .relaxed)
  }

  /// The method, if it is a usual one or the route names it.
  private static func label(of method: String, _ route: MatchedRoute?) -> String {
    let isKnown =
      RequestMethod.known.contains { $0.rawValue == method }
      || route?.tags.contains { $0.method?.rawValue == method } == true
    return isKnown ? method : "other"
  }

  /// The requests that have begun and not ended.
  var inFlight: Int { begun.load(ordering: .relaxed) }

  /// The series, in an order that stays.
  var series: [(Key, Series)] {
    state.withLock { $0.series }
      .sorted { ($0.key.route, $0.key.method) < ($1.key.route, $1.key.method) }
      .map { ($0.key, $0.value) }
  }
}

extension RequestMetrics.Series {
  fileprivate mutating func add(_ status: Int, _ seconds: Double, _ bucket: Int) {
    counts[status, default: 0] += 1
    buckets[bucket] += 1
    self.seconds += seconds
  }
}

extension RequestMetrics.State {
  fileprivate mutating func label(of pattern: String?, upTo limit: Int) -> String {
    guard let pattern else { return "unmatched" }
    if routes.contains(pattern) { return pattern }
    guard routes.count < limit else { return "other" }
    routes.insert(pattern)
    return pattern
  }
}

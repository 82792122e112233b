internal import SwitchyardLocks
internal import Synchronization

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
/// a guard has denied it; never its path. A response that is a stream counts when that has ended,
/// and until then as in flight; its duration is the time to its beginning. Clients cannot add
/// labels at will: requests without a route share the value `unmatched`, and methods that are
/// neither usual nor of the route the value `other`.
public final class RequestMetrics: RequestObserver {
  struct Series {
    var counts: [Int: Int] = [:]
    /// The number of requests within each limit and above the one before, and above all of them.
    var buckets: [Int]
    var seconds = 0.0
  }

  /// The limits of the histogram, in seconds, in ascending order.
  public let buckets: [Double]
  /// The most patterns that have a label of their own; further ones share the value `other`.
  public var routeLimit: Int { labels.routeLimit }
  private let labels: RequestLabels
  private let measured = Locked<[RequestLabels.Values: Series]>([:])
  private let begun = Atomic(0)

  /// Makes metrics without any requests.
  ///
  /// A limit of routes below zero stops the program.
  /// - Parameters:
  ///   - buckets: the limits of the histogram, in seconds.
  ///   - routeLimit: the most patterns that have a label of their own.
  ///   - fileID: the file that makes them, for a number that is none.
  ///   - line: the line that makes them, for a number that is none.
  public init(
    buckets: [Double] = [
      0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ],
    routeLimit: Int = 1000,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.buckets = Set(buckets.filter(\.isFinite)).sorted()
    labels = RequestLabels(routeLimit: routeLimit, fileID: fileID, line: line)
  }

  /// Counts a request as in flight.
  public func requestBegan(_ head: RequestHead, requestID: String) {
    begun.add(1, ordering: .relaxed)
  }

  /// Counts a request that has ended.
  public func add(_ entry: AccessLogEntry) {
    begun.subtract(1, ordering: .relaxed)
    let key = labels.values(of: entry)
    let seconds = entry.duration / .seconds(1)
    let bucket = buckets.firstIndex { seconds <= $0 } ?? buckets.count
    measured.withLock { series in
      let empty = Series(buckets: Array(repeating: 0, count: buckets.count + 1))
      series[key, default: empty].add(entry.status.code, seconds, bucket)
    }
  }

  /// Counts a request that is answered elsewhere as no longer in flight.
  public func requestWasLeft(_ head: RequestHead, requestID: String) {
    begun.subtract(1, ordering: .relaxed)
  }

  /// The requests that have begun and not ended.
  var inFlight: Int { begun.load(ordering: .relaxed) }

  /// The series, in an order that stays.
  var series: [(RequestLabels.Values, Series)] {
    measured.withLock { $0 }
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

#if Observability
  public import Metrics
  public import SwitchyardHTTP

  /// Counts and times of requests, for a backend of swift-metrics.
  ///
  ///     configuration.observers = [RequestMeters()]
  ///
  /// | metric | kind | labels |
  /// |---|---|---|
  /// | `http_requests_total` | counter | `method`, `route`, `status` |
  /// | `http_request_duration_seconds` | timer | `method`, `route` |
  /// | `http_requests_in_flight` | meter | |
  ///
  /// They are those of `RequestMetrics`, which needs no backend; clients cannot add labels at will.
  public final class RequestMeters: RequestObserver {
    private let factory: any MetricsFactory
    private let labels: RequestLabels
    private let inFlight: Meter

    /// Makes meters without any requests.
    /// - Parameters:
    ///   - factory: the maker of meters; without one that which the program has set before.
    ///   - routeLimit: the most patterns that have a label of their own; one below zero stops the
    ///     program.
    ///   - fileID: the file that makes them, for a number that is none.
    ///   - line: the line that makes them, for a number that is none.
    public init(
      factory: (any MetricsFactory)? = nil,
      routeLimit: Int = 1000,
      fileID: StaticString = #fileID,
      line: UInt = #line
    ) {
      self.factory = factory ?? MetricsSystem.factory
      labels = RequestLabels(routeLimit: routeLimit, fileID: fileID, line: line)
      inFlight = Meter(label: "http_requests_in_flight", factory: self.factory)
    }

    /// Counts a request as in flight.
    public func requestBegan(_ head: RequestHead, requestID: String) { inFlight.increment() }

    /// Counts a request that has ended.
    public func add(_ entry: AccessLogEntry) {
      inFlight.decrement()
      let values = labels.values(of: entry)
      let dimensions = [("method", values.method), ("route", values.route)]
      Counter(
        label: "http_requests_total",
        dimensions: dimensions + [("status", "\(entry.status.code)")],
        factory: factory
      ).increment()
      Timer(
        label: "http_request_duration_seconds",
        dimensions: dimensions,
        preferredDisplayUnit: .seconds,
        factory: factory
      ).record(duration: entry.duration)
    }

    /// Counts a request that is answered elsewhere as no longer in flight.
    public func requestWasLeft(_ head: RequestHead, requestID: String) { inFlight.decrement() }
  }
#endif

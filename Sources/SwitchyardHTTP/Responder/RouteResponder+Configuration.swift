extension RouteResponder {
  /// The configuration of a responder; it is set once and stays.
  public struct Configuration: Sendable {
    /// The most bytes of a request's target, as they come in; longer ones are answered with 414.
    ///
    /// Those whose canonical text is longer than `Router.Configuration.targetLength` are as well.
    public var targetLength = 8_192
    /// The most bytes that names and values of all header fields may have; more are answered with
    /// 431.
    public var fieldsLength = 12_288
    /// The most header fields; more are answered with 431.
    public var fieldCount = 100
    /// The most bytes of a body; longer ones are answered with 413.
    public var bodyLength = 1 << 20
    /// The most requests that may be under way at once; more are answered with 503.
    ///
    /// A request is under way until its handler has ended, even if its client has left or its time
    /// is over. The producer of a stream runs after that, and is not counted: it has to heed its
    /// cancellation.
    public var exchangeLimit = 10_000
    /// Other origins that redirects of guards may lead to, each as `https://host` with its port.
    public var allowedOrigins: Set<String> = []
    /// The proxies whose word counts for where a request comes from; `nil` for none.
    public var trustedProxies: TrustedProxies?
    /// The observers of all requests, such as a log or metrics.
    public var observers: [any RequestObserver] = []
    /// The receiver of failures of handlers and guards, which clients do not see.
    ///
    /// By default each failure is a line on standard error.
    public var onFault: @Sendable (ResponseFault) -> Void = { ResponseFault.print($0) }
    /// The clock for the time of day.
    public var now: @Sendable () -> HTTPDate = { HTTPDate.now }

    /// Makes a configuration with limits that suit most.
    public init() {}
  }
}

extension RouteResponder.Configuration {
  /// The limits that are read for each head.
  var limits: HeadLimits {
    HeadLimits(
      targetLength: targetLength,
      fieldsLength: fieldsLength,
      fieldCount: fieldCount,
      bodyLength: bodyLength
    )
  }
}

extension HTTPResponder {
  /// How a responder works; it is given once and stays.
  public struct Configuration: Sendable {
    /// The most bytes of a request's target; longer ones are answered with 414.
    public var targetLength = 8_192
    /// The most bytes that names and values of all header fields may have; more are answered with 431.
    public var fieldsLength = 12_288
    /// The most header fields; more are answered with 431.
    public var fieldCount = 100
    /// The most bytes of a body; longer ones are answered with 413.
    public var bodyLength = 1 << 20
    /// The most requests that may be under way at once; more are answered with 503.
    ///
    /// A request is under way until its handler has ended, even if its client has left or its time is over. What
    /// writes a stream does so after that, and is not counted: it has to heed its cancellation.
    public var exchangeLimit = 10_000
    /// Other origins that redirects of guards may lead to, each as `https://host` with its port.
    public var allowedOrigins: Set<String> = []
    /// What is told of each request when its response is made; nothing for no log.
    public var onLog: (@Sendable (HTTPLogEntry) -> Void)?
    /// What is told why a handler or a guard has failed; its client is not.
    ///
    /// By default each failure is a line on standard error.
    public var onFailure: @Sendable (HTTPFailure) -> Void = { HTTPFailure.print($0) }
    /// What the time of day is read from.
    public var now: @Sendable () -> HTTPDate = { HTTPDate.now }

    /// Makes a configuration with limits that suit most.
    public init() {}
  }
}

extension HTTPResponder.Configuration {
  /// What is looked at for each head.
  var limits: HeadLimits {
    HeadLimits(
      targetLength: targetLength,
      fieldsLength: fieldsLength,
      fieldCount: fieldCount,
      bodyLength: bodyLength
    )
  }
}

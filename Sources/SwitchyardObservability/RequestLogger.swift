#if Observability
  public import Logging
  public import Switchyard
  public import SwitchyardHTTP

  /// A writer of requests and faults to a logger of swift-log.
  ///
  ///     let log = RequestLogger(Logger(label: "books"))
  ///     configuration.observers = [log]
  ///     configuration.onFault = { log.report($0) }
  ///     rules.onFault = { log.report($0) }            // SwitchyardRouter.Configuration
  ///
  /// The metadata of a request has the names and the texts of the JSON access log, in which all
  /// that a client sends is escaped: `method`, `target`, `route`, `route_name`, `status`,
  /// `request_bytes`, `response_bytes`, `duration_us`, `request_id` and others.
  public struct RequestLogger: RequestObserver {
    private let logger: Logger
    private let level: Logger.Level

    /// Makes a writer.
    /// - Parameters:
    ///   - logger: the logger that is written to.
    ///   - level: the level of requests; faults have their own.
    public init(_ logger: Logger, level: Logger.Level = .info) {
      self.logger = logger
      self.level = level
    }

    /// Writes a request that has ended.
    public func add(_ entry: AccessLogEntry) {
      logger.log(level: level, "A request was answered.", metadata: Self.metadata(of: entry))
    }

    /// Writes a request that the program could not answer as it should, as an error.
    public func report(_ fault: ResponseFault) {
      var metadata: Logger.Metadata = ["status": .stringConvertible(fault.status.code)]
      metadata["request_id"] = fault.requestID.map { .string($0) }
      metadata["route"] = (fault.route?.pattern.text).map { .string($0) }
      logger.error("\(fault)", metadata: metadata)
    }

    /// Writes something that the router noticed and went on from, as a warning.
    public func report(_ fault: RouterFault) {
      var metadata: Logger.Metadata = ["fault": .string(fault.code.rawValue)]
      metadata["route"] = fault.pattern.map { .string($0) }
      logger.warning("\(fault)", metadata: metadata)
    }

    private static func metadata(of entry: AccessLogEntry) -> Logger.Metadata {
      var members = entry.members
      // A logger has a time of its own.
      members["time"] = nil
      return members.mapValues { .stringConvertible($0) }
    }
  }
#endif

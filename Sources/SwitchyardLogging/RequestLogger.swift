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
  /// The metadata of a request has the names and the texts of the JSON access log, such as
  /// `method`, `target`, `route`, `status`; all that a client sends is escaped in it.
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
      var members = entry.members
      members["time"] = nil  // A logger has its own.
      let metadata = members.mapValues { Logger.MetadataValue.stringConvertible($0) }
      logger.log(level: level, "A request was answered.", metadata: metadata)
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
  }
#endif

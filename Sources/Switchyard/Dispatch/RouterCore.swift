import RouteIndex

/// The state that a router, its views and groups, and its dispatches share.
final class RouterCore: Sendable {
  let configuration: RouterConfiguration
  let registry: RouteRegistry
  /// The reader of the registry's index.
  let routes: IndexReader
  let limits: TimeLimits
  /// The options that targets are made with.
  let targetOptions: RouteTarget.Options
  /// The place of handlers that have no queue of their own.
  let place: HandlerPlace
  /// The objects of dispatches that have ended, each of which holds this.
  let spares = SpareObjects()
  /// Whether dispatches are traced.
  private let isTraced: Bool
  private let sampler: TraceSampler
  /// The driver that runs one dispatch after the other, in a serial router.
  let line: Driver?
  /// The task-local value by which handlers find the dispatch they belong to.
  ///
  /// A stored copy: the lazy constant it comes from takes a lock of the runtime at each access
  /// under the thread sanitizer.
  let ancestry = Ancestry.$current

  init(_ configuration: RouterConfiguration) {
    self.configuration = configuration
    registry = RouteRegistry(
      precedence: configuration.precedence,
      ignoresCase: configuration.letterCase == .insensitive,
      steps: configuration.matchSteps
    )
    routes = registry.index.reader
    limits = TimeLimits(
      clock: configuration.clock,
      guards: configuration.guardTimeLimit,
      others: configuration.handlerTimeLimit
    )
    place = HandlerPlace(configuration.queue)
    isTraced = configuration.onTrace != nil
    sampler = TraceSampler(configuration)
    targetOptions = configuration.targetOptions
    line = configuration.order == .serial ? Driver(order: .serial) : nil
  }

  /// The steps of a new dispatch, or of a lookup by itself.
  var budget: MatchBudget { MatchBudget(steps: configuration.matchSteps) }

  var isSerial: Bool { line != nil }

  /// Returns the driver for a new dispatch.
  func driver() -> Driver { line ?? Driver(order: .concurrent) }

  /// Returns the driver for a dispatch that had none so far, made by a thread that is in one of its
  /// handlers.
  func driver(inHandlerOn thread: ThreadID) -> Driver { line ?? Driver(inHandlerOn: thread) }

  /// Returns the recorder of the trace of a dispatch that begins; most have none.
  @inline(__always)
  func recorder(_ tags: @autoclosure () -> [RouteTag], isTimed: Bool) -> TraceRecorder? {
    isTraced || isTimed ? makeRecorder(tags(), isTimed: isTimed) : nil
  }

  @inline(never)
  private func makeRecorder(_ tags: [RouteTag], isTimed: Bool) -> TraceRecorder? {
    sampler.recorder(tags, isTimed: isTimed)
  }

  func report(_ fault: RouterFault) { configuration.onFault(fault) }

  /// Returns a pattern compiled under the policies of the router.
  func compile(
    _ pattern: RoutePattern,
    _ fileID: StaticString,
    _ line: UInt
  ) -> RoutePattern {
    guard !configuration.hasPolicies(of: pattern) else { return pattern }
    do {
      return try pattern.with(configuration.patternOptions(for: pattern))
    } catch {
      // If a guard were left out, the routes behind it would be open.
      fatalError(
        "The pattern \(pattern) cannot be compiled for this router. \(error)",
        file: fileID,
        line: line
      )
    }
  }

  /// Makes a change, and reports names that are given twice.
  /// - Parameters:
  ///   - added: the routes that it adds.
  ///   - removed: the routes that it removes.
  ///   - version: the version of the routes that there has to be, where it matters.
  /// - Returns: the change; `nil` if there is another version than expected, and nothing is made.
  @discardableResult
  func apply(
    adding added: [IndexedRoute] = [],
    removing removed: [RouteID] = [],
    expecting version: UInt64? = nil
  ) -> RouteRegistry.Change? {
    let change = registry.apply(adding: added, removing: removed, expecting: version)
    for named in change?.namesakes ?? [] {
      guard let name = named.entry.name, let other = registry.latest(of: named) else { continue }
      report(RouterFault(.duplicateName(name, of: other.id), entry: named.entry))
    }
    return change
  }
}

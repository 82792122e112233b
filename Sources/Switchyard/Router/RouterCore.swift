import RoutePatterns

/// The state that a router, its views and groups, and its dispatches share.
final class RouterCore: Sendable {
  let configuration: Router.Configuration
  let registry: RouteRegistry
  /// The reader of the registry's index.
  let routes: IndexReader
  let deadlines: DeadlineShards<TimedHandler>
  /// The options that targets are made with.
  let targetOptions: RouteTarget.Options
  /// The place of handlers that have no queue of their own.
  let place: HandlerPlace
  /// The driver that runs one dispatch after the other, in a serial router.
  let line: Driver?
  /// The task-local value by which handlers find the dispatch they belong to.
  ///
  /// A stored copy: the lazy constant it comes from takes a lock of the runtime at each access
  /// under the thread sanitizer.
  let ancestry = Ancestry.$current

  init(_ configuration: Router.Configuration) {
    self.configuration = configuration
    registry = RouteRegistry(
      precedence: configuration.precedence,
      ignoresCase: configuration.letterCase == .insensitive,
      steps: configuration.matchSteps
    )
    routes = registry.index.reader
    deadlines = DeadlineShards(clock: configuration.clock)
    place = HandlerPlace(configuration.queue)
    targetOptions = configuration.targetOptions
    line = configuration.order == .serial ? Driver(order: .serial) : nil
  }

  var isSerial: Bool { line != nil }

  /// Returns the time limit of a handler.
  func timeLimit(of kind: RouteKind) -> Duration? {
    kind == .guard ? configuration.guardTimeLimit : configuration.handlerTimeLimit
  }

  /// Returns the driver for a new dispatch.
  func driver() -> Driver { line ?? Driver(order: .concurrent) }

  /// Returns the driver for a dispatch that had none so far, made by a thread that is in one of its
  /// handlers.
  func driver(inHandlerOn thread: ThreadID) -> Driver { line ?? Driver(inHandlerOn: thread) }

  func report(_ fault: RouterFault) { configuration.onFault(fault) }

  /// Returns a pattern compiled under the policies of the router.
  func compile(_ pattern: RoutePattern) -> RoutePattern {
    guard !configuration.hasPolicies(of: pattern) else { return pattern }
    do {
      return try pattern.with(configuration.patternOptions(for: pattern))
    } catch {
      // If a guard were left out, the routes behind it would be open.
      fatalError("The pattern \(pattern) cannot be compiled for this router. \(error)")
    }
  }

  func register(_ entry: RouteEntry) -> RouteUUID {
    if let other = registry.add(entry), let name = entry.name {
      report(RouterFault(.duplicateName(name, of: other.id), entry: entry))
    }
    return entry.id
  }

  func dispose(of route: RouteUUID) -> Int { registry.remove(route) }

  func dispose(of routes: [RouteUUID]) -> Int { registry.remove(routes) }
}

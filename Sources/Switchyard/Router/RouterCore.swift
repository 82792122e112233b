import RoutePatterns

/// What a router, its views and groups, and its dispatches share.
final class RouterCore: Sendable {
  let configuration: Router.Configuration
  let registry: RouteRegistry
  /// The way to look for routes in the registry.
  let routes: IndexReader
  let deadlines: DeadlineShards<TimedHandler>
  /// How targets are made.
  let targetOptions: RouteTarget.Options
  /// Where handlers run that have no queue of their own.
  let place: HandlerPlace
  /// What takes one dispatch after the other, in a serial router.
  let line: Driver?
  /// Where handlers find whose they are: what it is kept in, as a lazy constant, takes a lock of the runtime's with each
  /// look under the thread sanitizer.
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

  /// How long a handler may take.
  func timeLimit(of kind: RouteKind) -> Duration? {
    kind == .guard ? configuration.guardTimeLimit : configuration.handlerTimeLimit
  }

  /// What drives a new dispatch.
  func driver() -> Driver { line ?? Driver(order: .concurrent) }

  /// What drives a dispatch from now on whose handlers were called without, by a thread that is in one of them.
  func driver(inHandlerOn thread: ThreadID) -> Driver { line ?? Driver(inHandlerOn: thread) }

  func report(_ fault: RouterFault) { configuration.onFault(fault) }

  /// A pattern under the policies of the router.
  func compile(_ pattern: RoutePattern) -> RoutePattern {
    guard !configuration.hasPolicies(of: pattern) else { return pattern }
    do {
      return try pattern.with(configuration.patternOptions(for: pattern))
    } catch {
      // Left out, a guard would leave open what it stands before.
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

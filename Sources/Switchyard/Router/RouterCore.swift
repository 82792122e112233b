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

  /// Finds all that a target meets in the version that there is now, with the steps of a new dispatch.
  func find(
    _ target: RouteTarget,
    tags: [RouteTag],
    rivalTags: [RouteTag] = [],
    findsTags: Bool = false
  ) -> FoundRoutes {
    registry.search.find(
      target,
      tags: tags,
      rivalTags: rivalTags,
      findsTags: findsTags,
      budget: MatchBudget(steps: configuration.matchSteps)
    )
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

  /// Makes a change, and reports names that are given twice.
  /// - Returns: how many routes it removes that were there.
  @discardableResult
  func apply(adding added: [RouteEntry] = [], removing removed: [RouteUUID] = []) -> Int {
    let (count, namesakes) = registry.apply(adding: added, removing: removed)
    for named in namesakes {
      guard let name = named.entry.name, let other = named.others.last(where: \.isLive) else {
        continue
      }
      report(RouterFault(.duplicateName(name, of: other.id), entry: named.entry))
    }
    return count
  }
}

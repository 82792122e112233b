import RouteIndex
import RoutePatterns

/// An opened target on its way: carries out what its machine says, each leg of it with the routes of one version.
///
/// Only jobs of its driver touch what changes, hence `@unchecked`.
final class RouteDispatch: @unchecked Sendable {
  /// Who is told of the end.
  enum Listener {
    /// What was opened nobody waits for.
    case nobody
    /// A task, by a promise.
    case task
    case attachment
  }

  let core: RouterCore
  let driver: Driver
  let redirects: RedirectPolicy
  /// The dispatches that wait for this one, itself included; `nil` where that can matter to nobody.
  let ancestry: Ancestry?
  /// The outcome, if a task waits for it.
  let promise: OutcomePromise?
  /// Tags whose maps keep fallbacks from running.
  private let rivalTags: [RouteTag]
  private let tags: [RouteTag]
  private let listener: Listener

  private var machine: DispatchMachine
  private var leg: DispatchLeg?
  /// The attachment of the current leg.
  private var attachment: (any DispatchAttachment)?
  private var target: RouteTarget
  private var budget: MatchBudget
  /// What the leg was found to meet; of the first it may be known before its turn.
  private var found: FoundRoutes?
  private var guards: [RouteCandidate] = []
  private var proxies: [RouteCandidate] = []
  private var map: RouteCandidate?
  /// Whether proxies are asked about the target of the leg; not when one of them committed to it.
  private var asksProxies = true
  /// The proxies of the leg that have gone on and left no traces: they are not asked again when it begins anew.
  private var passedProxies: Set<RouteUUID> = []
  /// How often handlers had left traces when the one that runs was started.
  private var traces = 0
  /// The routes that had gone before their turn.
  private var lost: [RouteEntry] = []
  private var trail: [TrailStep] = []
  private var path: [String] = []
  private var current: HandlerRun?

  /// A dispatch that is to begin when it enters.
  ///
  /// What its target was found to meet is found again if the routes change before its turn.
  init(
    _ core: RouterCore,
    _ leg: DispatchLeg,
    found: FoundRoutes? = nil,
    redirects: RedirectPolicy = .follow,
    rivalTags: [RouteTag] = [],
    listener: Listener
  ) {
    self.core = core
    self.leg = leg
    self.found = found
    self.redirects = redirects
    self.rivalTags = rivalTags
    self.listener = listener
    target = leg.target
    tags = leg.tags
    attachment = leg.attachment
    promise = listener == .task ? OutcomePromise() : nil
    ancestry = Ancestry.ofNew(listener, in: core)
    driver = core.driver()
    budget = found?.budget ?? MatchBudget(steps: core.configuration.matchSteps)
    machine = DispatchMachine(hopLimit: core.configuration.hopLimit, redirects: redirects)
  }

  /// Where a dispatch takes over.
  enum Arrival {
    /// It begins with the handler.
    case begins
    /// The handler runs.
    case runs
    /// The handler has answered, to the effect that the next is to run; whoever takes over has it `goOn`.
    case answered
  }

  /// A dispatch that takes over from one whose handlers were called without it.
  /// - Parameters:
  ///   - inline: the one.
  ///   - found: what that has found.
  ///   - index: the place of the handler that it has come to.
  ///   - arrival: how far that has come.
  init(
    _ inline: InlineDispatch,
    _ found: FoundRoutes,
    at index: Int,
    _ arrival: Arrival
  ) {
    core = inline.core
    leg = inline.leg
    redirects = inline.redirects
    rivalTags = inline.rivalTags
    listener = inline.listener
    target = inline.target
    tags = inline.leg.tags
    attachment = inline.leg.attachment
    promise = inline.listener == .task ? OutcomePromise() : nil
    ancestry = inline.ancestry
    driver = inline.core.driver(inHandlerOn: inline.thread)
    let handler = found.handler(at: index)
    machine = DispatchMachine(
      hopLimit: inline.core.configuration.hopLimit,
      redirects: inline.redirects,
      guards: found.guardCount,
      proxies: found.proxyCount,
      hasMap: found.map != nil,
      at: handler,
      isRunning: arrival != .begins
    )
    budget = found.budget
    guards = Array(found.guards)
    proxies = Array(found.proxies)
    map = found.map
    passedProxies = inline.passedProxies(before: index)
    trail = found.entries(before: index).map { TrailStep($0.route) }
    guard let run = machine.current, let leg else { return }
    let candidate = found.candidates[index]
    guard candidate.isMatched else { return }
    traces = inline.tracesBefore
    let entry = candidate.entry
    let context = RouteContext(leg, entry.matched, candidate.captures, trail: .steps(trail))
    note(entry)
    current = HandlerRun(
      run,
      entry,
      context,
      of: self,
      called: (index, isAnswered: arrival == .answered)
    )
  }

  // Each of its handlers holds it until that ends.
  deinit { attachment?.dispatchIsGone() }

  /// The handler that it has taken over.
  var running: HandlerRun? { current }

  /// Ends it as cancelled, unless it has ended.
  func cancel() { driver.submit(.event(self, .isCancelled)) }

  /// Begins when it is its turn.
  func enter() { driver.submit(.enter(self)) }

  /// Tells the machine what has happened; for the driver.
  func receive(_ event: DispatchMachine.Event) {
    prepare(for: event)
    var next: DispatchMachine.Event? = event
    while let event = next {
      // Worked on in place, what changes would be looked at for others that change it.
      var machine = self.machine
      let action = machine.receive(event)
      self.machine = machine
      next = perform(action)
    }
  }

  /// Takes down what the handler that runs has done, or that it could not start.
  private func prepare(for event: DispatchMachine.Event) {
    guard let current else { return }
    switch event {
    case .answers(current.run, .proceeds):
      if current.entry.kind == .proxy, leg?.traces == traces {
        passedProxies.insert(current.entry.id)
      }
    case .vanishes(current.run, let isOfGuard):
      // It has not run.
      if current.run.handler != .map { trail.removeLast() }
      let gone = isOfGuard ? guards.first { $0.entry.isDisposed }?.entry : nil
      lost.append(gone ?? current.entry)
    default: break
    }
  }

  /// Does what the machine says.
  /// - Returns: what has come of it, if that is known at once.
  private func perform(_ action: DispatchMachine.Action) -> DispatchMachine.Event? {
    switch action {
    case .waits:
      return nil
    case .searches:
      return find()
    case .searchesAnew:
      leg = leg?.begunAnew()
      attachment = leg?.attachment
      return find()
    case .moves(let hop):
      move(hop)
      return find()
    case .starts(let run):
      return start(run)
    case .ends(let ending, let run, let releasesTurn):
      let entry = run.flatMap { candidate(of: $0.handler)?.entry }
      end(outcome(of: ending, entry), entry, releasesTurn: releasesTurn)
      return nil
    case .releasesTurn:
      releaseTurn()
      return nil
    }
  }

  // MARK: - Steps

  /// Finds all that the leg meets, in the version that there is now.
  private func find() -> DispatchMachine.Event {
    let found: FoundRoutes
    if let known = self.found.take(), known.version == core.registry.version {
      found = known
    } else {
      found = core.registry.search.find(
        target,
        lanes: asksProxies ? .all : .allButProxies,
        tags: tags,
        rivalTags: rivalTags,
        findsTags: attachment != nil,
        budget: budget
      )
    }
    budget = found.budget
    guards = Array(found.guards)
    proxies = found.proxies.filter { !passedProxies.contains($0.entry.id) }
    map = found.map
    if map == nil { attachment?.foundNoMap(among: found.tagsOfMaps) }
    return .found(guards: guards.count, proxies: proxies.count, hasMap: map != nil)
  }

  private func move(_ hop: Hop) {
    path.append(target.withoutQuery)
    target = hop.target
    leg = leg.map { DispatchLeg(hop, from: $0) }
    passedProxies = []
    asksProxies = hop.kind == .redirect
    trail.append(hop.kind == .commit ? .commit(target) : .redirect(target))
  }

  private func candidate(of handler: DispatchMachine.Handler) -> RouteCandidate? {
    switch handler {
    case .guard(let index): guards[index]
    case .proxy(let index): proxies[index]
    case .map: map
    }
  }

  private func start(_ run: DispatchMachine.Run) -> DispatchMachine.Event? {
    guard let candidate = candidate(of: run.handler), let leg else {
      return .vanishes(run, isOfGuard: false)
    }
    let entry = candidate.entry
    if let error = candidate.error {
      guard entry.kind != .guard else {
        core.report(RouterFault(.guardFailed(error), entry: entry, target: target.withoutQuery))
        return .answers(run, .ends(.denied))
      }
      return .answers(run, .ends(.failed(failure(.matchLimit, entry, cause: error))))
    }
    let context = RouteContext(leg, entry.matched, candidate.captures, trail: .steps(trail))
    note(entry)
    traces = entry.kind == .proxy ? leg.traces : 0
    let handlerRun = HandlerRun(
      run,
      entry,
      context,
      of: self,
      behind: run.handler == .map ? guards.map(\.entry) : []
    )
    current = handlerRun
    handlerRun.schedule()
    return nil
  }

  /// Adds a handler to the trail of those that come after it.
  private func note(_ entry: RouteEntry) {
    if entry.kind == .guard || entry.kind == .proxy { trail.append(TrailStep(entry.matched.route)) }
  }

  // MARK: - The end

  private func outcome(
    of ending: DispatchMachine.Ending,
    _ entry: RouteEntry?
  ) -> RouteOutcome {
    switch (ending, entry) {
    case (.handled, let entry?): return .handled(by: entry.id)
    case (.denied, let entry?):
      // Where a guard had gone before the map, it is not the handler that was come to.
      return .denied(by: entry.kind == .guard ? entry.id : lost.last?.id ?? entry.id)
    case (.outlasted, let entry?):
      switch entry.kind {
      case .guard: return .denied(by: entry.id)
      case .proxy: return .failed(failure(.proxyTimeLimit, entry))
      case .map, .fallback: return .timedOut
      }
    case (.redirected(let target), _): return .redirected(to: target)
    case (.failed(let error), _): return .failed(error)
    case (.looped, let entry):
      let targets = path + [target.withoutQuery]
      return .failed(
        DispatchError(.loop, target: target.withoutQuery, entry: entry, path: targets)
      )
    case (.unsettled, let entry):
      return .failed(
        DispatchError(
          .unsettled,
          target: target.withoutQuery,
          entry: entry,
          path: lost.map(\.pattern.text)
        )
      )
    case (.cancelled, _): return .cancelled
    case (.notFound, _), (.handled, nil), (.denied, nil), (.outlasted, nil): return .notFound
    }
  }

  private func end(_ outcome: RouteOutcome, _ entry: RouteEntry?, releasesTurn: Bool) {
    current?.stop()
    if case .failed(let error) = outcome, error.code.isReported(isAwaited: listener != .nobody) {
      core.report(RouterFault(.dispatchFailed(error), entry: entry, target: error.target))
    }
    if releasesTurn { ancestry?.end() }
    // No handler starts any more: what they would be told is let go of, even if one keeps its turn.
    found = nil
    guards = []
    proxies = []
    map = nil
    lost = []
    leg = nil
    switch listener {
    case .nobody: break
    case .task: promise?.resolve(outcome)
    case .attachment: attachment?.dispatchEnded(with: outcome, target)
    }
    if releasesTurn { releaseTurn() }
  }

  private func releaseTurn() {
    ancestry?.end()
    current = nil
    driver.leave()
  }

  private func failure(
    _ code: DispatchError.Code,
    _ entry: RouteEntry,
    cause: (any Error)? = nil
  ) -> DispatchError {
    DispatchError(code, target: target.withoutQuery, entry: entry, cause: cause)
  }
}

extension DispatchError.Code {
  /// Whether the failure is a fault to be reported; an error is, where nobody waits to be told.
  fileprivate func isReported(isAwaited: Bool) -> Bool {
    switch self {
    case .loop, .unsettled, .matchLimit, .badCommit: true
    case .handlerThrew: !isAwaited
    // Dropped answers and time limits have been reported as such.
    case .droppedNext, .proxyTimeLimit, .reentrant: false
    }
  }
}

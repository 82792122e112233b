import RoutePatterns

/// An opened target on its way: carries out what its machine says, with the routes of one table.
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
  /// The dispatches that wait for this one, itself included; nothing where that can matter to nobody.
  let ancestry: Ancestry?
  /// The outcome, if a task waits for it.
  let promise: OutcomePromise?
  /// Tags whose maps keep fallbacks from running.
  private let rivalTags: [RouteTag]
  private let tags: [RouteTag]
  private let attachment: (any DispatchAttachment)?
  private let listener: Listener

  private var machine: DispatchMachine
  private var leg: DispatchLeg?
  private var target: RouteTarget
  private var search: RouteSearch?
  private var budget: MatchBudget
  private var guards: [RouteCandidate] = []
  /// What has found the guards, of which some may have been taken away since.
  private var guardSearch: RouteSearch?
  /// How often they were looked for once more.
  private var guardSearches = 0
  private var proxies: [RouteCandidate] = []
  /// What was found of the map before there was the dispatch, until it is asked for.
  private var prepared: FirstLook?
  private var chosen: RouteCandidate?
  private var trail: [TrailStep] = []
  private var path: [String] = []
  private var current: HandlerRun?

  /// A dispatch that is to begin when it enters.
  init(
    _ core: RouterCore,
    _ leg: DispatchLeg,
    redirects: RedirectPolicy = .follow,
    rivalTags: [RouteTag] = [],
    listener: Listener
  ) {
    self.core = core
    self.leg = leg
    self.redirects = redirects
    self.rivalTags = rivalTags
    self.listener = listener
    target = leg.target
    tags = leg.tags
    attachment = leg.attachment
    promise = listener == .task ? OutcomePromise() : nil
    ancestry = Ancestry.ofNew(listener, in: core)
    driver = core.driver()
    budget = MatchBudget(steps: core.configuration.matchSteps)
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
  ///   - look: what that has found.
  ///   - index: the place of the handler that it has come to.
  ///   - arrival: how far that has come.
  init(
    _ inline: InlineDispatch,
    _ look: FirstLook,
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
    let handler = look.handler(at: index)
    machine = DispatchMachine(
      hopLimit: inline.core.configuration.hopLimit,
      redirects: inline.redirects,
      guards: look.guardCount,
      proxies: look.proxyCount,
      at: handler,
      isRunning: arrival != .begins
    )
    search = look.search
    budget = look.budget
    guards = look.guards
    guardSearch = look.search
    proxies = look.proxies
    trail = look.entries(before: index).map { TrailStep($0.route) }
    guard let run = machine.current else {
      prepared = look
      return
    }
    if handler == .map {
      chosen = look.map
      budget = look.budgetBehindMap
    } else {
      prepared = look
    }
    let candidate = look.candidate(at: index)
    if candidate.isMatched, let leg {
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
    if case .vanishes(let run) = event, run == current?.run, !trail.isEmpty, run.handler != .map {
      trail.removeLast()
    }
    var next: DispatchMachine.Event? = event
    while let event = next {
      // Worked on in place, what changes would be looked at for others that change it.
      var machine = self.machine
      let action = machine.receive(event)
      self.machine = machine
      next = perform(action)
    }
  }

  /// Does what the machine says.
  /// - Returns: what has come of it, if that is known at once.
  private func perform(_ action: DispatchMachine.Action) -> DispatchMachine.Event? {
    switch action {
    case .waits:
      return nil
    case .searches:
      let search = core.registry.search
      self.search = search
      return find(by: search, includesProxies: true)
    case .searchesGuards:
      return .foundGuards(findMoreGuards())
    case .moves(let hop):
      move(hop)
      return find(by: search ?? core.registry.search, includesProxies: hop.kind == .redirect)
    case .chooses:
      if let look = prepared.take() {
        chosen = look.map
        budget = look.budgetBehindMap
      } else {
        chosen = search?.map(for: target, tags: tags, rivalTags: rivalTags, budget: &budget)
      }
      return .chose(isFound: chosen != nil)
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

  private func find(by search: RouteSearch, includesProxies: Bool) -> DispatchMachine.Event {
    var budget = self.budget
    let found = search.guards(for: target, budget: &budget)
    guards = found.candidates
    guardSearch = found.search
    guardSearches = 0
    proxies = includesProxies ? search.proxies(for: target, tags: tags, budget: &budget) : []
    self.budget = budget
    return .found(guards: guards.count, proxies: proxies.count)
  }

  /// Looks for guards that were registered since those of the target were found, one of which has gone.
  /// - Returns: how many there are in all; nothing when they come and go so fast that no search tells.
  private func findMoreGuards() -> Int? {
    guard let guardSearch, !guardSearch.hasAllGuards else { return guards.count }
    guardSearches += 1
    guard guardSearches <= Self.guardSearchLimit else { return nil }
    var budget = self.budget
    let search = core.registry.search
    let found = search.guards(for: target, behind: guardSearch, budget: &budget)
    self.budget = budget
    guards += found.candidates
    self.guardSearch = found.search
    return guards.count
  }

  private static var guardSearchLimit: Int { 16 }

  private func move(_ hop: Hop) {
    path.append(target.withoutQuery)
    target = hop.target
    leg = leg.map { DispatchLeg(hop, from: $0) }
    prepared = nil
    trail.append(hop.kind == .commit ? .commit(target) : .redirect(target))
  }

  private func candidate(of handler: DispatchMachine.Handler) -> RouteCandidate? {
    switch handler {
    case .guard(let index): guards[index]
    case .proxy(let index): proxies[index]
    case .map: chosen
    }
  }

  private func start(_ run: DispatchMachine.Run) -> DispatchMachine.Event? {
    guard let candidate = candidate(of: run.handler) else { return .vanishes(run) }
    let entry = candidate.entry
    if let error = candidate.error {
      guard entry.kind != .guard else {
        core.report(RouterFault(.guardFailed(error), entry: entry, target: target.withoutQuery))
        return .answers(run, .ends(.denied))
      }
      return .answers(run, .ends(.failed(failure(.matchLimit, entry, cause: error))))
    }
    guard let leg else { return .vanishes(run) }
    let context = RouteContext(leg, entry.matched, candidate.captures, trail: .steps(trail))
    note(entry)
    let handlerRun = HandlerRun(run, entry, context, of: self)
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
    case (.denied, let entry?): return .denied(by: entry.id)
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
    search = nil
    guardSearch = nil
    guards = []
    proxies = []
    chosen = nil
    leg = nil
    prepared = nil
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
    case .loop, .matchLimit, .badCommit: true
    case .handlerThrew: !isAwaited
    // Dropped answers and time limits have been reported as such.
    case .droppedNext, .proxyTimeLimit, .reentrant: false
    }
  }
}

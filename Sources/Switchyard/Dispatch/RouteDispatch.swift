import RoutePatterns

/// An opened target on its way: carries out what its machine says, with the routes of one table.
///
/// Only jobs of its driver touch what changes, hence `@unchecked`.
final class RouteDispatch: @unchecked Sendable {
  let core: RouterCore
  let driver: Driver
  let tags: [RouteTag]
  let redirects: RedirectPolicy
  /// The dispatches that wait for this one, itself included; nothing where that can matter to nobody.
  let ancestry: Ancestry?
  /// What handlers of another module find of their own, whatever a commit passes.
  let attachment: (any DispatchAttachment)?
  /// Tags whose maps keep fallbacks from running.
  private let rivalTags: [RouteTag]
  /// Who waits for the outcome, and the target that it came to; nobody for what was opened.
  private let onEnd: (@Sendable (RouteOutcome, RouteTarget) -> Void)?
  private let values = RouteContext.Values([:])

  /// What was found before it began and stands below, until it is asked for.
  private var prepared: FirstLook.Extent
  private var machine: DispatchMachine
  private var search: RouteSearch?
  private var budget: MatchBudget
  private var target: RouteTarget
  private var passed: Passed
  private var changes: ParameterChanges?
  private var guards: [RouteCandidate] = []
  private var proxies: [RouteCandidate] = []
  private var chosen: RouteCandidate?
  private var trail: [TrailStep] = []
  private var path: [String] = []
  private var current: HandlerRun?

  init(
    _ core: RouterCore,
    target: RouteTarget,
    tags: [RouteTag],
    passed: Passed,
    attachment: (any DispatchAttachment)? = nil,
    rivalTags: [RouteTag] = [],
    redirects: RedirectPolicy = .follow,
    look: FirstLook? = nil,
    onEnd: (@Sendable (RouteOutcome, RouteTarget) -> Void)? = nil
  ) {
    self.core = core
    self.target = target
    self.tags = tags
    self.passed = passed
    self.redirects = redirects
    self.attachment = attachment
    self.rivalTags = rivalTags
    prepared = look?.extent ?? .nothing
    search = look?.search
    guards = look?.guards ?? []
    proxies = look?.proxies ?? []
    chosen = look?.map
    self.onEnd = onEnd
    // Nobody waits for what is opened, whoever opens it.
    let parent = onEnd == nil ? nil : Ancestry.current
    ancestry = core.isSerial || parent != nil ? Ancestry(core, parent: parent) : nil
    driver = core.driver()
    budget = look?.budget ?? MatchBudget(steps: core.configuration.matchSteps)
    machine = DispatchMachine(hopLimit: core.configuration.hopLimit, redirects: redirects)
  }

  // Each of its handlers holds it until that ends.
  deinit { attachment?.dispatchIsGone() }

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
      guard prepared == .nothing else {
        if prepared == .comesBefore { prepared = .nothing }
        return .found(guards: guards.count, proxies: proxies.count)
      }
      search = core.registry.search
      return find(includesProxies: true)
    case .moves(let hop):
      move(hop)
      return find(includesProxies: hop.kind == .redirect)
    case .chooses:
      if prepared == .map {
        prepared = .nothing
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

  private func find(includesProxies: Bool) -> DispatchMachine.Event {
    guard let search else { return .found(guards: 0, proxies: 0) }
    var budget = self.budget
    guards = search.guards(for: target, budget: &budget)
    proxies = includesProxies ? search.proxies(for: target, tags: tags, budget: &budget) : []
    self.budget = budget
    return .found(guards: guards.count, proxies: proxies.count)
  }

  private func move(_ hop: Hop) {
    path.append(target.withoutQuery)
    target = hop.target
    changes = hop.changes
    if let payload = hop.payload { passed = .value(payload) }
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
    switch candidate(of: run.handler) {
    case nil:
      return .vanishes(run)
    case .failed(let entry, let error):
      guard entry.kind != .guard else {
        core.report(RouterFault(.guardFailed(error), entry: entry, target: target.withoutQuery))
        return .answers(run, .ends(.denied))
      }
      return .answers(run, .ends(.failed(failure(.matchLimit, entry, cause: error))))
    case .matched(let entry, let captures):
      let context = RouteContext(
        target: target,
        passed: passed,
        tags: tags,
        matched: entry.matched,
        trail: trail,
        captures: captures,
        changes: changes,
        attachment: attachment,
        values: values
      )
      switch run.handler {
      case .guard: trail.append(.guard(entry.matched.route))
      case .proxy: trail.append(.proxy(entry.matched.route))
      case .map: break
      }
      let handlerRun = HandlerRun(run, entry, context, of: self)
      current = handlerRun
      handlerRun.schedule()
      return nil
    }
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
    if case .failed(let error) = outcome, error.code.isReported(isAwaited: onEnd != nil) {
      core.report(RouterFault(.dispatchFailed(error), entry: entry, target: error.target))
    }
    if releasesTurn { ancestry?.end() }
    // No handler starts any more: what they would be told is let go of, even if one keeps its turn.
    search = nil
    guards = []
    proxies = []
    chosen = nil
    passed = .nothing
    changes = nil
    onEnd?(outcome, target)
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

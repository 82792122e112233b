import RouteIndex
import RoutePatterns

extension RouteDispatch {
  /// The place of a handler among those that were found.
  func place(of handler: DispatchMachine.Handler) -> Int {
    guard let found else { return 0 }
    return switch handler {
    case .guard(let index): index
    case .proxy(let index): found.guardCount + index
    case .map: found.endPlace
    }
  }

  /// The route of a handler, as long as there is one at its place.
  func entry(of handler: DispatchMachine.Handler) -> RouteEntry? {
    let place = place(of: handler)
    guard let found, place < found.count else { return nil }
    return found.entry(at: place)
  }

  /// Notes that the proxy at a place has gone on: if it has left nothing, it is not asked again
  /// when the leg begins anew.
  func notePassing(at place: Int) {
    guard place < UInt64.bitWidth, traces == tracesBefore else { return }
    passedPlaces |= 1 &<< UInt64(place)
  }

  /// Finds all that the target meets, before the leg begins.
  /// - Returns: whether there is a map and no mere fallback.
  @discardableResult
  func find() -> Bool {
    let found = search()
    let hasMap = found.hasMap
    prepare(found, budget)
    return hasMap
  }

  /// Takes over what was found before the leg begins, and what is left of the steps.
  func prepare(_ found: FoundRoutes, _ budget: MatchBudget) {
    self.budget = budget
    isPrepared = true
    self.found = found
  }

  private func search() -> FoundRoutes {
    // In place, it would be looked at for others that change it.
    var budget = budget
    defer { self.budget = budget }
    return core.registry.find(
      target,
      lanes: asksProxies ? .all : .allButProxies,
      tags: tags,
      rivalTags: rivalTags,
      findsTags: attachment != nil,
      budget: &budget
    )
  }

  /// Begins a leg with all that it meets, in the version that there is now.
  func beginLeg() -> DispatchMachine.Event {
    var found: FoundRoutes
    if isPrepared, let known = self.found,
      !hasWaited || known.version == core.registry.version
    {
      found = known
    } else {
      found = search()
    }
    isPrepared = false
    passedPlaces = 0
    if let history, !history.passedProxies.isEmpty {
      found = FoundRoutes(found, without: history.passedProxies)
    }
    self.found = found
    if found.count > 0 {
      let leg =
        leg ?? DispatchLeg(target, payload: given, tags: ownTags, attachment: attachment)
      leg.begin(with: found.matches, after: history?.trail ?? [])
      self.leg = leg
    }
    let hasMap = found.hasEnd
    if !hasMap { attachment?.foundNoMap(among: found.tagsOfMaps) }
    // Middleware that is found where there is no map runs all the same.
    let runsWithout = found.middlewareCount > 0 && attachment?.leavesMisses != true
    return .found(
      guards: found.guardCount,
      proxies: found.proxyCount,
      hasMap: hasMap || runsWithout
    )
  }

  /// Ends a try of the current leg: its handlers are in the trail from now on.
  /// - Parameter ran: the number of them that ran.
  func endTry(ran: Int) {
    guard let found else { return }
    madeHistory.trail += found.matches.steps(before: ran)
  }

  func move(_ hop: Hop, from run: DispatchMachine.Run) {
    endTry(ran: place(of: run.handler) + 1)
    let history = madeHistory
    history.path.append(target.withoutQuery)
    leg = leg.map { DispatchLeg(hop, from: $0) }
    target = hop.target
    history.passedProxies = []
    asksProxies = hop.kind == .redirect
    history.trail.append(hop.kind == .commit ? .commit(target) : .redirect(target))
  }

  func beginAnew() {
    let history = madeHistory
    if let found {
      for place in 0..<min(found.count, UInt64.bitWidth)
      where passedPlaces >> UInt64(place) & 1 == 1 {
        history.passedProxies.insert(found.entry(at: place).id)
      }
    }
    guard let anew = leg?.begunAnew() else { return }
    leg = anew
    attachment = anew.attachment
  }

  /// Tells the machine what has happened.
  /// - Returns: the action that it asks for.
  func advance(_ event: DispatchMachine.Event) -> DispatchMachine.Action {
    var event = event
    if case .vanishes(let run, _) = event, attachment?.canBeginAnew == false {
      event = .answers(run, .ends(.unsettled))
    }
    // Worked on in place, what changes would be looked at for others that change it.
    var machine = self.machine
    let action = machine.receive(event)
    self.machine = machine
    return action
  }

  /// Takes an action that leads to a leg.
  /// - Returns: what was found, or `nil` for any other action.
  func beginLeg(_ action: DispatchMachine.Action) -> DispatchMachine.Event? {
    switch action {
    case .searches: break
    case .searchesAnew: beginAnew()
    case .moves(let hop, from: let run): move(hop, from: run)
    case .waits, .starts, .ends, .releasesTurn: return nil
    }
    return beginLeg()
  }

  /// Returns what comes of a run whose handler is not called: its match has hit a limit, it is a
  /// map that may not run, or no guard where guards alone are asked.
  func refusal(of run: DispatchMachine.Run, _ entry: RouteEntry) -> DispatchMachine.Event? {
    guard found?.hasFailures == true, let (entry, error) = undecided(before: run, entry) else {
      let access = core.configuration.access
      // Where there is neither map nor fallback, middleware stands in their place.
      let isEnd = run.handler == .map && found?.hasEnd == true
      if isEnd, let refused = found?.refusal(of: entry, under: access) {
        // One that has gone is not asked who may come to it: the leg begins anew.
        if let gone = gone(before: run, entry) { return lose(run, gone) }
        report(RouterFault(.accessRefused(refused), entry: entry, target: target.withoutQuery))
        return .answers(run, .ends(.refused))
      }
      guard inquiry != nil, entry.kind != .guard else { return nil }
      // It would begin here: where it still may, it counts as having gone on.
      return gone(before: run, entry).map { lose(run, $0) } ?? .answers(run, .proceeds)
    }
    guard entry.kind == .guard else {
      let failure = DispatchError(
        .matchLimit,
        target: target.withoutQuery,
        entry: entry,
        cause: error
      )
      return .answers(run, .ends(.failed(failure)))
    }
    report(RouterFault(.guardFailed(error), entry: entry, target: target.withoutQuery))
    return .answers(run, .ends(.denied))
  }

  /// The route whose match has hit a limit, so that a handler cannot be called: its own, or
  /// middleware around it.
  private func undecided(
    before run: DispatchMachine.Run,
    _ entry: RouteEntry
  ) -> (RouteEntry, MatchError)? {
    guard let found else { return nil }
    if let error = found.error(at: place(of: run.handler)) { return (entry, error) }
    guard run.handler == .map else { return nil }
    for place in found.middlewarePlaces {
      if let error = found.error(at: place) { return (found.entry(at: place), error) }
    }
    return nil
  }

  /// The handler of a run with the middleware around it; `nil` where there is none.
  func wrapped(_ run: DispatchMachine.Run) -> WrappedHandler? {
    guard run.handler == .map, let found, found.middlewareCount > 0, let leg else { return nil }
    return WrappedHandler(core, found, leg)
  }

  /// Notes a route that had gone before the turn of a handler.
  func lose(_ run: DispatchMachine.Run, _ gone: RouteEntry) -> DispatchMachine.Event {
    madeHistory.lost.append(gone)
    endTry(ran: place(of: run.handler))
    return .vanishes(run, isOfGuard: gone.kind == .guard)
  }

  /// The route that has gone before a handler could start: its own, or before a map that of a guard
  /// or of middleware.
  func gone(before run: DispatchMachine.Run, _ entry: RouteEntry) -> RouteEntry? {
    guard entry.isLive else { return entry }
    return run.handler == .map ? found?.goneBeforeEnd : nil
  }
}

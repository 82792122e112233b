import RoutePatterns

extension RouteDispatch {
  /// The place of a handler among those that were found.
  func place(of handler: DispatchMachine.Handler) -> Int {
    guard let found else { return 0 }
    return switch handler {
    case .guard(let index): index
    case .proxy(let index): found.guardCount + index
    case .map: found.guardCount + found.proxyCount
    }
  }

  func candidate(of handler: DispatchMachine.Handler) -> RouteCandidate? {
    let place = place(of: handler)
    guard let found, place < found.candidates.count else { return nil }
    return found.candidates[place]
  }

  /// Finds all that the target meets, before the leg begins.
  /// - Returns: whether there is a map and no mere fallback.
  @discardableResult
  func find() -> Bool {
    let found = search()
    let hasMap = found.hasMap
    prepare(found)
    return hasMap
  }

  /// Takes over what was found before the leg begins.
  func prepare(_ found: consuming FoundRoutes) {
    budget = found.budget
    isPrepared = true
    self.found = found
  }

  func search() -> FoundRoutes {
    core.registry.search.find(
      target,
      lanes: asksProxies ? .all : .allButProxies,
      tags: tags,
      rivalTags: rivalTags,
      findsTags: attachment != nil,
      budget: budget
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
      budget = found.budget
    }
    isPrepared = false
    passedPlaces = 0
    if !passedProxies.isEmpty { found.removeProxies(passedProxies) }
    let hasMap = found.map != nil
    if !hasMap { attachment?.foundNoMap(among: found.tagsOfMaps) }
    let (guards, proxies) = (found.guardCount, found.proxyCount)
    self.found = consume found
    return .found(guards: guards, proxies: proxies, hasMap: hasMap)
  }

  /// Ends a try of the current leg: its handlers are in the trail from now on.
  /// - Parameter ran: the number of them that ran.
  func endTry(ran: Int) {
    guard let found else { return }
    pastTrail += found.entries(before: ran).map { TrailStep($0.route) }
  }

  func move(_ hop: Hop, from run: DispatchMachine.Run?) {
    endTry(ran: run.map { place(of: $0.handler) + 1 } ?? 0)
    path.append(target.withoutQuery)
    laterLeg = DispatchLeg(hop, from: leg)
    target = hop.target
    passedProxies = []
    asksProxies = hop.kind == .redirect
    pastTrail.append(hop.kind == .commit ? .commit(target) : .redirect(target))
  }

  func beginAnew() {
    if let found {
      for place in 0..<min(found.candidates.count, UInt64.bitWidth)
      where passedPlaces >> UInt64(place) & 1 == 1 {
        passedProxies.insert(found.candidates[place].entry.id)
      }
    }
    laterLeg = leg.begunAnew()
    attachment = laterLeg?.attachment
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
  func beginLeg(
    _ action: DispatchMachine.Action,
    after event: DispatchMachine.Event
  ) -> DispatchMachine.Event? {
    switch action {
    case .searches: break
    case .searchesAnew: beginAnew()
    case .moves(let hop):
      let run: DispatchMachine.Run? = if case .answers(let run, _) = event { run } else { nil }
      move(hop, from: run)
    case .waits, .starts, .ends, .releasesTurn: return nil
    }
    return beginLeg()
  }

  /// Returns what comes of a run whose handler cannot be called: its match has hit a limit, or a route has gone.
  func refusal(
    of run: DispatchMachine.Run,
    _ candidate: RouteCandidate
  ) -> DispatchMachine.Event? {
    guard let error = candidate.error else { return nil }
    let entry = candidate.entry
    guard entry.kind == .guard else {
      let failure = DispatchError(
        .matchLimit,
        target: target.withoutQuery,
        entry: entry,
        cause: error
      )
      return .answers(run, .ends(.failed(failure)))
    }
    core.report(RouterFault(.guardFailed(error), entry: entry, target: target.withoutQuery))
    return .answers(run, .ends(.denied))
  }

  /// Notes a route that had gone before the turn of a handler.
  func lose(_ run: DispatchMachine.Run, _ gone: RouteEntry) -> DispatchMachine.Event {
    lost.append(gone)
    endTry(ran: place(of: run.handler))
    return .vanishes(run, isOfGuard: gone.kind == .guard)
  }

  /// The route that has gone before a handler could start: its own, or before a map that of a guard.
  func gone(before run: DispatchMachine.Run, _ entry: RouteEntry) -> RouteEntry? {
    guard entry.isLive else { return entry }
    return run.handler == .map ? found?.goneGuard : nil
  }
}

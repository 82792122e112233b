import RouteIndex

extension FoundRoutes {
  /// The place of a handler among those that were found.
  func place(of handler: DispatchMachine.Handler) -> Int {
    switch handler {
    case .guard(let index): index
    case .proxy(let index): guardCount + index
    case .map: endPlace
    }
  }

  /// Whether there is middleware around the handler of a run.
  @inline(__always)
  func isWrapped(_ run: DispatchMachine.Run) -> Bool {
    middlewareCount > 0 && run.handler == .map
  }

  /// The route that has gone before a handler could start: its own, or before a map that of a guard
  /// or of middleware.
  @inline(__always)
  func gone(before run: DispatchMachine.Run, _ entry: RouteEntry) -> RouteEntry? {
    guard entry.isLive else { return entry }
    return run.handler == .map ? goneBeforeEnd : nil
  }
}

extension RouteDispatch {
  /// The route of a handler, as long as there is one at its place.
  func entry(of handler: DispatchMachine.Handler) -> RouteEntry? {
    let place = found.place(of: handler)
    return place < found.count ? found.entry(at: place) : nil
  }

  /// Notes that a handler has gone on: a proxy that has left no more traces than there were is not
  /// asked again when the leg begins anew.
  func notePassing(of run: DispatchMachine.Run, _ traces: @autoclosure () -> Int) {
    guard case .proxy(let place) = run.handler, traces() == tracesBefore else { return }
    // Worked on in place, it would be looked at for others that change it.
    var places = passedPlaces
    // Else those behind the 64th would be copied.
    passedPlaces = PlaceSet()
    places.insert(place)
    passedPlaces = places
  }

  /// Finds all that the target meets, before the leg begins.
  func find() {
    search()
    foundMap = HeldReference(found).read { $0.hasMap }
    isPrepared = true
  }

  private func search() {
    clearFound()
    if let recorder { recordSearch(by: recorder) }
    if let attachment { search(with: attachment) } else { search(beside: []) }
    if let recorder { recordFound(by: recorder) }
  }

  /// Searches anew where a method has come or gone meanwhile, which may be that of a route in the
  /// version that was read; where a map is found, those of other methods have no say.
  private func search(with attachment: any DispatchAttachment) {
    let budget = found.budget
    var rivals = attachment.rivals
    search(beside: rivals?.tags ?? [])
    var rest = Self.rivalLimit
    while rest > 0, !HeldReference(found).read({ $0.hasMap }), let later = attachment.rivals,
      later.change != rivals?.change
    {
      rivals = later
      rest -= 1
      clearFound()
      // The client has not caused the search before.
      found.budget = budget
      search(beside: later.tags)
    }
  }

  /// The number of times that routes are looked for again because methods have come or gone.
  private static var rivalLimit: Int { 8 }

  private func search(beside rivalTags: [RouteTag]) {
    // No handler runs, so that nobody else ends the dispatch and makes room elsewhere.
    HeldReference(found).read { found in
      registry.find(
        target,
        lanes: asksProxies ? .all : .allButProxies,
        tags: tags,
        rivalTags: rivalTags,
        findsTags: attachment != nil,
        into: found
      )
    }
  }

  /// Begins a leg with all that it meets, in the version that there is now.
  func beginLeg() -> DispatchMachine.Event {
    if !isPrepared {
      search()
    } else if hasWaited, found.version != registry.version {
      // What `open` has looked up for its answer costs the dispatch no steps.
      found.budget = core.budget
      search()
    }
    isPrepared = false
    passedPlaces = PlaceSet()
    if let history, !history.passedProxies.isEmpty { leaveOut(history.passedProxies) }
    // As it is held while it is searched.
    return HeldReference(found).read { beginLeg($0) }
  }

  private func beginLeg(_ found: FoundRoutes) -> DispatchMachine.Event {
    if found.count > 0 { fillLeg(found) }
    if let recorder { leg?.isRecorded(by: recorder) }
    let hasMap = found.hasEnd
    if !hasMap { attachment?.foundNoMap(among: found.tagsOfMaps) }
    return .found(
      guards: found.guardCount,
      proxies: found.proxyCount,
      // Middleware that is found where there is no map runs all the same.
      hasMap: hasMap || found.middlewareCount > 0 && attachment?.leavesMisses != true
    )
  }

  /// Makes the leg of what was found.
  private func fillLeg(_ found: FoundRoutes) {
    beginLeg { leg in
      leg.begin(target, payload: given, attachment: attachment, end: found.matchedEnd)
      for place in 0..<found.count {
        leg.append(
          found.read(place) { met in
            DispatchLeg.Match(matched: HeldReference(met.entry.matched), values: met.values)
          }
        )
      }
      // Most legs have none of these, and no references to them are counted then.
      guard
        ownTags != nil || origin != nil || history != nil || found.hasAskedValues
      else { return }
      leg.take(
        tags: ownTags,
        origin: origin,
        after: history?.trail,
        asked: found.askedValues
      )
    }
  }

  /// Ends a try of the current leg: its handlers are in the trail from now on.
  /// - Parameter ran: the number of them that ran.
  func endTry(ran: Int) {
    madeHistory.trail += (0..<ran).compactMap { TrailStep(found.entry(at: $0).matched.route) }
  }

  func move(_ hop: Hop, from run: DispatchMachine.Run) {
    endTry(ran: found.place(of: run.handler) + 1)
    let history = madeHistory
    history.path.append(target.withoutQuery)
    origin = leg?.origin(of: hop)
    given = hop.payload ?? given
    take(target: hop.target)
    history.passedProxies = []
    asksProxies = hop.kind == .redirect
    history.trail.append(hop.kind == .commit ? .commit(target) : .redirect(target))
  }

  func beginAnew() {
    let history = madeHistory
    for place in 0..<found.proxyCount where passedPlaces.contains(place) {
      history.passedProxies.insert(found.entry(at: found.place(of: .proxy(place))).id)
    }
    let last = attachment
    if let origin {
      // Once more a copy: what this try leaves must not reach the next, either.
      attachment = origin.attachment?.copy(keepsTraces: true)
      self.origin = origin.begunAnew()
    } else {
      attachment = last?.copy(keepsTraces: false)
    }
    last?.tryIsGivenUp()
  }

  /// Tells the machine what has happened.
  /// - Returns: the action that it asks for.
  func advance(_ event: DispatchMachine.Event) -> DispatchMachine.Action {
    if let recorder { return advance(event, recordedBy: recorder) }
    return advanceUnseen(event)
  }

  @inline(__always)
  func advanceUnseen(_ event: DispatchMachine.Event) -> DispatchMachine.Action {
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

  /// Goes on behind a handler that lets the next one run.
  /// - Returns: the next handler; `nil` where there is none or the dispatch is traced, so that the
  ///   machine is told as of anything else.
  @inline(__always)
  func next(after run: DispatchMachine.Run) -> DispatchMachine.Run? {
    if recorder != nil { return nil }
    // Not in place, as above.
    var machine = self.machine
    guard let next = machine.goOn(behind: run) else { return nil }
    self.machine = machine
    return next
  }

  /// Takes an action that leads to a leg.
  /// - Returns: what was found, or `nil` for any other action.
  func beginLeg(_ action: DispatchMachine.Action) -> DispatchMachine.Event? {
    switch action {
    case .searches: return beginLeg()
    case .searchesAnew: beginAnew()
    case .moves(let hop, from: let run): move(hop, from: run)
    case .waits, .starts, .ends, .releasesTurn: return nil
    }
    // It has the routes and the payload of the leg or try before, which may last for long.
    releaseRun()
    return beginLeg()
  }

  /// Returns what comes of a run whose handler is not called: its match has hit a limit, it is a
  /// map that may not run, or no guard where guards alone are asked.
  @inline(__always)
  func refusal(
    of run: DispatchMachine.Run,
    _ entry: RouteEntry,
    _ found: FoundRoutes
  ) -> DispatchMachine.Event? {
    let mayBeRefused =
      found.hasFailures || inquiry != nil || core.configuration.access != .open
    return mayBeRefused ? possibleRefusal(of: run, entry) : nil
  }

  @inline(never)
  private func possibleRefusal(
    of run: DispatchMachine.Run,
    _ entry: RouteEntry
  ) -> DispatchMachine.Event? {
    guard found.hasFailures, let (undecided, error) = undecided(before: run, entry) else {
      let access = core.configuration.access
      // Where there is neither map nor fallback, middleware stands in their place.
      let isEnd = run.handler == .map && found.hasEnd
      if isEnd, let refused = found.refusal(of: entry, under: access) {
        // One that has gone is not asked who may come to it: the leg begins anew.
        if let gone = found.gone(before: run, entry) { return lose(run, gone) }
        report(RouterFault(.accessRefused(refused), entry: entry, target: target.withoutQuery))
        return .answers(run, .ends(.refused))
      }
      guard inquiry != nil, entry.kind != .guard else { return nil }
      // It would begin here: where it still may, it counts as having gone on.
      return found.gone(before: run, entry).map { lose(run, $0) } ?? .answers(run, .proceeds)
    }
    // One that has gone ends nothing: the leg begins anew.
    if let gone = found.gone(before: run, entry) { return lose(run, gone) }
    guard undecided.kind == .guard else {
      let failure = DispatchError(
        .matchLimit,
        target: target.withoutQuery,
        entry: undecided,
        cause: error
      )
      return .answers(run, .ends(.failed(failure)))
    }
    report(RouterFault(.guardFailed(error), entry: undecided, target: target.withoutQuery))
    return .answers(run, .ends(.denied))
  }

  /// The route whose match has hit a limit, so that a handler cannot be called: its own, or
  /// middleware around it.
  private func undecided(
    before run: DispatchMachine.Run,
    _ entry: RouteEntry
  ) -> (RouteEntry, MatchError)? {
    if let error = found.error(at: found.place(of: run.handler)) { return (entry, error) }
    guard run.handler == .map else { return nil }
    for place in found.middlewarePlaces {
      if let error = found.error(at: place) { return (found.entry(at: place), error) }
    }
    return nil
  }

  /// The handler of a run with the middleware around it, where all of them are functions and there
  /// is some.
  @inline(__always)
  func functions(_ run: DispatchMachine.Run) -> FunctionCall? {
    guard found.isWrapped(run), found.isOfFunctions, let leg else { return nil }
    return FunctionCall(found, leg)
  }

  /// The handler of a run with the middleware around it; `nil` where there is none, or where they
  /// are functions.
  func wrapped(_ run: DispatchMachine.Run) -> WrappedHandler? {
    guard found.isWrapped(run), !found.isOfFunctions, let leg else { return nil }
    return WrappedHandler(core, found, leg)
  }

  /// The time limit of a handler, as `watchedCall` says it.
  @inline(__always)
  func watchedLimit(of kind: RouteKind) -> Int64 {
    switch kind {
    case .guard: watchedLimits.guards
    case .proxy: watchedLimits.others
    case .middleware, .map, .fallback:
      found.hasOwnTimeLimit ? limits.watched(found.timeLimit) : watchedLimits.others
    }
  }

  /// The time limit of a handler of the current leg; of a map or fallback, with the middleware
  /// around it.
  func timeLimit(of kind: RouteKind) -> TimeLimits.Limit {
    switch kind {
    case .guard: .guards
    case .proxy: .handlers
    case .middleware, .map, .fallback: found.timeLimit
    }
  }

  /// Notes a route that had gone before the turn of a handler.
  func lose(_ run: DispatchMachine.Run, _ gone: RouteEntry) -> DispatchMachine.Event {
    madeHistory.lost.append(gone.matched)
    endTry(ran: found.place(of: run.handler))
    return .vanishes(run, isOfGuard: gone.kind == .guard)
  }
}

// What a dispatch tells the recorder of its trace, where it has one.
extension RouteDispatch {
  /// Tells the machine what has happened, and records that with what the machine says.
  @inline(never)
  func advance(
    _ event: DispatchMachine.Event,
    recordedBy recorder: TraceRecorder
  ) -> DispatchMachine.Action {
    let current = machine.current
    let action = advanceUnseen(event)
    record(event, at: current, action, by: recorder)
    return action
  }

  /// Records that the routes are looked for which the target meets.
  @inline(never)
  func recordSearch(by recorder: TraceRecorder) {
    found.countsSteps = true
    recorder.searches(with: found.budget.remaining)
  }

  /// Records that they have been found.
  @inline(never)
  func recordFound(by recorder: TraceRecorder) {
    found.countsSteps = false
    recorder.hasFound(with: found.budget.remaining)
  }

  /// Records the end of a dispatch on its caller's thread, and delivers its trace unless that is
  /// for others to do.
  @inline(never)
  func recordEnd(_ outcome: RouteOutcome, by recorder: TraceRecorder) {
    record(outcome, by: recorder)
    if listener != .attachment { recorder.deliver() }
  }

  /// Records what the machine was told, and what it has said.
  /// - Parameters:
  ///   - event: the event.
  ///   - current: the run at which it came.
  ///   - action: the action.
  ///   - recorder: the recorder.
  private func record(
    _ event: DispatchMachine.Event,
    at current: DispatchMachine.Run?,
    _ action: DispatchMachine.Action,
    by recorder: TraceRecorder
  ) {
    recordPart(of: event, at: current, by: recorder)
    switch event {
    case .begins: recorder.hasTurn()
    case .found:
      if case .waits = action { break }
      recorder.begins(target, found.hiddenRanges(in: target), version: found.version)
    case .answers(let run, let answer) where run == current:
      if case .moves(let hop, from: _) = action {
        // Its leg says it better, when that begins.
        record(answer, of: run, by: recorder, [hop.target.pathStart..<hop.target.pathEnd])
      } else {
        record(answer, of: run, by: recorder)
      }
    case .vanishes(let run, _) where run == current: recorder.endsAll(.vanishes)
    case .outlasts(let run) where run == current: recorder.endsAll(.timesOut)
    default: break
    }
    switch action {
    case .starts(let run): recordTurn(of: run, by: recorder)
    case .searchesAnew: recorder.leaves(for: .anew)
    case .moves(let hop, from: _): recorder.leaves(for: hop.kind == .commit ? .commit : .redirect)
    case .waits, .searches, .ends, .releasesTurn: break
    }
  }

  private func recordTurn(of run: DispatchMachine.Run, by recorder: TraceRecorder) {
    if run.handler == .map, found.middlewareCount > 0 { return recorder.turns() }
    let place = found.place(of: run.handler)
    guard place < found.count, let leg else { return }
    recorder.comes(found.step(at: place, leg, core.place))
  }

  /// Records the map or fallback whose turn has come, where it ends before anything around it has
  /// begun.
  private func recordPart(
    of event: DispatchMachine.Event,
    at current: DispatchMachine.Run?,
    by recorder: TraceRecorder
  ) {
    switch event {
    case .answers(let run, _), .vanishes(let run, _), .outlasts(let run):
      guard run == current, recorder.hasTurnOnly, let leg, found.count > 0 else { return }
      recorder.comes(found.step(at: found.endPlace, leg, core.place))
    case .isCancelled, .begins, .found: break
    }
  }

  private func record(
    _ answer: DispatchMachine.Answer,
    of run: DispatchMachine.Run,
    by recorder: TraceRecorder,
    _ hidden: [Range<Int>]? = nil
  ) {
    // Of what is wrapped each part says for itself what comes of it.
    guard let entry = entry(of: run.handler) else { return }
    switch answer {
    case .proceeds:
      switch entry.kind {
      case .guard: recorder.ends(entry.id, .allows)
      case .proxy: recorder.ends(entry.id, .passes)
      case .middleware, .map, .fallback: recorder.ends(entry.id, .completes)
      }
    case .commits(let hop):
      recorder.ends(entry.id, .commits)
      recorder.leads(entry.id, to: hop.target, hidden ?? hiddenRanges(ofHopTo: hop.target))
    case .redirects(let hop):
      recorder.ends(entry.id, .redirects)
      recorder.leads(entry.id, to: hop.target, hidden ?? hiddenRanges(ofHopTo: hop.target))
    case .ends(.refused): recorder.endsAll(.refused)
    case .ends(.unsettled): recorder.endsAll(.vanishes)
    case .ends(.failed(let error)) where error.code == .matchLimit: recorder.endsAll(.undecided)
    case .ends(.denied):
      let isUndecided = found.error(at: found.place(of: run.handler)) != nil
      recorder.ends(entry.id, isUndecided ? .undecided : .denies)
    case .ends: recorder.ends(entry.id, .completes)
    }
  }

  /// Records what an answer says that the machine is not told.
  func record(_ answer: HandlerAnswer, of entry: RouteEntry, by recorder: TraceRecorder) {
    switch answer {
    case .threw(let error, let thrower):
      recorder.notes(.throwsError, error, of: thrower?.route.id ?? entry.id)
    case .dropped: recorder.notes(.dropsAnswer, nil, of: entry.id)
    case .completed, .verdict, .decision, .answered, .missed, .vanished: break
    }
  }

  /// Records the end of the dispatch.
  func record(_ outcome: RouteOutcome, by recorder: TraceRecorder) {
    func traced(_ code: RouteTrace.Outcome.Code, _ id: RouteID?) -> RouteTrace.Outcome {
      let route = id.flatMap { found.entry(of: $0) }?.matched.route
      return RouteTrace.Outcome(code, route: id, pattern: route?.pattern.text, name: route?.name)
    }
    switch outcome {
    case .handled(let id): recorder.ends(traced(.handled, id))
    case .denied(let id): recorder.ends(traced(.denied, id))
    case .notFound: recorder.ends(RouteTrace.Outcome(.notFound))
    case .redirected(let target): recorder.ends(redirectedTo: target, hiddenRanges(ofHopTo: target))
    case .timedOut: recorder.ends(traced(.timedOut, found.destination?.route.id))
    case .cancelled, .rejected: recorder.ends(RouteTrace.Outcome(.cancelled))
    case .failed(let error):
      var failed = traced(.failed, error.route)
      failed.pattern = error.pattern
      failed.failure = error.code.rawValue
      failed.error = error.cause.map { recorder.text(of: $0) }
      recorder.ends(failed)
    }
  }

  /// Returns the ranges that may be values in a target that no leg looks up, with steps of its own.
  private func hiddenRanges(ofHopTo target: RouteTarget) -> [Range<Int>] {
    guard recorder?.isReceived == true else { return [target.pathStart..<target.pathEnd] }
    var budget = core.budget
    let registry = core.registry
    let found = registry.find(target, tags: tags, findsTags: true, budget: &budget)
    // Whoever is redirected may ask by another method.
    let others = found.hasEnd ? [] : Array(found.tagsOfMaps)
    guard !others.isEmpty else { return found.hiddenRanges(in: target) }
    return registry.find(target, tags: others, budget: &budget).hiddenRanges(in: target)
  }
}

extension FoundRoutes {
  /// Returns the ranges of a target that may be values: of the path all but what a route that it
  /// meets has as a literal, and of the host what one has as a parameter.
  ///
  /// What is shown stands in the pattern of a route. So it does not matter where a value came from.
  func hiddenRanges(in target: RouteTarget) -> [Range<Int>] {
    let hasSlash = target.path.utf8.first == UInt8(ascii: "/")
    let start = target.pathStart + (hasSlash ? 1 : 0)
    var path = RangeSet(start < target.pathEnd ? [start..<target.pathEnd] : [])
    var beforePath: [Range<Int>] = []
    for place in 0..<count where error(at: place) == nil {
      read(place) { met in
        let ranges = ranges(of: met.values, in: target)
        let names = met.entry.pattern.parameterNames
        path.formIntersection(RangeSet(names.indices.compactMap { ranges[$0] }))
        let isMap = met.entry.kind == .map
        beforePath += names.enumerated().compactMap { index, name in
          guard let range = ranges[index], range.upperBound <= target.pathStart else { return nil }
          return isMap || Int(name) == nil ? range : nil
        }
      }
    }
    return beforePath + path.ranges
  }

  /// Returns the route at a place as a step of a trace that has not begun.
  func step(at place: Int, _ leg: DispatchLeg, _ outer: HandlerPlace) -> RouteTrace.Step {
    let entry = entry(at: place)
    let showsValues = leg.recorder?.values.contains(.path) == true
    let path = leg.parameters(at: place).path
    return RouteTrace.Step(
      route: entry.id,
      kind: entry.kind,
      pattern: entry.pattern.text,
      name: entry.name,
      origin: entry.matched.route.origin.description,
      queue: entry.place.or(outer).label,
      parameters: path.names.map {
        RouteTrace.Parameter(name: $0, value: showsValues ? path[$0] : nil)
      },
      matchSteps: matchSteps(of: entry),
      answer: .unanswered
    )
  }
}

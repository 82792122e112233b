import RoutePatterns

/// A dispatch whose handlers are called one after the other on the caller's thread, without a machine.
///
/// It goes on for as long as each of them is called where the caller is and has answered, to the effect that the next
/// is to run, when it returns. Whatever else happens is the business of a `RouteDispatch`, which takes over at the
/// handler that was come to: a handler that belongs elsewhere, has not answered, or leads elsewhere; an answer
/// from another thread, a time that is up, a cancellation. So the rules stand in one place.
///
/// Anybody who holds an answer may make the full dispatch, while the caller's thread is in the handler; the word of
/// `progress` says who was first. What the full one is made of belongs to the caller's thread, hence `@unchecked`:
/// that writes it before the first handler and takes it away when it has left the last. Others read it between the
/// word that says that they take over and the one that says that they have, and before the second the caller's thread
/// does not get away from the handler.
final class InlineDispatch: @unchecked Sendable {
  let core: RouterCore
  let target: RouteTarget
  let passed: Passed
  let rivalTags: [RouteTag]
  let redirects: RedirectPolicy
  let listener: RouteDispatch.Listener
  let ancestry: Ancestry?
  /// The caller's thread, which is in a handler from the first to the last.
  let thread = ThreadID.current
  private let attachment: (any DispatchAttachment)?
  private let ownTags: [RouteTag]?
  private let lazyLeg = LazyReference<DispatchLeg>()
  private let progress = AtomicInlineProgress()
  /// Held by who takes over, so that all others find what has come of it.
  private let lazyTurn = LazyReference<Turn>()
  /// The routes that were found; `nil` when the caller's thread has left the handlers.
  private var found: FoundRoutes?
  /// The proxies that have gone on and left no traces, a bit for each by its place; for the caller's thread.
  private var traceless: UInt64 = 0
  /// How often handlers had left traces before the proxy that runs; for the caller's thread.
  private(set) var tracesBefore = 0
  /// The full dispatch that begins with a handler which was not called here; for the caller's thread.
  private var handedOver: RouteDispatch?

  init(
    _ core: RouterCore,
    _ target: RouteTarget,
    passed: Passed,
    tags: [RouteTag]?,
    redirects: RedirectPolicy = .follow,
    rivalTags: [RouteTag] = [],
    attachment: (any DispatchAttachment)? = nil,
    listener: RouteDispatch.Listener
  ) {
    self.core = core
    self.target = target
    self.passed = passed
    self.redirects = redirects
    self.rivalTags = rivalTags
    self.listener = listener
    self.attachment = attachment
    ownTags = tags
    ancestry = Ancestry.ofNew(listener, in: core)
  }

  deinit { progress.value.release() }

  /// What is passed along.
  var payload: (any Sendable)? {
    switch passed {
    case .nothing: nil
    case .attachment: attachment
    case .value(let payload): payload
    }
  }

  /// What is told to handlers that may keep it, and to a full dispatch; made when it is asked for.
  var leg: DispatchLeg {
    lazyLeg.value { DispatchLeg(target, passed: passed, tags: ownTags, attachment: attachment) }
  }

  /// Finds the handlers, when it is the dispatch's turn.
  /// - Returns: whether there is a map and no mere fallback.
  func find() -> Bool {
    let found = core.find(
      target,
      tags: ownTags ?? attachment?.lookupTags ?? [],
      rivalTags: rivalTags,
      findsTags: attachment != nil
    )
    let hasMap = found.hasMap
    self.found = consume found
    return hasMap
  }

  /// Takes over what was found before.
  func take(_ found: consuming FoundRoutes) { self.found = found }

  /// Calls the handlers that were found.
  /// - Returns: how that has ended; nothing where a full dispatch has taken over.
  func callAll() -> RouteOutcome? {
    // An answer that a handler keeps would hold what was found.
    defer { found = nil }
    var maker = ParametersMaker()
    guard let candidates = found?.candidates else { return .notFound }
    let core = core
    for index in candidates.indices {
      guard call(candidates[index], in: core, at: index, &maker) else { return nil }
    }
    ancestry?.end()
    guard let map = found?.map else {
      attachment?.foundNoMap(among: found?.tagsOfMaps ?? [])
      return .notFound
    }
    return .handled(by: map.entry.id)
  }

  /// The full dispatch that has taken over; for the caller's thread.
  var successor: RouteDispatch? { handedOver ?? progress.value.run?.dispatch }

  // MARK: - A handler

  /// Calls a handler.
  /// - Returns: whether the next is to run.
  private func call(
    _ candidate: RouteCandidate,
    in core: RouterCore,
    at index: Int,
    _ maker: inout ParametersMaker
  ) -> Bool {
    let entry = candidate.entry
    guard candidate.isMatched, entry.isCalledInline, mayStart(entry) else {
      handOver(at: index)
      return false
    }
    if entry.kind == .proxy { tracesBefore = traces }
    let ticket = core.timeLimit(of: entry.kind).map {
      core.deadlines.add(.inline(self, index), after: $0)
    }
    let task = call(entry, candidate.captures, at: index, &maker)
    if task != nil, isCancelled { cancelAnswered(at: index) }
    if proceed(from: index) {
      if let ticket { core.deadlines.remove(ticket) }
      if entry.kind == .proxy, index < UInt64.bitWidth, traces == tracesBefore {
        traceless |= 1 &<< UInt64(index)
      }
      return true
    }
    leave(index, task, ticket)
    return false
  }

  /// Returns whether a handler may start: its route is there, and if it is a map, so are the guards that allowed it.
  private func mayStart(_ entry: RouteEntry) -> Bool {
    guard entry.isLive else { return false }
    return entry.kind == .guard || entry.kind == .proxy || found?.hasAllGuards != false
  }

  /// How often handlers have left traces, where there is something to leave them in.
  private var traces: Int { lazyLeg.current?.traces ?? attachment?.traces ?? 0 }

  /// Returns the proxies before a handler that have gone on and left no traces.
  func passedProxies(before index: Int) -> Set<RouteUUID> {
    guard traceless != 0, let found else { return [] }
    let places = 0..<min(index, UInt64.bitWidth)
    return Set(places.filter { traceless >> $0 & 1 == 1 }.map { found.candidates[$0].entry.id })
  }

  /// The task that waits for the end was cancelled while a handler ran in a task of its own, which has answered.
  @inline(never)
  private func cancelAnswered(at index: Int) {
    guard let (run, isNew) = takeOver(at: index, isAnswered: true) else { return }
    run.dispatch.cancel()
    if isNew { run.goOn() }
  }

  /// The guards and proxies before a handler; for the caller's thread, before it calls that.
  func entries(before index: Int) -> [MatchedEntry] {
    index == 0 ? [] : found?.entries(before: index) ?? []
  }

  /// Goes on to the next, if the handler has answered and nobody has taken over.
  private func proceed(from index: Int) -> Bool {
    var current = progress.value
    while current.isAnswered {
      let (isChanged, found) = progress.change(current, to: current.next)
      if isChanged { return true }
      current = found
    }
    return false
  }

  /// Leaves a handler that has not ended to a full dispatch, if that has not taken over before.
  @inline(never)
  private func leave(
    _ index: Int,
    _ task: Task<Void, Never>?,
    _ ticket: DeadlineShards<TimedHandler>.Ticket?
  ) {
    guard let (run, _) = takeOver(at: index, isAnswered: false) else { return }
    if let ticket { run.attach(ticket) }
    if let task { run.attach(task) }
  }

  /// Has a full dispatch begin with a handler.
  @inline(never)
  private func handOver(at index: Int) {
    guard let found else { return }
    let dispatch = RouteDispatch(self, found, at: index, .begins)
    handedOver = dispatch
    dispatch.driver.submit(.event(dispatch, .begins))
  }

  // MARK: - From any thread

  /// Takes the answer of a handler in.
  /// - Parameters:
  ///   - answer: what the handler says.
  ///   - index: its place.
  ///   - matched: what it is.
  ///   - source: the way by which it answers; by a task, that is not the caller's.
  func take(
    _ answer: HandlerAnswer,
    from index: Int,
    _ matched: MatchedEntry,
    by source: AnswerSource
  ) {
    if answer.proceeds, ThreadID.current == thread, source == .task || !isCancelled {
      var current = progress.value
      while current.isUnanswered(at: index) {
        let (isChanged, found) = progress.change(current, to: current.answered)
        if isChanged { return }
        current = found
      }
    }
    takeSlowly(answer, from: index, matched, by: source)
  }

  /// Whether the current task is cancelled, and is the one that waits for the end; asked for on the caller's thread.
  private var isCancelled: Bool { listener == .task && Task.isCancelled }

  @inline(never)
  private func takeSlowly(
    _ answer: HandlerAnswer,
    from index: Int,
    _ matched: MatchedEntry,
    by source: AnswerSource
  ) {
    if let (run, _) = takeOver(at: index, isAnswered: false) {
      if source != .task, ThreadID.current == thread, isCancelled { run.dispatch.cancel() }
      return run.receive(answer, by: source)
    }
    if case .dropped = answer { return }
    core.report(
      RouterFault(.repeatedAnswer, route: matched.route, target: target.withoutQuery)
    )
  }

  /// The closure that a handler answers with is gone; what has not been answered never will be.
  func drop(_ index: Int, _ matched: MatchedEntry) {
    let current = progress.value
    if current.isFree, !current.isUnanswered(at: index) { return }
    takeSlowly(.dropped, from: index, matched, by: .closure)
  }

  /// The time of a handler is up.
  func expire(_ index: Int) { takeOver(at: index, isAnswered: false)?.run.expire() }

  /// Whether a handler has answered that the caller's thread has not left.
  var hasAnswered: Bool { progress.value.isAnswered }

  /// Another thread has come to what is behind this dispatch: where a handler has answered, and goes on all the same,
  /// nothing waits for that.
  func goOn() {
    let current = progress.value
    guard current.isAnswered,
      let (run, isNew) = takeOver(at: current.index, isAnswered: true), isNew
    else { return }
    run.goOn()
  }

  // MARK: - Taking over

  private final class Turn: Sendable {
    let lock = Locked(())
  }

  /// Has a full dispatch take over in which a handler runs that has been called.
  /// - Parameters:
  ///   - index: the place of the handler.
  ///   - isAnswered: whether it has answered, to the effect that the next is to run.
  /// - Returns: the run of the handler, and whether it was made just now; nothing when there is none, as the dispatch
  ///   has come to another handler before, or to another state of this one.
  private func takeOver(at index: Int, isAnswered: Bool) -> (run: HandlerRun, isNew: Bool)? {
    let expected = isAnswered ? InlineProgress(at: index).answered : InlineProgress(at: index)
    return lazyTurn.value { Turn() }.lock.withLock { _ in
      let (isTaken, found) = progress.change(expected, to: expected.taken)
      guard isTaken else {
        guard let run = found.run, run.inlineIndex == index else { return nil }
        return (run, false)
      }
      // From here on the caller's thread comes to nothing but this lock, and leaves what is read where it is.
      guard let routes = self.found else { return nil }
      let dispatch = RouteDispatch(self, routes, at: index, isAnswered ? .answered : .runs)
      guard let run = dispatch.running else { return nil }
      progress.set(InlineProgress(holding: run))
      return (run, true)
    }
  }
}

extension HandlerAnswer {
  /// Whether it is the next handler's turn.
  fileprivate var proceeds: Bool {
    switch self {
    case .completed, .verdict(.allow), .decision(.pass): true
    case .verdict, .decision, .threw, .dropped: false
    }
  }
}

import Dispatch

/// A handler on its way: begins at its place, answers once, within its time.
final class HandlerRun: Sendable {
  fileprivate enum Phase {
    /// It has not begun.
    case scheduled
    case running
    /// The dispatch has ended; the handler may go on to its end.
    case stopped
    case answered
    /// Its time was up.
    case expired
  }

  fileprivate struct State {
    var phase = Phase.scheduled
    var task: Task<Void, Never>?
    var ticket: Deadlines.Ticket?
  }

  let run: DispatchMachine.Run
  let entry: RouteEntry
  private let context: RouteContext
  private let dispatch: RouteDispatch
  private let state = Locked(State())

  init(
    _ run: DispatchMachine.Run,
    _ entry: RouteEntry,
    _ context: RouteContext,
    of dispatch: RouteDispatch
  ) {
    self.run = run
    self.entry = entry
    self.context = context
    self.dispatch = dispatch
  }

  private var core: RouterCore { dispatch.core }
  private var place: HandlerPlace { entry.place.or(core.place) }

  /// Has the handler called where it belongs.
  func schedule() {
    switch place {
    case .inherited: dispatch.driver.call(begin)
    case .queue(let queue, _): queue.async { self.begin() }
    case .main: DispatchQueue.main.async { self.begin() }
    }
  }

  // MARK: - Begin

  private func begin() {
    // The moment from which on it counts as begun, whatever becomes of the route.
    guard entry.isLive, state.withLock({ $0.begin() }) else {
      return send(.vanishes(run))
    }
    if let limit = core.configuration.timeLimit(of: entry.kind) {
      let ticket = core.deadlines.add(after: limit) { self.expire() }
      state.withLock { $0.ticket = ticket }
    }
    if Ancestry.current === dispatch.ancestry {
      callBody()
    } else {
      Ancestry.$current.withValue(dispatch.ancestry) { callBody() }
    }
  }

  private func callBody() {
    switch entry.body {
    case .callback(let body):
      let reply = Reply(self)
      body(context) { reply.answer($0) }
    case .mainCallback(let body):
      let reply = Reply(self)
      MainActor.assumeIsolated { body(context) { reply.answer($0) } }
    case .async(let body):
      attach(startTask { try await body($0) })
    case .mainAsync(let body):
      attach(MainActor.assumeIsolated { startMainTask(body) })
    }
  }

  private func startTask(
    _ body: @escaping @Sendable (RouteContext) async throws -> HandlerAnswer
  ) -> Task<Void, Never> {
    let executor: QueueExecutor? = if case .queue(_, let executor) = place { executor } else { nil }
    let work: @Sendable () async -> Void = { [self] in
      do {
        answer(try await body(context))
      } catch {
        answer(.threw(error))
      }
    }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.immediate(executorPreference: executor) { await work() }
    }
    return Task(executorPreference: executor) { await work() }
  }

  @MainActor
  private func startMainTask(
    _ body: @escaping @MainActor @Sendable (RouteContext) async throws -> HandlerAnswer
  ) -> Task<Void, Never> {
    let work: @MainActor @Sendable () async -> Void = { [self] in
      do {
        answer(try await body(context))
      } catch {
        answer(.threw(error))
      }
    }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.immediate { @MainActor in await work() }
    }
    return Task { @MainActor in await work() }
  }

  private func attach(_ task: Task<Void, Never>) {
    let isOver = state.withLock { state in
      guard state.phase == .running else { return state.phase != .answered }
      state.task = task
      return false
    }
    if isOver { task.cancel() }
  }

  // MARK: - End

  /// The dispatch has ended before the handler has.
  func stop() {
    let task = state.withLock { $0.stop() }
    task?.cancel()
  }

  private func expire() {
    let (isOutlasted, wasRunning, task) = state.withLock { $0.expire() }
    guard isOutlasted else { return }
    task?.cancel()
    if wasRunning { report(.timeLimit) }
    send(.outlasts(run))
  }

  fileprivate func answer(_ answer: HandlerAnswer) {
    let (phase, ticket) = state.withLock { $0.answer() }
    if let ticket { core.deadlines.remove(ticket) }
    let isDropped = if case .dropped = answer { true } else { false }
    switch phase {
    case .running:
      if isDropped { report(.droppedAnswer) }
      send(.answers(run, meaning(of: answer)))
    case .stopped:
      if isDropped { report(.droppedAnswer) }
      send(.answers(run, .proceeds))
    case .answered where !isDropped: report(.repeatedAnswer)
    case .expired where !isDropped && !entry.body.isAsync: report(.lateAnswer)
    case .answered, .expired, .scheduled: break
    }
  }

  private func send(_ event: DispatchMachine.Event) {
    dispatch.driver.submit(.event(dispatch, event))
  }

  private func report(_ code: RouterFault.Code) {
    core.report(RouterFault(code, entry: entry, target: context.route))
  }
}

extension HandlerRun.State {
  /// Whether the handler may begin.
  fileprivate mutating func begin() -> Bool {
    guard phase == .scheduled else { return false }
    phase = .running
    return true
  }

  fileprivate mutating func stop() -> Task<Void, Never>? {
    guard phase == .scheduled || phase == .running else { return nil }
    phase = .stopped
    defer { task = nil }
    return task
  }

  fileprivate mutating func expire() -> (
    isOutlasted: Bool, wasRunning: Bool, task: Task<Void, Never>?
  ) {
    guard phase == .running || phase == .stopped else { return (false, false, nil) }
    let wasRunning = phase == .running
    phase = .expired
    defer { task = nil }
    return (true, wasRunning, task)
  }

  /// Takes an answer in.
  /// - Returns: the phase that it came in, and the ticket of the time limit that is no longer needed.
  fileprivate mutating func answer() -> (HandlerRun.Phase, Deadlines.Ticket?) {
    let before = phase
    if phase == .running || phase == .stopped {
      phase = .answered
      task = nil
    }
    defer { ticket = nil }
    return (before, ticket)
  }
}

// MARK: - What an answer means

extension HandlerRun {
  private func meaning(of answer: HandlerAnswer) -> DispatchMachine.Answer {
    switch answer {
    case .completed, .verdict(.allow), .decision(.pass): .proceeds
    case .verdict(.deny): .ends(.denied)
    case .verdict(.redirect(let route, let query)): redirect(route, query)
    case .decision(.commit(let route, let parameters, let payload)):
      commit(route, parameters, payload)
    case .threw(let error): failed(.handlerThrew, cause: error)
    case .dropped: entry.kind.mustAnswer ? failed(.droppedNext, cause: nil) : .proceeds
    }
  }

  /// A guard that fails denies; with any other the dispatch fails.
  private func failed(
    _ code: DispatchError.Code,
    cause: (any Error)?
  ) -> DispatchMachine.Answer {
    guard entry.kind == .guard else {
      return .ends(
        .failed(DispatchError(code, target: context.route, entry: entry, cause: cause))
      )
    }
    if let cause { report(.guardFailed(cause)) }
    return .ends(.denied)
  }

  private func redirect(
    _ route: String,
    _ query: KeyValuePairs<String, String>
  ) -> DispatchMachine.Answer {
    let options = core.configuration.targetOptions
    do throws(RouteTargetError) {
      // Where it is only reported, a host that a request has named must not come back as the program's own.
      let target =
        dispatch.redirects == .follow
        ? try context.target.resolving(route, options: options)
        : try RouteTarget(route, options: options)
      return .redirects(
        Hop(kind: .redirect, target: try target.adding(query: query, options: options))
      )
    } catch {
      return failed(.badCommit, cause: error)
    }
  }

  private func commit(
    _ route: String?,
    _ parameters: Parameters?,
    _ payload: (any Sendable)?
  ) -> DispatchMachine.Answer {
    do throws(RouteTargetError) {
      let options = core.configuration.targetOptions
      let target = try route.map { route throws(RouteTargetError) in
        try context.target.resolving(route, options: options)
      }
      let changes = ParameterChanges(
        given: context.parameters,
        returned: parameters,
        keepsQuery: target?.query == nil
      )
      return .commits(
        Hop(kind: .commit, target: target ?? context.target, changes: changes, payload: payload)
      )
    } catch {
      return failed(.badCommit, cause: error)
    }
  }
}

extension RouteKind {
  /// Whether a dropped answer is more than a completion that was forgotten.
  fileprivate var mustAnswer: Bool { self == .guard || self == .proxy }
}

extension HandlerBody {
  fileprivate var isAsync: Bool {
    switch self {
    case .async, .mainAsync: true
    case .callback, .mainCallback: false
    }
  }
}

/// What the closure of a handler answers by; when the closure goes without a call, it says so.
private final class Reply: Sendable {
  private let run: HandlerRun

  init(_ run: HandlerRun) { self.run = run }

  deinit { run.answer(.dropped) }

  func answer(_ answer: HandlerAnswer) { run.answer(answer) }
}

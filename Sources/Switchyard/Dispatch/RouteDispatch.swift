import RouteIndex
import RoutePatterns

/// An opened target on its way: does what its machine says, each leg of it with the routes of one
/// version.
///
/// It begins on the caller's thread, which calls one handler after the other for as long as each is
/// called there and has answered when it returns. It changes hands when a handler belongs elsewhere
/// or has not answered by then, or when another thread brings an answer, the end of a time limit or
/// a cancellation while the caller is in a handler: from then on its driver carries it from event
/// to event, on whatever thread brings one.
///
/// All that changes belongs to the thread that drives the dispatch, hence `@unchecked`: first the
/// caller's thread, but for the time that this spends in a handler; then that of the driver's job.
/// The word of `progress` says whose it is.
final class RouteDispatch: DrivenDispatch, Expiring, @unchecked Sendable {
  /// The receiver of the outcome.
  enum Listener {
    /// None: what was opened nobody waits for.
    case nobody
    /// A task, by a promise.
    case task
    case attachment
  }

  let core: RouterCore
  let redirects: RedirectPolicy
  let listener: Listener
  /// The dispatches that wait for this one, itself included; `nil` where that can matter to nobody.
  let ancestry: Ancestry?
  /// The caller's thread.
  let thread = ThreadID.current
  /// Tags whose maps keep fallbacks from running.
  let rivalTags: [RouteTag]
  let ownTags: [RouteTag]?
  /// The receiver of what guards say, where they alone are asked; `nil` for all other dispatches.
  let inquiry: GuardInquiry?
  var given: GivenPayload

  /// The target that was opened.
  let firstTarget: RouteTarget

  // MARK: Of the thread that drives

  var target: RouteTarget
  /// The attachment of the current leg.
  var attachment: (any DispatchAttachment)?
  var machine: DispatchMachine
  var budget: MatchBudget
  /// All that the current leg meets.
  var found: FoundRoutes?
  /// The routes of the last leg if it has ended on the caller's thread, until they are handed on.
  var lastRoutes: MatchedRoutes?
  /// Whether that was found before the leg began.
  var isPrepared = false
  /// Whether it has to be found again if there is another version since: it waits for its turn.
  var hasWaited = false
  /// The current leg, which handlers may keep; of the first one there is none until its routes have
  /// been found.
  var leg: DispatchLeg?
  /// Whether proxies are asked about the target of the leg; not when one of them committed to it.
  var asksProxies = true
  /// The proxies of the current try that have gone on and left no traces, a bit for each by its
  /// place.
  var passedPlaces: UInt64 = 0
  /// The number of times that handlers had left traces before the proxy that runs.
  var tracesBefore = 0
  /// The legs and tries before the current one, if there are any.
  var history: DispatchHistory?
  /// The handler that runs, where the dispatch has a driver.
  var current: HandlerRun?
  /// The answer of the handler that the caller's thread has called, where it does not simply go on.
  var callerAnswer: HandlerAnswer?
  /// The handler that runs with the middleware around it, if there is some.
  var wrapped: WrappedHandler?
  /// The time limit of that handler; of the caller's thread alone.
  var callerTicket: TimeLimits.Ticket?

  // MARK: From the moment on at which it changes hands

  var driver: Driver?
  /// The outcome, if a task waits for it.
  var promise: Promise<RouteOutcome>?

  let progress = AtomicDispatchProgress()
  /// Held by the thread that takes over, so that all others find what has come of it.
  let lazyTurn = LazyReference<Turn>()

  final class Turn: Sendable {
    let lock = Locked(())
  }

  init(
    _ core: RouterCore,
    _ target: RouteTarget,
    payload: GivenPayload,
    tags: [RouteTag]?,
    redirects: RedirectPolicy = .follow,
    rivalTags: [RouteTag] = [],
    attachment: (any DispatchAttachment)? = nil,
    listener: Listener,
    inquiry: GuardInquiry? = nil
  ) {
    self.core = core
    self.target = target
    firstTarget = target
    given = payload
    self.redirects = redirects
    self.rivalTags = rivalTags
    self.listener = listener
    self.inquiry = inquiry
    self.attachment = attachment
    ownTags = tags
    ancestry = Ancestry.ofNew(isAwaited: listener != .nobody, in: core)
    machine = DispatchMachine(hopLimit: core.configuration.hopLimit, redirects: redirects)
    budget = core.budget
  }

  // Each of its handlers holds it until that ends.
  deinit {
    progress.value.release()
    if driver != nil { attachment?.dispatchIsGone() }
  }

  // MARK: - For handlers

  /// The history, from the moment on at which something is to be kept in it.
  var madeHistory: DispatchHistory {
    if let history { return history }
    let made = DispatchHistory()
    history = made
    return made
  }

  /// Reports a fault: to whoever has guards asked, or else as the router does.
  func report(_ fault: RouterFault) {
    if let inquiry { inquiry.add(fault) } else { core.report(fault) }
  }

  /// Makes the context of a handler; `nil` where nothing was found, and there is no handler.
  func context(at place: Int) -> RouteContext? { leg.map { RouteContext($0, at: place) } }

  var tags: [RouteTag] { ownTags ?? attachment?.lookupTags ?? [] }

  /// The number of times that handlers have left traces, where there is something to leave them in.
  var traces: Int {
    leg?.traces ?? attachment?.traces ?? 0
  }
}

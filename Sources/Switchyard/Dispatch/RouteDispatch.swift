import SwitchyardLocks
import Synchronization

/// An opened target on its way: does what its machine says, each leg of it with the routes of one
/// version.
///
/// It begins on the caller's thread, which calls one handler after the other for as long as each is
/// called there and has answered when it returns. It changes hands when a handler belongs elsewhere
/// or has not answered by then, or when another thread brings an answer or the end of a time limit
/// while the caller is in a handler: from then on its driver carries it from event to event, on
/// whatever thread brings one. The caller checks behind each handler whether its task was cancelled
/// meanwhile.
///
/// All that changes belongs to the thread that drives the dispatch, hence `@unchecked`: first the
/// caller's thread, but for the time that this spends in a handler; then that of the driver's job.
/// The word of `progress` says whose it is.
final class RouteDispatch: DrivenDispatch, Watched, @unchecked Sendable {
  /// The receiver of the outcome.
  enum Listener {
    /// None: what was opened nobody waits for.
    case nobody
    /// A task, by a promise.
    case task
    case attachment
  }

  let core: RouterCore
  // Those of the core: what is come to in two steps is held in each use.
  let registry: RouteRegistry
  let limits: TimeLimits

  // MARK: Of its beginning

  // They change when it is used again, which is when nobody else has it.
  private(set) var redirects = RedirectPolicy.follow
  private(set) var listener = Listener.nobody
  /// The dispatches that wait for this one, itself included; `nil` where that can matter to nobody.
  private(set) var ancestry: Ancestry?
  /// The caller's thread.
  private(set) var thread = ThreadID.current
  private(set) var ownTags: [RouteTag]?
  /// The receiver of what guards say, where they alone are asked; `nil` for all other dispatches.
  private(set) var inquiry: GuardInquiry?
  /// The recorder of its trace, where it has one; the same for as long as anybody has the dispatch,
  /// so that any thread may ask for it.
  private(set) var recorder: TraceRecorder?
  /// Whether a receiver of traces has opened it, or a handler of what one has opened.
  private(set) var isOfDelivery: Bool
  /// The target that was opened.
  private(set) var firstTarget: RouteTarget

  // MARK: Of the thread that drives

  /// The target that it has come to since.
  private(set) var laterTarget: RouteTarget?
  var given = GivenPayload.nothing
  /// The attachment of the current leg.
  var attachment: (any DispatchAttachment)?
  var machine: DispatchMachine
  /// All that the current leg meets, and the steps that are left; empty before, and when it has
  /// ended.
  private(set) var found: FoundRoutes
  /// The map or fallback that the last leg has met, if it has ended on the caller's thread, until
  /// it is handed on.
  var lastDestination: MatchedEntry?
  /// The target of that leg, if it was not the first.
  var lastTarget: RouteTarget?
  /// Whether there was a map and no mere fallback when the dispatch began.
  var foundMap = false
  /// Whether that was found before the leg began.
  var isPrepared = false
  /// Whether it has to be found again if there is another version since: it waits for its turn.
  var hasWaited = false
  /// The current leg, which handlers may keep; of the first one there is none until its routes have
  /// been found.
  private(set) var leg: DispatchLeg?
  /// A leg that has ended and that nobody has kept, to be filled for another.
  private var endedLeg: DispatchLeg?
  /// The things that a leg has which is not the first.
  var origin: DispatchLeg.Origin?
  /// Whether proxies are asked about the target of the leg; not when one of them committed to it.
  var asksProxies = true
  /// The proxies of the current try that have gone on and left no traces, by their places among the
  /// proxies.
  var passedPlaces = PlaceSet()
  /// The number of times that handlers had left traces before the proxy that runs.
  var tracesBefore = 0
  /// The legs and tries before the current one, if there are any.
  var history: DispatchHistory?
  /// The handler that runs, where the dispatch has a driver.
  var current: HandlerRun?
  /// The handler that runs with the middleware around it, if there is some that waits.
  var wrapped: WrappedHandler?

  // MARK: Of the caller's thread

  /// The answer of the handler that it has called, where that does not simply go on.
  var callerAnswer: HandlerAnswer?
  /// The watch over the handlers that it calls.
  var watch: Watchdog.Ticket?
  /// The moment at which the time of that handler is up, where it is not watched for that.
  var callerTicket: TimeLimits.Ticket?
  /// The handler that is to be awaited, with its argument.
  var awaitedCall: AwaitedCall?
  /// The task that waits for the dispatch, while handlers are awaited in another one on its thread.
  var caller: CallerTask?
  /// The run of a handler that is awaited, in a task.
  var awaited: DispatchMachine.Run?
  /// The outcome, if the dispatch has ended in that task before it had to wait.
  var awaitedOutcome: RouteOutcome?
  /// The means by which handlers answer that are called, one after the other.
  private var reply: Reply<RouteDispatch>?
  /// Whether others may have it, or have had it.
  var isShared = false

  // MARK: From the moment on at which it changes hands

  /// The leg that the caller's thread is in, with all that it meets, until that leaves it.
  var legOfCaller: (FoundRoutes, DispatchLeg?)?
  var driver: Driver?
  /// The outcome, if a task waits for it.
  var promise: Promise<RouteOutcome>?

  let progress = AtomicDispatchProgress()
  /// The limits of its handlers, where it is watched for them.
  let watchedLimits: TimeLimits.WatchedLimits
  /// The time that the handler has that the caller's thread is in; 0 where that is not watched.
  let watchedLimit = Atomic<Int64>(0)
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
    attachment: (any DispatchAttachment)? = nil,
    listener: Listener,
    inquiry: GuardInquiry? = nil,
    isTimed: Bool = false
  ) {
    self.core = core
    registry = core.registry
    limits = core.limits
    watchedLimits = core.limits.watched
    firstTarget = target
    machine = DispatchMachine(hopLimit: core.configuration.hopLimit, redirects: redirects)
    found = FoundRoutes(core.budget)
    self.redirects = redirects
    self.listener = listener
    self.inquiry = inquiry
    self.attachment = attachment
    given = payload
    ownTags = tags
    ancestry = Ancestry.ofNew(isAwaited: listener != .nobody, in: core)
    isOfDelivery = TraceRecorder.isDelivering
    if inquiry == nil { recorder = core.recorder(self.tags, isTimed: isTimed) }
  }

  // Each of its handlers holds it until that ends.
  deinit {
    progress.value.release()
    leg?.leave()
    if driver != nil { attachment?.dispatchIsGone() }
  }

  // MARK: - Another use

  /// Begins another dispatch, with an object that has ended one.
  func begin(
    _ target: consuming RouteTarget,
    payload: consuming GivenPayload,
    tags: consuming [RouteTag]?,
    redirects: RedirectPolicy,
    attachment: (any DispatchAttachment)?,
    listener: Listener,
    isTimed: Bool,
    thread: ThreadID
  ) {
    firstTarget = consume target
    given = consume payload
    // At rest there are none of these, which most dispatches do not have.
    if tags != nil { ownTags = consume tags }
    if attachment != nil { self.attachment = attachment }
    self.redirects = redirects
    self.listener = listener
    self.thread = thread
    if let made = Ancestry.ofNew(isAwaited: listener != .nobody, in: core) { ancestry = made }
    machine = DispatchMachine(
      hopLimit: core.configuration.hopLimit,
      redirects: redirects,
      after: machine
    )
    found.budget = core.budget
    isPrepared = false
    hasWaited = false
    asksProxies = true
    isOfDelivery = TraceRecorder.isDelivering
    if let made = core.recorder(self.tags, isTimed: isTimed) { recorder = made }
  }

  /// Lets go of what belongs to one use, when nobody else has it.
  func rest() {
    if ownTags != nil { ownTags = nil }
    if attachment != nil { attachment = nil }
    if recorder != nil { recorder = nil }
    if ancestry != nil { ancestry = nil }
  }

  /// Whether it can be used again, when nobody else has it: whoever else had it cannot be told from
  /// one who still reads it.
  var isReusable: Bool { !isShared && driver == nil && inquiry == nil }

  /// Lets go of what was found, and of all that its handlers would be told.
  func letGo() {
    // An answer that a handler keeps would hold them.
    clearFound()
    if laterTarget != nil { take(target: nil) }
    if history != nil { history = nil }
    if origin != nil { origin = nil }
    given = .nothing
  }

  /// Makes room for what a leg meets.
  func clearFound() {
    if wrapped != nil { wrapped = nil }
    endLeg()
    if found.isClear { return }
    // Middleware that has not come to its end asks whether all is there that was found, and goes by
    // it: it keeps what it has.
    guard isKnownUniquelyReferenced(&found) else { return found = FoundRoutes(found.budget) }
    // To let go of it was a release, of which the count is not read as an acquisition everywhere.
    atomicMemoryFence(ordering: .acquiring)
    // Whatever ends with the routes, this has it until they have gone.
    HeldReference(found).read { $0.clear() }
  }

  /// Ends the leg, of which the routes are still held.
  private func endLeg() {
    guard var ended = leg.take() else { return }
    guard isKnownUniquelyReferenced(&ended) else { return ended.leave() }
    // As behind the release of what was found.
    atomicMemoryFence(ordering: .acquiring)
    ended.clear()
    endedLeg = consume ended
  }

  /// Begins a leg, which a closure fills: one that has ended, or a new one.
  func beginLeg(_ fill: (DispatchLeg) -> Void) {
    let begun = endedLeg.take() ?? DispatchLeg(firstTarget)
    fill(begun)
    leg = consume begun
  }

  /// The current leg, as long as the dispatch holds it.
  @inline(__always)
  var heldLeg: HeldReference<DispatchLeg>? {
    guard let leg else { return nil }
    return HeldReference(leg)
  }

  /// Leaves out proxies that need not be asked.
  func leaveOut(_ proxies: Set<RouteID>) { found = FoundRoutes(found, without: proxies) }

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
    if let recorder { recorder.takes(fault) }
    if let inquiry { inquiry.add(fault) } else { core.report(fault) }
  }

  /// Makes the context of a handler; `nil` where nothing was found, and there is no handler.
  func context(at place: Int) -> RouteContext? { leg.map { RouteContext($0, at: place) } }

  /// The target that it has come to.
  var target: RouteTarget {
    // Mostly there is no other, which is not copied then.
    guard laterTarget != nil, let later = laterTarget else { return firstTarget }
    return later
  }

  /// Takes the target of the next leg, or at the end `nil`.
  func take(target: RouteTarget?) {
    laterTarget = target
    // Without a driver this is the caller's thread, between two calls, when nobody else has the
    // reply. With one, that thread may still be in a call that has it, and makes no other.
    if driver == nil { reply?.take(target: target) }
  }

  var tags: [RouteTag] { ownTags ?? attachment?.lookupTags ?? [] }

  /// The number of times that handlers have left traces, where there is something to leave them in.
  var traces: Int { leg?.traces ?? attachment?.traces ?? 0 }

  // MARK: - Replies

  // The handler is called by the caller's thread, which alone comes to the reply.
  @inline(__always)
  func lendReply(to number: Int, of matched: MatchedEntry, _ call: (Reply<RouteDispatch>) -> Void) {
    let lent = lentReply(to: number, of: matched)
    lent.read { call($0) }
    guard isKnownUniquelyReferenced(&reply) else { return leaveReply() }
    // To let go of it was a release, of which the count is not read as an acquisition everywhere.
    atomicMemoryFence(ordering: .acquiring)
    if !lent.read({ $0.wasGiven }) { _ = receive(.dropped, to: number, by: .closure) }
  }

  /// Returns the reply, lent to a handler, as long as the dispatch holds it.
  @inline(__always)
  private func lentReply(
    to number: Int,
    of matched: MatchedEntry
  ) -> HeldReference<Reply<RouteDispatch>> {
    guard let reply else { return makeReply(to: number, of: matched) }
    reply.lend(to: number, of: matched)
    return HeldReference(reply)
  }

  @inline(never)
  private func makeReply(
    to number: Int,
    of matched: MatchedEntry
  ) -> HeldReference<Reply<RouteDispatch>> {
    // No other thread takes over, and changes it, before the handler has begun.
    let made = Reply(to: number, of: matched, lentBy: self, opening: laterTarget)
    reply = made
    return HeldReference(made)
  }

  /// Leaves the reply to the handler that has kept it.
  @inline(never)
  private func leaveReply() {
    reply.take()?.leave()
    isShared = true
  }
}

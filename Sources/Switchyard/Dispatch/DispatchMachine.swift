/// The order of a dispatch: which handler comes next, and how it ends.
///
/// It knows neither routes nor threads. What happens is told to it as an event, and it says what is to be done
/// now; whoever does that tells it what has come of it. Events that no longer mean anything change nothing.
struct DispatchMachine: Sendable {
  /// A handler, by its place among those that were found.
  enum Handler: Hashable, Sendable {
    case `guard`(Int)
    case proxy(Int)
    case map
  }

  /// A handler that was told to run; each time has a number of its own.
  struct Run: Hashable, Sendable {
    let number: Int
    let handler: Handler
  }

  // What is seldom is kept apart, so that what is common costs no more than a word to hand on.

  /// What a handler's answer means.
  enum Answer: Sendable {
    /// A guard allows, a proxy goes on, a map has done its work.
    case proceeds
    /// A proxy commits to something else.
    indirect case commits(Hop)
    /// A guard redirects.
    indirect case redirects(Hop)
    /// A guard denies; a proxy or a map fails.
    case ends(Ending)
  }

  /// How a dispatch can end.
  enum Ending: Sendable, Equatable {
    case handled
    case notFound
    case denied
    indirect case redirected(RouteTarget)
    indirect case failed(DispatchError)
    /// There were too many hops; whoever knows them names them.
    case looped
    /// A handler took longer than it may.
    case outlasted
    case cancelled
  }

  enum Event: Sendable {
    /// It is the dispatch's turn.
    case begins
    /// The guards and proxies of the current target were looked for.
    case found(guards: Int, proxies: Int)
    /// Guards were looked for that stand behind those that were found; how many there are in all, nothing where
    /// that cannot be said.
    case foundGuards(Int?)
    /// The map of the current target was looked for.
    case chose(isFound: Bool)
    case answers(Run, Answer)
    /// The route has gone before its handler could start.
    case vanishes(Run)
    /// The time of the handler is up.
    case outlasts(Run)
    case isCancelled
  }

  enum Action: Sendable {
    /// There is nothing to do until the next event.
    case waits
    /// Look for the guards and proxies of the current target.
    case searches
    /// Look for guards of the current target that have come since: one that was found has gone, and another one
    /// may stand in its place.
    case searchesGuards
    /// Take another target, and look for its guards and proxies.
    indirect case moves(Hop)
    /// Look for the map of the current target.
    case chooses
    case starts(Run)
    /// Tell whoever waits; with it the turn may go to the next dispatch.
    case ends(Ending, Run?, releasesTurn: Bool)
    /// The turn goes to the next dispatch.
    case releasesTurn
  }

  private enum Stage {
    case waiting
    case searching
    /// A guard has gone.
    case searchingGuards(Run)
    case choosing
    case running(Run)
    /// It has ended, and a handler has the turn until it ends as well.
    case lingering(Run)
    /// It has ended before its turn came.
    case skipping
    /// It has come to a handler without this machine, and goes on with it.
    case arriving(Handler)
    case over
  }

  let hopLimit: Int
  let redirects: RedirectPolicy
  private var stage = Stage.waiting
  private var guards = 0
  private var proxies = 0
  /// Whether a commit has decided which target it is, so that no proxy is asked any more.
  private var isCommitted = false
  private var hops = 0
  private var runs = 0

  init(hopLimit: Int, redirects: RedirectPolicy) {
    self.hopLimit = hopLimit
    self.redirects = redirects
  }

  /// A dispatch of which some handlers have run already, and have all gone on to the next.
  /// - Parameters:
  ///   - hopLimit: how many commits and redirects there may be.
  ///   - redirects: what becomes of a guard's redirect.
  ///   - guards: how many were found.
  ///   - proxies: how many were found.
  ///   - handler: the one that it has come to.
  ///   - isRunning: whether that runs; else the dispatch begins with it.
  init(
    hopLimit: Int,
    redirects: RedirectPolicy,
    guards: Int,
    proxies: Int,
    at handler: Handler,
    isRunning: Bool
  ) {
    self.init(hopLimit: hopLimit, redirects: redirects)
    self.guards = guards
    self.proxies = proxies
    stage = .arriving(handler)
    if isRunning { _ = run(handler) }
  }

  /// The handler that runs.
  var current: Run? { if case .running(let run) = stage { run } else { nil } }

  /// Takes an event in, and says what is to be done.
  mutating func receive(_ event: Event) -> Action {
    switch (event, stage) {
    case (.begins, .waiting):
      stage = .searching
      return .searches
    case (.begins, .arriving(let handler)):
      return start(handler)
    case (.begins, .skipping):
      stage = .over
      return .releasesTurn

    case (.found(let guards, let proxies), .searching):
      self.guards = guards
      self.proxies = isCommitted ? 0 : proxies
      return start(.guard(0))

    case (.foundGuards(let count), .searchingGuards(let run)):
      guard let count else { return end(.denied, run) }
      guards = count
      return next(after: run, ifMap: .choose)

    case (.chose(let isFound), .choosing):
      return isFound ? run(.map) : end(.notFound)

    case (.answers(let run, let answer), .running(let current)) where run == current:
      return proceed(from: run, answer)
    case (.vanishes(let run), .running(let current)) where run == current:
      // It is as if the route had not been there.
      if case .guard = run.handler {
        stage = .searchingGuards(run)
        return .searchesGuards
      }
      return next(after: run, ifMap: .choose)
    case (.outlasts(let run), .running(let current)) where run == current:
      return end(.outlasted, run)

    case (.answers(let run, _), .lingering(let current)) where run == current,
      (.vanishes(let run), .lingering(let current)) where run == current,
      (.outlasts(let run), .lingering(let current)) where run == current:
      stage = .over
      return .releasesTurn

    case (.isCancelled, .waiting):
      stage = .skipping
      return .ends(.cancelled, nil, releasesTurn: false)
    case (.isCancelled, .running(let run)):
      stage = .lingering(run)
      return .ends(.cancelled, run, releasesTurn: false)
    case (.isCancelled, .searching), (.isCancelled, .searchingGuards), (.isCancelled, .choosing),
      (.isCancelled, .arriving):
      return end(.cancelled)

    default:
      return .waits
    }
  }

  // MARK: - Steps

  private mutating func proceed(from run: Run, _ answer: Answer) -> Action {
    switch answer {
    case .proceeds: return next(after: run, ifMap: .end)
    case .ends(let ending): return end(ending, run)
    case .redirects(let hop) where redirects == .report:
      return end(.redirected(hop.target), run)
    case .commits(let hop), .redirects(let hop):
      guard hops < hopLimit else { return end(.looped, run) }
      hops += 1
      isCommitted = hop.kind == .commit
      stage = .searching
      return .moves(hop)
    }
  }

  private enum AfterMap { case end, choose }

  private mutating func next(after run: Run, ifMap: AfterMap) -> Action {
    switch run.handler {
    case .guard(let index): start(.guard(index + 1))
    case .proxy(let index): start(.proxy(index + 1))
    case .map: ifMap == .end ? end(.handled, run) : choose()
    }
  }

  /// Starts a handler, or where there is none with its number, what comes after those of its kind.
  private mutating func start(_ handler: Handler) -> Action {
    switch handler {
    case .guard(let index): index < guards ? run(handler) : start(.proxy(0))
    case .proxy(let index): index < proxies ? run(handler) : choose()
    case .map: choose()
    }
  }

  private mutating func choose() -> Action {
    stage = .choosing
    return .chooses
  }

  private mutating func run(_ handler: Handler) -> Action {
    runs += 1
    let run = Run(number: runs, handler: handler)
    stage = .running(run)
    return .starts(run)
  }

  private mutating func end(_ ending: Ending, _ run: Run? = nil) -> Action {
    stage = .over
    return .ends(ending, run, releasesTurn: true)
  }
}

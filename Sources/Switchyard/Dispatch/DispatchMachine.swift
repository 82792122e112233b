/// The order of a dispatch: which handler comes next, and how it ends.
///
/// It knows neither routes nor threads. What happens is told to it as an event, and it says what is
/// to be done now; whoever does that tells it what has come of it. Events that no longer mean
/// anything change nothing.
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
    /// The handler in a word, as it is handed on often: its kind in the lowest bits.
    private let code: Int

    init(number: Int, handler: Handler) {
      self.number = number
      code =
        switch handler {
        case .guard(let index): index << 2
        case .proxy(let index): index << 2 | 1
        case .map: 2
        }
    }

    var handler: Handler {
      switch code & 3 {
      case 0: .guard(code >> 2)
      case 1: .proxy(code >> 2)
      default: .map
      }
    }
  }

  // What is seldom is kept apart, so that what is common costs no more than a word to hand on.

  /// The meaning of a handler's answer.
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

  /// A way in which a dispatch can end.
  enum Ending: Sendable, Equatable {
    case handled
    /// Middleware has answered in the place of the map or fallback.
    indirect case answered(by: RouteID)
    case notFound
    case denied
    /// The map or fallback does not run, as nothing declares that it may.
    case refused
    indirect case redirected(RouteTarget)
    indirect case failed(DispatchError)
    /// There were too many hops; whoever knows them names them.
    case looped
    /// Routes went before their turn, again and again.
    case unsettled
    /// A handler took longer than it may.
    case outlasted
    case cancelled
  }

  enum Event: Sendable {
    /// It is the dispatch's turn.
    case begins
    /// All routes that the current target meets were found, in one version; what is around a map
    /// runs with it.
    case found(guards: Int, proxies: Int, hasMap: Bool)
    case answers(Run, Answer)
    /// The route, or before a map a guard that has allowed it or its middleware, was gone before
    /// the handler could start.
    case vanishes(Run, isOfGuard: Bool)
    /// The time of the handler is up.
    case outlasts(Run)
    case isCancelled
  }

  enum Action: Sendable {
    /// There is nothing to do until the next event.
    case waits
    /// Find the routes that the first target meets.
    case searches
    /// Begin the leg anew: find the routes that its target meets in the version that there is now.
    case searchesAnew
    /// Take another target, as a handler says, and find the routes that it meets.
    indirect case moves(Hop, from: Run)
    case starts(Run)
    /// Tell whoever waits; with it the turn may go to the next dispatch.
    case ends(Ending, Run?, releasesTurn: Bool)
    /// The turn goes to the next dispatch.
    case releasesTurn
  }

  private enum Stage {
    case waiting
    case searching
    case running(Run)
    /// It has ended, and a handler has the turn until it ends as well.
    case lingering(Run)
    /// It has ended before its turn came.
    case skipping
    case over
  }

  let hopLimit: Int
  let redirects: RedirectPolicy
  private var stage = Stage.waiting
  private var guards = 0
  private var proxies = 0
  private var hasMap = false
  /// Whether a commit has decided which target it is, so that no proxy is asked any more.
  private var isCommitted = false
  private var hops = 0
  /// The number of times that a leg has begun anew.
  private var beginnings = 0
  private var runs = 0

  /// The number of times that the legs of a dispatch may begin anew.
  static var beginningLimit: Int { 8 }

  init(hopLimit: Int, redirects: RedirectPolicy) {
    self.hopLimit = hopLimit
    self.redirects = redirects
  }

  /// The machine of another dispatch, in which no number of a run is used again.
  init(hopLimit: Int, redirects: RedirectPolicy, after other: DispatchMachine) {
    self.init(hopLimit: hopLimit, redirects: redirects)
    runs = other.runs
  }

  /// The handler that runs.
  var current: Run? { if case .running(let run) = stage { run } else { nil } }

  /// Takes an event in, and says what is to be done.
  mutating func receive(_ event: Event) -> Action {
    switch (event, stage) {
    case (.begins, .waiting):
      stage = .searching
      return .searches
    case (.begins, .skipping):
      stage = .over
      return .releasesTurn

    case (.found(let guards, let proxies, let hasMap), .searching):
      self.guards = guards
      self.proxies = isCommitted ? 0 : proxies
      self.hasMap = hasMap
      return start(.guard(0))

    case (.answers(let run, let answer), .running(let current)) where run == current:
      return proceed(from: run, answer)
    case (.vanishes(let run, let isOfGuard), .running(let current)) where run == current:
      guard beginnings < Self.beginningLimit else {
        return end(isOfGuard ? .denied : .unsettled, run)
      }
      beginnings += 1
      stage = .searching
      return .searchesAnew
    case (.outlasts(let run), .running(let current)) where run == current:
      return end(.outlasted, run)

    case (.answers(let run, _), .lingering(let current)) where run == current,
      (.vanishes(let run, _), .lingering(let current)) where run == current,
      (.outlasts(let run), .lingering(let current)) where run == current:
      stage = .over
      return .releasesTurn

    case (.isCancelled, .waiting):
      stage = .skipping
      return .ends(.cancelled, nil, releasesTurn: false)
    case (.isCancelled, .running(let run)):
      stage = .lingering(run)
      return .ends(.cancelled, run, releasesTurn: false)
    case (.isCancelled, .searching):
      return end(.cancelled)

    default:
      return .waits
    }
  }

  /// Goes on behind the handler that runs, as it lets the next one do: what is told most often, in
  /// the least words.
  /// - Returns: the next handler; `nil` where none is to start, and the answer has to be received
  ///   as any other event.
  @inline(__always)
  mutating func goOn(behind run: Run) -> Run? {
    guard current == run else { return nil }
    let next: Handler? =
      switch run.handler {
      case .guard(let index): next(from: .guard(index + 1))
      case .proxy(let index): next(from: .proxy(index + 1))
      case .map: nil
      }
    return next.map { self.run($0) }
  }

  // MARK: - Steps

  private mutating func proceed(from run: Run, _ answer: Answer) -> Action {
    switch answer {
    case .proceeds: return next(after: run)
    case .ends(let ending): return end(ending, run)
    case .redirects(let hop) where redirects == .report:
      return end(.redirected(hop.target), run)
    case .commits(let hop), .redirects(let hop):
      guard hops < hopLimit else { return end(.looped, run) }
      hops += 1
      isCommitted = hop.kind == .commit
      stage = .searching
      return .moves(hop, from: run)
    }
  }

  private mutating func next(after run: Run) -> Action {
    if let next = goOn(behind: run) { return .starts(next) }
    return run.handler == .map ? end(.handled, run) : end(.notFound)
  }

  /// Starts a handler, or where there is none with its number, what comes after those of its kind.
  private mutating func start(_ handler: Handler) -> Action {
    guard let next = next(from: handler) else { return end(.notFound) }
    return .starts(run(next))
  }

  @inline(__always)
  private func next(from handler: Handler) -> Handler? {
    var (guardIndex, proxyIndex) = (guards, 0)
    switch handler {
    case .guard(let index): guardIndex = index
    case .proxy(let index): proxyIndex = index
    case .map: proxyIndex = proxies
    }
    if guardIndex < guards { return .guard(guardIndex) }
    if proxyIndex < proxies { return .proxy(proxyIndex) }
    return hasMap ? .map : nil
  }

  @inline(__always)
  private mutating func run(_ handler: Handler) -> Run {
    runs += 1
    let run = Run(number: runs, handler: handler)
    stage = .running(run)
    return run
  }

  private mutating func end(_ ending: Ending, _ run: Run? = nil) -> Action {
    stage = .over
    return .ends(ending, run, releasesTurn: true)
  }
}

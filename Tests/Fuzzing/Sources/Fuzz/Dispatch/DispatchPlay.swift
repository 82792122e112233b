import TestSupport
import Dispatch
import Switchyard

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A router with the model of what is done to it.
///
/// The program runs on one thread, and waits after each step until no task has anything to do; what async handlers
/// and outcomes write meanwhile is locked.
final class DispatchPlay: @unchecked Sendable {
  /// An answer that a handler keeps for later.
  private struct Held {
    let dispatch: Int?
    let answer: @Sendable () -> Void
    /// Whether its time is up, so that nobody waits for it any more.
    var isStale = false
  }

  private struct Model {
    var routes: [PlayedRoute] = []
    var dispatches: [PlayedDispatch] = []
    var held: [Held] = []
    var opensLeft = 4

    /// Whether a dispatch of a serial router would have to wait.
    var isBusy: Bool {
      held.contains { !$0.isStale } || dispatches.contains { $0.isUnderWay }
    }

    /// Takes down that routes come or go.
    mutating func disturb() {
      for index in dispatches.indices where dispatches[index].isUnderWay {
        dispatches[index].isDisturbed = true
      }
    }
  }

  /// What is passed along with a dispatch: which one it is; when nobody has it any more, the dispatch has gone.
  private final class Ticket: Sendable {
    let number: Int
    private let play: DispatchPlay

    init(_ number: Int, _ play: DispatchPlay) { (self.number, self.play) = (number, play) }

    deinit { play.isGone(number) }
  }

  private final class Owner: RouteOwner {}

  private static let tags: [RouteTag] = ["x", "y"]
  private static let goals = ["/a/1", "/a/2", "/b/1", "/c", "/"]
  private static let targets = [
    "/a/1", "/a/2?q=1", "/b/1", "/a/3/4", "/", "/nothing", "//a//%31/", "a/./b/../1", "app://a/1",
    "/b/x", "/a%2F1", "/%zz",
  ]

  private let router: Router
  private let clock = HandClock()
  private let redirects: RedirectPolicy
  private let lock = DispatchSemaphore(value: 1)
  private var model = Model()
  private var owners: [Owner?] = [Owner(), Owner()]

  init(_ chance: inout SeededGenerator) {
    var configuration = Router.Configuration.app
    configuration.clock = clock.routerClock
    configuration.order = chance.below(2) == 0 ? .serial : .concurrent
    configuration.precedence = chance.below(2) == 0 ? .latestFirst : .mostSpecific
    configuration.handlerTimeLimit = .seconds(5)
    configuration.guardTimeLimit = .seconds(5)
    configuration.hopLimit = chance.below(4)
    configuration.onFault = { _ in }
    redirects = chance.below(4) == 0 ? .report : .follow
    router = Router(configuration)
  }

  private func withModel<Result>(_ body: (inout Model) -> Result) -> Result {
    lock.wait()
    defer { lock.signal() }
    return body(&model)
  }

  // MARK: - Steps

  /// Does the next thing.
  func step(_ chance: inout SeededGenerator) {
    switch chance.below(16) {
    case 0...5: register(&chance)
    case 6...9: dispatch(chance.pick(Self.targets), tags: tags(&chance))
    case 10: open(chance.pick(Self.targets))
    case 11: answer(chance.below(4), drops: chance.below(4) == 0)
    case 12: dispose(chance.below(8))
    case 13: release(chance.below(4))
    case 14:
      // Those that begin to wait meanwhile have time.
      withModel { model in for index in model.held.indices { model.held[index].isStale = true } }
      clock.advance(by: .seconds(5))
    default: cancel(chance.below(4))
    }
  }

  private func tags(_ chance: inout SeededGenerator) -> [RouteTag] {
    switch chance.below(4) {
    case 0: [Self.tags[0]]
    case 1: Self.tags
    default: []
    }
  }

  private func register(_ chance: inout SeededGenerator) {
    let kind = chance.pick([RouteKind.guard, .proxy, .map, .map, .fallback])
    let hasTag = kind != .guard && chance.below(4) == 0
    let owner = kind == .proxy || kind == .map ? chance.below(6) : 5
    let route = PlayedRoute(
      kind: kind,
      shape: chance.pick(Shape.allCases),
      // Most go on, so that dispatches come to their maps.
      deed: chance.below(2) == 0 ? .goesOn : chance.pick(Deed.allCases),
      goal: chance.pick(Self.goals),
      tag: hasTag ? chance.pick(Self.tags) : nil,
      owner: owner < 2 && owners[owner] != nil ? owner : nil
    )
    register(route)
  }

  private func register(_ route: PlayedRoute) {
    let index = withModel { model in
      model.routes.append(route)
      model.disturb()
      return model.routes.count - 1
    }
    let id = router.register(route, index, owner: route.owner.flatMap { owners[$0] }, for: self)
    withModel { $0.routes[index].id = id }
  }

  private func dispatch(_ target: String, tags: [RouteTag]) {
    let number = begin(target, tags: tags, redirects: redirects, isAwaited: true)
    let ticket = Ticket(number, self)
    let view = router[tags]
    let redirects = redirects
    let body: @Sendable () async -> Void = { [self] in
      let outcome = await view.dispatch(target, payload: ticket, redirects: redirects)
      let fault = withModel { $0.dispatches[number].end(outcome, $0.routes) }
      if let fault { fail("\(number) \(target): \(outcome): \(fault)\n\(text)") }
    }
    let task: Task<Void, Never>
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      task = Task.immediate { await body() }
    } else {
      task = Task { await body() }
    }
    withModel { $0.dispatches[number].task = task }
  }

  /// Opens something that nobody waits for.
  func open(_ target: String) {
    let number = begin(target, tags: [], redirects: .follow, isAwaited: false)
    router.open(target, payload: Ticket(number, self))
  }

  /// Opens something within a handler, unless that has been done too often.
  func openAnother() {
    let isAllowed = withModel { model in
      model.opensLeft -= 1
      return model.opensLeft >= 0
    }
    if isAllowed { open("/b/1") }
  }

  private func begin(
    _ target: String,
    tags: [RouteTag],
    redirects: RedirectPolicy,
    isAwaited: Bool
  ) -> Int {
    withModel { model in
      // One that waits for its turn begins with the routes that there are then.
      let isNext = router.configuration.order == .concurrent || !model.isBusy
      let opened = try? RouteTarget(target)
      let prediction = opened.flatMap { opened in
        isNext
          ? Prediction(
            String(opened.path),
            tags: tags,
            routes: model.routes,
            precedence: router.configuration.precedence,
            redirects: redirects,
            hopLimit: router.configuration.hopLimit
          ) : nil
      }
      let dispatch = PlayedDispatch(
        routeCount: model.routes.count,
        prediction: prediction,
        isAwaited: isAwaited
      )
      model.dispatches.append(dispatch)
      return model.dispatches.count - 1
    }
  }

  private func answer(_ number: Int, drops: Bool) {
    let held = withModel { model in
      model.held.isEmpty ? nil : model.held.remove(at: number % model.held.count)
    }
    if !drops { held?.answer() }
  }

  private func dispose(_ number: Int) {
    let index = withModel { $0.routes.isEmpty ? nil : number % $0.routes.count }
    if let index { dispose(ofRoute: index) }
  }

  /// Takes a route out, after which it never starts.
  func dispose(ofRoute index: Int) {
    // Its number is not known within its own registration.
    guard let id = withModel({ $0.routes[index].id }) else { return }
    let count = router.dispose(of: id)
    let wasLive = withModel { model in
      defer {
        model.routes[index].isLive = false
        model.disturb()
      }
      return model.routes[index].isLive
    }
    require(!wasLive || count == 1, "\(count) routes disposed of\n\(text)")
  }

  private func release(_ owner: Int) {
    guard owner < 2 else { return }
    owners[owner] = nil
    withModel { model in
      for index in model.routes.indices where model.routes[index].owner == owner {
        model.routes[index].isLive = false
      }
      model.disturb()
    }
  }

  private func cancel(_ number: Int) {
    let task = withModel { model -> Task<Void, Never>? in
      let under = model.dispatches.indices.filter { model.dispatches[$0].task != nil }
        .filter { model.dispatches[$0].isUnderWay }
      guard !under.isEmpty else { return nil }
      let index = under[number % under.count]
      model.dispatches[index].isCancelled = true
      return model.dispatches[index].task
    }
    task?.cancel()
  }

  // MARK: - Handlers

  /// Takes down that a handler starts, and says which dispatch it is.
  func start(_ index: Int, _ path: String, _ passed: (any Sendable)?) {
    guard let number = number(passed) else { fail("nothing was passed to \(index)\n\(text)") }
    let route = Self.path(of: path)
    let fault = withModel { $0.dispatches[number].start(index, at: route, among: $0.routes) }
    if let fault { fail("\(index) starts in \(number) on \(path): \(fault)\n\(text)") }
  }

  /// Takes down what a guard says, before it says so.
  func note(_ index: Int, _ path: String, _ number: Int?, allows: Bool) {
    guard let number else { return }
    withModel { model in
      if allows {
        model.dispatches[number].allow(index, at: Self.path(of: path))
      } else {
        model.dispatches[number].refuse()
      }
    }
  }

  /// Which dispatch something was passed with.
  func number(_ passed: (any Sendable)?) -> Int? { (passed as? Ticket)?.number }

  private static func path(of route: String) -> String {
    (try? RouteTarget(route)).map { String($0.path) } ?? route
  }

  /// Takes down that a dispatch has gone, which is all that is seen of one that nobody waits for.
  private func isGone(_ number: Int) {
    let fault = withModel { $0.dispatches[number].go() }
    if let fault { fail("\(number): \(fault)\n\(text)") }
  }

  /// Keeps an answer for later.
  func hold(_ number: Int?, _ answer: @escaping @Sendable () -> Void) {
    withModel { $0.held.append(Held(dispatch: number, answer: answer)) }
  }

  // MARK: - Waiting

  /// Waits until all that is under way is kept by a handler that waits for its answer.
  func settle() {
    let isSerial = router.configuration.order == .serial
    let start = ContinuousClock.now
    var turn = 0
    while start.duration(to: .now) < .seconds(30) {
      let isSettled = withModel { model in
        let waiting = model.held.filter { !$0.isStale }
        let under = model.dispatches.indices.filter { model.dispatches[$0].isUnderWay }
        if isSerial, !waiting.isEmpty { return true }
        return under.allSatisfy { index in
          // One that nobody waits for is held by all that it has handed out.
          let kept = model.dispatches[index].isAwaited ? waiting : model.held
          return kept.contains { $0.dispatch == index }
        }
      }
      if isSettled { return }
      // Most have settled at once.
      turn += 1
      if turn < 1000 { sched_yield() } else { usleep(100) }
    }
    fail("a dispatch does not end\n\(text)")
  }

  /// Answers all that waits, and sees that everything has ended and that the router lives.
  func end() {
    for _ in 0..<1000 where withModel({ !$0.held.isEmpty }) {
      answer(0, drops: false)
      settle()
    }
    settle()
    let left = withModel { model in
      model.dispatches.indices.filter { model.dispatches[$0].isUnderWay }
    }
    require(left.isEmpty, "\(left) have not ended\n\(text)")
    withModel { $0.opensLeft = 0 }
    let count = withModel { $0.routes.count }
    for index in 0..<count { dispose(ofRoute: index) }
    require(router.routes.isEmpty, "routes are left\n\(text)")
    let last = withModel { $0.dispatches.count }
    register(PlayedRoute(kind: .map, shape: .all, deed: .goesOn, goal: "/", tag: nil, owner: nil))
    dispatch("/alive", tags: [])
    settle()
    let outcome = withModel { $0.dispatches[last].outcome }
    guard case .handled? = outcome else {
      fail("at the end: \(String(describing: outcome))\n\(text)")
    }
    // What it is to call keeps the router, which keeps the clock.
    clock.advance(by: .seconds(60))
  }

  /// All routes and dispatches.
  private var text: String {
    withModel { model in
      let routes = model.routes.enumerated().map { index, route in
        "\(index) \(route.kind) \(route.shape.pattern) \(route.deed) \(route.goal) "
          + "\(route.tag.map { "\($0)" } ?? "-") \(route.isLive ? "" : "gone")"
      }
      let dispatches = model.dispatches.enumerated().map { index, dispatch in
        "dispatch \(index): \(dispatch.runs) \(dispatch.outcome.map { "\($0)" } ?? "")"
      }
      let configuration = router.configuration
      let head = "\(configuration.order) \(configuration.precedence) \(configuration.hopLimit)"
      return ([head] + routes + dispatches).joined(separator: "\n")
    }
  }
}

import RoutePatterns
import SwitchyardLocks

import Dispatch
import TestSupport
import Testing

@testable import Switchyard

private final class Screen: RouteOwner {}

extension Router.Configuration {
  /// On a busy machine a hop to another thread can take the time that handlers have.
  fileprivate var withoutLimits: Router.Configuration {
    var configuration = self
    (configuration.guardTimeLimit, configuration.handlerTimeLimit) = (nil, nil)
    return configuration
  }
}

/// What is in memory, and for how long; `Tracked` objects say when they go.
@Suite struct MemoryTests {
  private let handlers = Counter()
  private let payloads = Counter()
  private let faults = Counter()

  /// A router whose core takes a tracked object with it.
  private func makeRouter(_ configuration: Router.Configuration = .app) -> Router {
    var configuration = configuration
    let tracked = Tracked(faults)
    configuration.onFault = { _ in tracked.use() }
    return Router(configuration)
  }

  private func map(_ pattern: RoutePattern, in router: Router, owner: Screen? = nil) -> RouteID {
    let tracked = Tracked(handlers)
    return router.map(pattern, owner: owner) { _, _, _, completed in
      tracked.use()
      completed()
    }
  }

  @Test(arguments: [Router.Configuration.app, .server])
  func `a router is released with all that it has`(_ configuration: Router.Configuration) async {
    do {
      let router = makeRouter(configuration)
      _ = map("/books", in: router)
      let tracked = Tracked(handlers)
      router.guard("/*") { _ in
        tracked.use()
        return .allow
      }
      router.proxy("/*") { _, _, _, next in
        tracked.use()
        next(nil)
      }
      router.open("/books", payload: Tracked(payloads))
      #expect(await router.dispatch("/books", payload: Tracked(payloads)) != .notFound)
    }
    #expect(await handlers.reaches(0))
    #expect(await payloads.reaches(0))
    #expect(await faults.reaches(0))
  }

  @Test(arguments: [Router.Configuration.app, .server])
  func `a router outlives its release by what is under way`(
    _ configuration: Router.Configuration
  ) async {
    let kept = Kept()
    do {
      let router = makeRouter(configuration)
      router.map("/books") { _, _, _, completed in kept.add(completed) }
      router.open("/books", payload: Tracked(payloads))
      router.open("/books", payload: Tracked(payloads))
    }
    #expect(faults.value == 1)
    #expect(payloads.value == 2)
    while kept.completeAll() > 0 {}
    #expect(await payloads.reaches(0))
    #expect(await faults.reaches(0))
  }

  @Test func `a router is released when what is under way is let go of`() async {
    let kept = Kept()
    do {
      let router = makeRouter()
      router.map("/books") { _, _, _, completed in kept.add(completed) }
      router.open("/books", payload: Tracked(payloads))
    }
    kept.dropAll()
    #expect(await payloads.reaches(0))
    #expect(await faults.reaches(0))
  }

  @Test func `a handler is released when its route is disposed of`() {
    let router = makeRouter()
    let ids = (0..<3).map { _ in map("/books", in: router) }
    #expect(handlers.value == 3)
    router.dispose(of: ids[1])
    #expect(handlers.value == 2)
    router.dispose(of: ids)
    #expect(handlers.value == 0)
  }

  @Test func `a handler is released when it ends, if its route goes while it runs`() async {
    let router = makeRouter()
    let kept = Kept()
    let tracked = Counter()
    let id = { () -> RouteID in
      let object = Tracked(tracked)
      return router.map("/books") { _, _, _, completed in
        object.use()
        kept.add(completed)
      }
    }()
    router.open("/books")
    router.dispose(of: id)
    #expect(tracked.value == 1)
    kept.completeAll()
    #expect(await tracked.reaches(0))
  }

  @Test func `handlers are released after the end of their owner, by registrations`() {
    let router = makeRouter()
    var screen: Screen? = Screen()
    withExtendedLifetime(screen) { _ = map("/books", in: router, owner: screen) }
    screen = nil
    for _ in 0..<16 { router.map("/other") { _ in } }
    #expect(handlers.value == 0)
  }

  @Test func `handlers are released after the end of their owner, by a lookup`() {
    let router = makeRouter()
    var screen: Screen? = Screen()
    withExtendedLifetime(screen) { _ = map("/books", in: router, owner: screen) }
    screen = nil
    #expect(!router.open("/books"))
    #expect(handlers.value == 0)
  }

  @Test(arguments: [Router.Configuration.app, .server])
  func `what a leg has met is released when the next has begun, for as long as that takes`(
    _ configuration: Router.Configuration
  ) async throws {
    let router = makeRouter(configuration.withoutLimits)
    let (began, go) = (Signal(), Signal())
    let held = Mailbox<@Sendable () -> Void>()
    router.map("/b") { _, _, _, completed in held.put(completed) }
    let id = { () -> RouteID in
      let tracked = Tracked(handlers)
      return router.proxy("/a") { (_: RouteContext) async throws in
        tracked.use()
        began.fire()
        try await go.take()
        return .commit("/b", payload: NoPayload())
      }
    }()
    router.open("/a", payload: Tracked(payloads))
    try await began.take()
    go.fire()
    let completed = try await held.take()
    router.dispose(of: id)
    #expect(await becomesTrue { handlers.value == 0 && payloads.value == 0 })
    completed()
  }

  @Test(arguments: [Router.Configuration.app, .server])
  func `a route that has gone before its turn is released when the leg has begun anew`(
    _ configuration: Router.Configuration
  ) async throws {
    let router = makeRouter(configuration.withoutLimits)
    let (began, go) = (Signal(), Signal())
    let held = Mailbox<@Sendable () -> Void>()
    router.guard("/a") { (_: RouteContext) async throws in
      began.fire()
      try await go.take()
      return .allow
    }
    let id = { () -> RouteID in
      let tracked = Tracked(handlers)
      return router.guard("/a") { (_: RouteContext) async in
        tracked.use()
        return .allow
      }
    }()
    router.map("/a") { _, _, _, completed in held.put(completed) }
    router.open("/a")
    try await began.take()
    router.dispose(of: id)
    for _ in 1...2 { go.fire() }
    let completed = try await held.take()
    #expect(await becomesTrue { handlers.value == 0 })
    completed()
  }

  @Test func `what was passed is released when the dispatch has ended`() async {
    let router = makeRouter()
    _ = map("/books", in: router)
    for path in ["/books", "/nothing", "/%zz"] {
      router.open(path, payload: Tracked(payloads))
      _ = await router.dispatch(path, payload: Tracked(payloads))
      #expect(await payloads.reaches(0), "\(path)")
    }
  }

  @Test(arguments: [Router.Configuration.app, .server])
  func `what a handler keeps does not hold what was passed`(
    _ configuration: Router.Configuration
  ) async {
    let router = makeRouter(configuration)
    let answers = Kept()
    let parameters = Locked<[Parameters]>([])
    let id = router.map("/books/:id") { context, completed in
      parameters.withLock { $0.append(context.parameters) }
      answers.add(completed)
      completed()
    }
    router.open("/books/7", payload: Tracked(payloads))
    _ = await router.dispatch("/books/8", payload: Tracked(payloads))
    #expect(await payloads.reaches(0))
    router.dispose(of: id)
    #expect(parameters.withLock { $0.map { $0["id"] } } == ["7", "8"])
    answers.dropAll()
  }

  @Test(arguments: [Router.Configuration.app, .server])
  func `what was passed is released at the end of a handler, not when its time would be up`(
    _ configuration: Router.Configuration
  ) async {
    let clock = ManualClock()
    var configuration = configuration
    configuration.clock = RouterClock(clock)
    configuration.handlerTimeLimit = .seconds(5)
    let router = makeRouter(configuration)
    let kept = Kept()
    router.map("/books") { _, _, _, completed in kept.add(completed) }
    router.open("/books", payload: Tracked(payloads))
    #expect(payloads.value == 1)
    kept.completeAll()
    #expect(await payloads.reaches(0, seconds: 300))
  }

  @Test func `what was passed is released when a dispatch is cancelled that waits for its turn`()
    async
  {
    let router = makeRouter()
    let kept = Kept()
    router.map("/slow") { _, _, _, completed in kept.add(completed) }
    router.open("/slow")
    let waiting = Task { [payloads] in
      await router.dispatch("/slow", payload: Tracked(payloads))
    }
    #expect(await payloads.reaches(1))
    waiting.cancel()
    #expect(await waiting.value == .cancelled)
    #expect(await payloads.reaches(0))
    kept.completeAll()
    #expect(await router.dispatch("/nothing") == .notFound)
  }

  @Test func `what was passed is released when an async handler is cancelled`() async {
    let router = makeRouter()
    let hasBegun = Counter()
    router.map("/slow") { _ in
      hasBegun.add()
      try await Task.sleep(for: .seconds(600))
    }
    let dispatch = Task { [payloads] in
      await router.dispatch("/slow", payload: Tracked(payloads))
    }
    #expect(await hasBegun.reaches(1))
    dispatch.cancel()
    #expect(await dispatch.value == .cancelled)
    #expect(await payloads.reaches(0))
  }

  @Test func `what was passed is released when a handler is let go of after its time`() async {
    var configuration = Router.Configuration.app
    let clock = DeadlineClock()
    configuration.clock = RouterClock(clock)
    configuration.handlerTimeLimit = .seconds(5)
    let kept = Kept()
    do {
      let router = makeRouter(configuration)
      router.map("/slow") { _, _, _, completed in kept.add(completed) }
      let dispatch = Task { [payloads] in
        await router.dispatch("/slow", payload: Tracked(payloads))
      }
      #expect(await clock.sleepers.reaches(1))
      clock.advance(by: .seconds(5))
      #expect(await dispatch.value == .timedOut)
    }
    kept.dropAll()
    #expect(await payloads.reaches(0))
    #expect(await faults.reaches(0))
  }

  // A task that outlives its handler, and dispatches what starts the next such task: for ever, it may be.
  @Test func `dispatches that have ended are forgotten by those that came of them`() async {
    let router = makeRouter()
    let rounds = Counter()
    let first = WeakAncestry()
    let isSeen = Counter()
    let route = router.map("/poll") { (_: RouteContext) async in
      first.note(Ancestry.current)
      let number = rounds.value
      rounds.add()
      // The last one stays until all is seen.
      guard number < 5 else { return _ = await isSeen.reaches(1) }
      Task {
        var outcome: RouteOutcome
        // Until its handler has ended it may not.
        repeat { outcome = await router.dispatch("/poll") } while outcome.isReentrant
      }
    }
    _ = await router.dispatch("/poll")
    #expect(await rounds.reaches(6))
    #expect(await becomesTrue { first.isGone })
    isSeen.add()
    // Its handler holds the router.
    router.dispose(of: route)
  }

  // MARK: - Patterns that have taken many steps

  /// The text of a segment that the expression of such a pattern is long about.
  private static let long = String(repeating: "ab", count: 300)

  /// The parameters of such a pattern.
  private static let parameters = "/:x/:y(.*b.*c.*|.*a.*d.*)"

  /// A pattern with an expression that takes many steps, and a closure that captures an object.
  private func costly(
    _ path: String,
    _ use: @escaping @Sendable () -> Void
  ) throws -> RoutePattern {
    try RoutePattern(
      parsing: path + Self.parameters,
      where: [
        "x": .check { _ in
          use()
          return true
        }
      ]
    )
  }

  @Test func `what a pattern captures is released with its route, however many steps it has taken`()
    throws
  {
    let router = makeRouter(.server)
    let id = try { () throws -> RouteID in
      let tracked = Tracked(handlers)
      return router.map(try costly("/a") { tracked.use() }) { _, completed in completed() }
    }()
    #expect(router.open("/a/1/\(Self.long)c"))
    #expect(handlers.value == 1)
    router.dispose(of: id)
    #expect(handlers.value == 0)
  }

  // A version that is read keeps a route that is disposed of meanwhile.
  @Test func `what a pattern captures ends while no version is read`() throws {
    let router = makeRouter(.server)
    let isReleased = Locked<Bool?>(nil)
    let id = try { () throws -> RouteID in
      let last = Ending { [handlers, weak router] in
        guard let router else { return }
        let id = { () -> RouteID in
          let tracked = Tracked(handlers)
          return router.map("/other") { _, completed in
            tracked.use()
            completed()
          }
        }()
        router.dispose(of: id)
        isReleased.withLock { $0 = handlers.value == 0 }
      }
      return router.map(try costly("/a") { last.use() }) { _, completed in completed() }
    }()
    router.proxy("/a/*") { [unowned router] _, next in
      router.dispose(of: id)
      next(.commit("/b/1/\(Self.long)\(Self.long)c"))
    }
    // Its match takes more steps than that of the other, in the version that is read.
    router.map(try RoutePattern(parsing: "/b" + Self.parameters)) { _, completed in completed() }
    #expect(router.open("/a/1/\(Self.long)c"))
    #expect(isReleased.withLock { $0 } == true)
    #expect(handlers.value == 0)
  }
}

/// An object at whose end a closure is called.
private final class Ending: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  deinit { body() }

  /// What a closure calls in order to capture it.
  func use() {}
}

/// Completions that handlers have given away.
private final class Kept: Sendable {
  private let completions = Locked<[@Sendable () -> Void]>([])

  func add(_ completed: @escaping @Sendable () -> Void) {
    completions.withLock { $0.append(completed) }
  }

  /// Calls those that there are, and lets go of them.
  @discardableResult
  func completeAll() -> Int {
    let taken = take()
    for completed in taken { completed() }
    return taken.count
  }

  func dropAll() { withExtendedLifetime(take()) {} }

  private func take() -> [@Sendable () -> Void] {
    completions.withLock { completions in
      defer { completions = [] }
      return completions
    }
  }
}

extension RouteOutcome {
  fileprivate var isReentrant: Bool {
    if case .failed(let error) = self { error.code == .reentrant } else { false }
  }
}

/// The first of those that are noted, as long as somebody else holds it.
private final class WeakAncestry: Sendable {
  private struct State {
    weak var first: Ancestry?
    var isNoted = false
  }

  private let state = Locked(State())

  var isGone: Bool { state.withLock { $0.isNoted && $0.first == nil } }

  func note(_ ancestry: Ancestry?) {
    state.withLock { state in
      guard !state.isNoted, let ancestry else { return }
      state.isNoted = true
      state.first = ancestry
    }
  }
}

import Dispatch
import RoutePatterns
import Switchyard
import TestSupport
import Testing

/// Handlers that run around maps and fallbacks.
@Suite struct MiddlewareTests {
  private enum Trace { @TaskLocal static var name = "none" }

  private let yard = Yard(.app)
  private var router: Router { yard.router }
  private var journal: Journal { yard.journal }

  @discardableResult
  private func around(
    _ pattern: RoutePattern,
    _ note: String,
    tags: [RouteTag] = [],
    owner: (any RouteOwner)? = nil
  ) -> RouteID {
    router.around(pattern, tags: tags, owner: owner) { [journal] _, next in
      journal("\(note) in")
      try await next()
      journal("\(note) out")
    }
  }

  @Test func `the first is outermost, whether it comes before the map or after`() async {
    around("/books/*", "one")
    let map = yard.map("/books/:id")
    around("/*", "two")
    around("/songs/*", "other")
    #expect(await router.dispatch("/books/7") == .handled(by: map))
    #expect(journal.entries == ["one in", "two in", "map /books/:id", "two out", "one out"])
  }

  @Test func `guards and proxies come before it`() async {
    around("/*", "around")
    yard.guard("/*")
    yard.proxy("/old", to: "/new")
    let map = yard.map("/new")
    #expect(await router.dispatch("/old") == .handled(by: map))
    #expect(
      journal.entries == [
        "guard /*", "proxy /old", "guard /*", "around in", "map /new", "around out",
      ]
    )
  }

  @Test func `what a guard denies it does not see`() async {
    around("/*", "around")
    let denying = yard.guard("/*", says: .deny)
    yard.map("/page")
    #expect(await router.dispatch("/page") == .denied(by: denying))
    #expect(journal.entries == ["guard /*"])
  }

  @Test func `where there is no map it does not run`() async {
    around("/*", "around")
    #expect(await router.dispatch("/page") == .notFound)
    #expect(journal.entries.isEmpty)
  }

  @Test func `tags are those of the maps that it is around`() async {
    around("/*", "views", tags: ["Views"])
    yard.map("/page", tags: ["Views", "Other"])
    yard.map("/plain")
    yard.fallback("/*", tags: ["Views"])
    _ = await router.dispatch("/page")
    _ = await router["Other"].dispatch("/page")
    #expect(
      journal.take() == [
        "views in", "map /page", "views out", "views in", "map /page", "views out",
      ]
    )
    _ = await router.dispatch("/plain")
    #expect(journal.take() == ["map /plain"])
    _ = await router.dispatch("/else")
    #expect(journal.take() == ["views in", "fallback /*", "views out"])
  }

  @Test func `each has the parameters of its own pattern, and the values that others have set`()
    async
  {
    enum Key: RouteContextKey { typealias Value = String }
    router.around("/:section/*") { [journal] context, next in
      journal(context.parameters["section"] ?? "")
      journal(context.destination?.parameters["id"] ?? "")
      context[Key.self] = "set"
      try await next()
    }
    router.map("/books/:id") { [journal] (context: RouteContext) async throws in
      journal(context[Key.self] ?? "")
      #expect(context.trail.isEmpty)
    }
    _ = await router.dispatch("/books/7")
    #expect(journal.entries == ["books", "7", "set"])
  }

  @Test(arguments: ["async", "function", "callback", "main", "main callback", "queue"])
  func `it is around maps of all forms, which see its task-local values`(_ form: String) async {
    router.around("/*") { [journal] _, next in
      try await Trace.$name.withValue("traced") { try await next() }
      journal("out")
    }
    let queue = DispatchQueue(label: "own")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    switch form {
    case "async":
      router.map("/page") { [journal] (context: RouteContext) async throws in
        await Task.yield()
        journal(Trace.name)
      }
    case "callback":
      router.map("/page") { [journal] _, completed in
        journal(Trace.name)
        DispatchQueue.global().async { completed() }
      }
    case "main":
      router.map("/page", queue: .main) { [journal] (context: RouteContext) async throws in
        MainActor.assertIsolated()
        journal(Trace.name)
      }
    case "main callback":
      router.map("/page", queue: .main) { [journal] _, completed in
        MainActor.assertIsolated()
        journal(Trace.name)
        completed()
      }
    case "queue":
      router.map("/page", queue: queue) { [journal] (context: RouteContext) async throws in
        await Task.yield()
        journal(DispatchQueue.getSpecific(key: key) == true ? Trace.name : "not on its queue")
      }
    default:
      router.map("/page") { [journal] context in journal(Trace.name) }
    }
    _ = await router.dispatch("/page")
    #expect(journal.entries == ["traced", "out"])
  }

  @Test func `it runs on its queue, and what has none is with it`() async {
    let queue = DispatchQueue(label: "own")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let journal = journal
    router.around("/*") { _, next in
      journal("\(DispatchQueue.getSpecific(key: key) == true)")
      try await next()
      journal("\(DispatchQueue.getSpecific(key: key) == true)")
    }
    router.around("/*", queue: queue) { _, next in
      journal("\(DispatchQueue.getSpecific(key: key) == true)")
      try await next()
      await Task.yield()
      journal("\(DispatchQueue.getSpecific(key: key) == true)")
    }
    yard.map("/page", "map")
    _ = await router.dispatch("/page")
    #expect(journal.entries == ["false", "true", "map", "true", "false"])
  }

  @Test func `an error of the map comes to it, and may end there`() async {
    router.around("/*") { [journal] _, next in
      do {
        try await next()
      } catch {
        journal("\(error)")
      }
    }
    let map = router.map("/page") { (context: RouteContext) async throws in throw Boom() }
    #expect(await router.dispatch("/page") == .handled(by: map))
    #expect(journal.entries == ["boom"])
  }

  @Test func `an error that it throws is that of the dispatch`() async {
    router.around("/*") { _, next in
      try await next()
      throw Boom()
    }
    yard.map("/page")
    let outcome = await router.dispatch("/page")
    #expect(outcome.error?.code == .handlerThrew)
    #expect(outcome.error?.cause as? Boom == Boom())
  }

  @Test func `without next it has handled the target itself`() async {
    around("/*", "outer")
    let inner = router.around("/*") { [journal] _, _ in journal("inner") }
    yard.map("/page")
    #expect(await router.dispatch("/page") == .handled(by: inner))
    #expect(journal.entries == ["outer in", "inner", "outer out"])
  }

  @Test func `next runs once, and another call is a fault`() async {
    let id = router.around("/*") { [journal] _, next in
      try await next()
      await #expect(throws: NextHandlerError.self) { try await next() }
      journal("out")
    }
    yard.map("/page")
    _ = await router.dispatch("/page")
    #expect(journal.entries == ["map /page", "out"])
    #expect(yard.faults.all.map(\.code) == [.repeatedNext])
    #expect(yard.faults.all.first?.route == id)
    #expect(yard.faults.all.first?.description.contains("at most once") == true)
  }

  @Test func `next throws when the middleware has ended`() async throws {
    let kept = Notes<NextHandler>()
    router.around("/*") { _, next in kept.add(next) }
    yard.map("/page")
    _ = await router.dispatch("/page")
    let next = try #require(kept.all.first)
    await #expect(throws: NextHandlerError.self) { try await next() }
    #expect(journal.entries.isEmpty)
  }

  // MARK: - Versions

  @Test func `when it goes before its turn, the leg begins anew`() async {
    let id = around("/*", "around")
    let first = Notes<Bool>()
    router.guard("/*") { [journal, router] context, decide in
      journal("guard")
      if first.all.isEmpty {
        first.add(true)
        router.dispose(of: id)
      }
      decide(.allow)
    }
    let map = yard.map("/page")
    #expect(await router.dispatch("/page") == .handled(by: map))
    #expect(journal.entries == ["guard", "guard", "map /page"])
  }

  @Test func `when a guard goes before the map's turn, the leg begins anew`() async {
    let first = Notes<Bool>()
    let passing = yard.guard("/*", "first guard")
    router.guard("/*") { [router] context, decide in
      if first.all.isEmpty {
        first.add(true)
        router.dispose(of: passing)
      }
      decide(.allow)
    }
    around("/*", "around")
    yard.map("/page")
    _ = await router.dispatch("/page")
    #expect(journal.entries == ["first guard", "around in", "map /page", "around out"])
  }

  @Test func `it goes with its owner, and is disposed of`() async {
    var owner: TestOwner? = TestOwner()
    around("/*", "owned", owner: owner)
    let id = around("/*", "disposed of")
    yard.map("/page")
    owner = nil
    router.dispose(of: id)
    _ = await router.dispatch("/page")
    #expect(journal.entries == ["map /page"])
    withExtendedLifetime(owner) {}
  }

  @Test func `its time counts with the map's`() async throws {
    let yard = Yard(.app) { $0.handlerTimeLimit = .seconds(3) }
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    yard.router.around("/*") { _, next in
      try await next()
      begin.yield()
      try await Task.sleep(for: .seconds(600))
    }
    yard.map("/page")
    async let outcome = yard.router.dispatch("/page")
    for await _ in begun { break }
    yard.clock.advance(by: .seconds(3))
    #expect(await outcome == .timedOut)
  }

  /// Others whose closures or exceptions have what was found put together once more.
  enum Company: CaseIterable { case nobody, exceptedGuard, closureOfMap, closureOfAnother }

  @Test(arguments: Company.allCases)
  func `one that cannot be matched fails what it is around, and nothing else`(
    _ company: Company
  ) async throws {
    let yard = Yard { $0.matchSteps = 1_000 }
    let (slow, plain): (RouteTag, RouteTag) = ("Slow", "Plain")
    let checked = RoutePattern("/a/:id", where: ["id": .check { _ in true }])
    yard.router.around("/a/:x((?:b|bb)+[cd])", tags: [slow]) { _, next in try await next() }
    let pattern = company == .closureOfMap ? checked : "/a/*"
    let map = yard.map(pattern, tags: [plain])
    yard.map(pattern, "slow", tags: [slow])
    switch company {
    case .nobody, .closureOfMap: break
    case .exceptedGuard: yard.router.guard("/*", except: ["/a/*"]) { _ in .deny }
    case .closureOfAnother: yard.router.around(checked) { _, next in try await next() }
    }
    let target = try RouteTarget("/a/" + String(repeating: "b", count: 60))
    #expect(await yard.router[plain].dispatch(target) == .handled(by: map))
    #expect(!yard.router[plain].meet(target, rivalTags: []).isUndecided)
    #expect(await yard.router[slow].dispatch(target).error?.code == .matchLimit)
    #expect(yard.router[slow].meet(target, rivalTags: []).isUndecided)
  }

  @Test func `its pattern may have a closure`() async {
    around(RoutePattern("/:id", where: ["id": .check { $0 == "7" }]), "picky")
    yard.map("/:id")
    _ = await router.dispatch("/7")
    _ = await router.dispatch("/8")
    #expect(journal.entries == ["picky in", "map /:id", "picky out", "map /:id"])
  }

  @Test(arguments: [false, true])
  func `when a guard is exchanged while it waits, the new one is asked`(_ isCaught: Bool) async {
    let old = yard.guard("/*", "old guard")
    let exchanged = Notes<Bool>()
    router.around("/*") { [journal, router] _, next in
      journal("in")
      await Task.yield()
      if exchanged.all.isEmpty {
        exchanged.add(true)
        router.replace(old) { table in
          table.guard("/*") { _, _, _, decide in
            journal("new guard")
            decide(.deny)
          }
        }
      }
      if isCaught { try? await next() } else { try await next() }
    }
    yard.map("/page")
    let outcome = await router.dispatch("/page")
    #expect(journal.entries == ["old guard", "in", "new guard"])
    if case .denied = outcome { return }
    Issue.record("\(outcome)")
  }

  @Test(arguments: [false, true])
  func `when the map goes while it waits, it does not run`(_ isOnMain: Bool) async {
    let id = Notes<RouteID>()
    router.around("/*") { [journal, router] _, next in
      journal("in")
      await Task.yield()
      router.dispose(of: id.all)
      try await next()
    }
    if isOnMain {
      id.add(router.map("/page", queue: .main) { [journal] _, _ in journal("map") })
    } else {
      id.add(yard.map("/page"))
    }
    #expect(await router.dispatch("/page") == .notFound)
    #expect(journal.entries == ["in"])
  }

  // Behind a guard that waits others drive the dispatch, and what it has found goes with its end.
  @Test(arguments: [false, true])
  func `when the time is up before next, nothing of it runs`(_ isBehindGuard: Bool) async throws {
    let yard = Yard(.app) { $0.handlerTimeLimit = .seconds(3) }
    if isBehindGuard {
      yard.router.guard("/*") { _ async in
        await Task.yield()
        return .allow
      }
    }
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let goOn = Mailbox<Void>()
    yard.router.around("/*") { [journal = yard.journal] _, next in
      begin.yield()
      try await goOn.take()
      await #expect(throws: CancellationError.self) { try await next() }
      journal("out")
      end.yield()
    }
    yard.map("/page")
    async let outcome = yard.router.dispatch("/page")
    for await _ in begun { break }
    yard.clock.advance(by: .seconds(3))
    #expect(await outcome == .timedOut)
    goOn.put(())
    for await _ in ended { break }
    #expect(yard.journal.entries == ["out"])
    #expect(yard.faults.all.first?.kind == .middleware)
  }

  @Test func `it does not end before what it has begun`() async {
    router.around("/*") { [journal] _, next in
      Task {
        try await next()
        journal("out")
      }
      #expect(await becomesTrue { !journal.entries.isEmpty })
    }
    router.map("/page") { [journal] (context: RouteContext) async throws in
      journal("in")
      for _ in 0..<100 { await Task.yield() }
      journal("map")
    }
    _ = await router.dispatch("/page")
    #expect(journal.entries.starts(with: ["in", "map"]))
  }

  @Test func `a map without a queue runs on the router's`() async {
    let queue = DispatchQueue(label: "router's")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let yard = Yard(.app) { $0.queue = queue }
    let journal = yard.journal
    yard.router.around("/*", queue: DispatchQueue(label: "own")) { _, next in
      journal("\(DispatchQueue.getSpecific(key: key) == true)")
      try await next()
    }
    yard.router.map("/page") { (context: RouteContext) async throws in
      await Task.yield()
      journal("\(DispatchQueue.getSpecific(key: key) == true)")
    }
    _ = await yard.router.dispatch("/page")
    #expect(journal.entries == ["false", "true"])
  }

  @Test func `an error names the route that has thrown it`() async {
    let outer = router.around("/*") { _, next in try await next() }
    let inner = router.around("/inner/*") { _, _ in throw Boom() }
    let map = router.map("/*") { (context: RouteContext) async throws in throw Boom() }
    #expect(await router.dispatch("/page").error?.route == map)
    #expect(await router.dispatch("/inner/page").error?.route == inner)
    let catching = router.around("/caught") { _, next in
      try? await next()
      throw CancellationError()
    }
    #expect(await router.dispatch("/caught").error?.route == catching)
    #expect(outer != inner)
    router.open("/inner/page")
    await yard.finish()
    #expect(yard.faults.all.map(\.route) == [inner])
  }

  // MARK: - Listings

  @Test func `listings and explanations show it`() throws {
    around("/books/*", "books")
    around("/*", "views", tags: ["Views"])
    yard.map("/books/:id")
    #expect(router.routes.map(\.kind).filter { $0 == .middleware }.count == 2)
    let explanation = router.explain("/books/7")
    #expect(explanation.running.map(\.route.kind) == [.middleware, .map])
    #expect(explanation.candidates.map(\.verdict) == [.runs, .skippedByTag, .runs])
    #expect(router.explain("/books/7/8").candidates.first?.verdict == .aroundNothing)
  }

  @Test func `a validation finds that which is around nothing`() {
    around("/books/*", "books")
    around("/books/*", "books again")
    around("/songs/*", "songs")
    around("/books/*", "tagged", tags: ["Views"])
    yard.map("/books/:id")
    let report = router.validate()
    #expect(report.findings.map(\.kind) == [.unmet, .unmet])
    #expect(report.findings.first?.message.contains("/songs/*") == true)
  }

  // MARK: - Properties

  /// Whatever middleware there is, the guards decide as without it, and no handler runs that they
  /// do not allow.
  @Test func `nothing of it weakens a guard`() async {
    let count = PropertyRun.cases(default: 300)
    var random = PropertyRun.generator(for: "middleware", cases: count)
    let patterns: [RoutePattern] = ["/*", "/a/*", "/:x", "/:x/b", "/a", "/a/b"]
    let paths = ["/", "/a", "/a/b", "/b", "/c/b"]
    for _ in 0..<count {
      let plain = Yard(.app)
      let wrapped = Yard(.app)
      for _ in 0..<random.below(6) {
        let pattern = random.pick(patterns)
        let denies = random.below(3) == 0
        switch random.below(3) {
        case 0:
          for yard in [plain, wrapped] { yard.guard(pattern, says: denies ? .deny : .allow) }
        case 1: for yard in [plain, wrapped] { yard.map(pattern) }
        default:
          let goesOn = random.below(4) != 0
          let isTwice = random.below(4) == 0
          wrapped.router.around(pattern) { _, next in
            if goesOn { try await next() }
            if isTwice { try? await next() }
          }
        }
      }
      for path in paths {
        let before = await plain.router.dispatch(path)
        let after = await wrapped.router.dispatch(path)
        let (expected, found) = (plain.journal.take(), wrapped.journal.take())
        #expect(expected.filter { $0.hasPrefix("guard") } == found.filter { $0.hasPrefix("guard") })
        #expect(found.count { $0.hasPrefix("map") } <= expected.count { $0.hasPrefix("map") })
        switch (before, after) {
        case (.denied, .denied), (.handled, .handled), (.notFound, .notFound): break
        default: Issue.record("\(path): \(before) became \(after)")
        }
      }
    }
  }
}

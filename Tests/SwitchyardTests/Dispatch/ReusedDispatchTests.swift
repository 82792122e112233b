import RoutePatterns
import SwitchyardLocks
import Testing

@testable import Switchyard

/// The object of a dispatch that serves the next one, and the reply that its handlers are lent.
@Suite struct ReusedDispatchTests {
  private typealias Reply = @Sendable () -> Void

  @Test func `a reply that was kept reaches no later dispatch`() {
    let yard = Yard(.server)
    let kept = Locked<[Reply]>([])
    yard.router.map("/kept") { _, completed in
      kept.withLock { $0.append(completed) }
      completed()
    }
    let counted = Locked(0)
    yard.router.map("/counted") { _, completed in
      for reply in kept.withLock({ $0 }) { reply() }
      counted.withLock { $0 += 1 }
      completed()
    }
    yard.router.open("/kept")
    yard.router.open("/kept")
    // Each call says what both have kept once more, while another dispatch is under way.
    for _ in 0..<3 { yard.router.open("/counted") }
    #expect(counted.withLock { $0 } == 3)
    #expect(yard.faults.texts.count == 6)
    #expect(yard.faults.texts.allSatisfy { $0.contains("/kept") && !$0.contains("/counted") })
    kept.withLock { $0 = [] }
  }

  @Test func `a closure that goes without an answer is told of, each time`() {
    let yard = Yard(.server)
    yard.router.guard("/*") { _, _ in }
    yard.map("/a")
    for _ in 0..<3 { yard.router.open("/a") }
    #expect(yard.journal.entries.isEmpty)
    #expect(yard.faults.texts.count == 3)
  }

  @Test func `a context that was kept says what it said, whatever has gone and is opened since`() {
    let yard = Yard(.server)
    let kept = Locked<[RouteContext]>([])
    let ids = (["/a/:id", "/b/:id"] as [RoutePattern]).map { pattern in
      yard.router.map(pattern) { context, completed in
        kept.withLock { $0.append(context) }
        completed()
      }
    }
    yard.map("/c/:other")
    for number in 0..<3 {
      yard.router.open("/a/\(number)", payload: number)
      yard.router.open("/c/\(number)")
      yard.router.open("/b/\(number)")
    }
    for id in ids { yard.router.dispose(of: id) }
    for number in 0..<3 { yard.router.open("/c/\(number)") }
    let contexts = kept.withLock { $0 }
    #expect(contexts.map { $0.route } == (0..<3).flatMap { ["/a/\($0)", "/b/\($0)"] })
    #expect(contexts.map { $0.parameters["id"] } == (0..<3).flatMap { ["\($0)", "\($0)"] })
    #expect(contexts.map { $0.matched.id } == (0..<3).flatMap { _ in ids })
    #expect(contexts.map { $0.destination?.matched.id } == (0..<3).flatMap { _ in ids })
    #expect(contexts.map { $0.payload(as: Int.self) } == (0..<3).flatMap { [$0, nil] })
  }

  @Test func `an open within a handler has an object of its own`() {
    let yard = Yard(.server)
    let router = yard.router
    router.map("/outer/:depth") { [unowned router] context, completed in
      let depth = context.parameters["depth", as: Int.self] ?? 0
      if depth > 0 { router.open("/outer/\(depth - 1)") }
      yard.journal(context.route)
      completed()
    }
    for _ in 0..<2 { router.open("/outer/2") }
    #expect(yard.journal.entries == ["/outer/0", "/outer/1", "/outer/2"] * 2)
    #expect(yard.faults.texts.isEmpty)
  }

  @Test func `async handlers that need not wait share a task`() async {
    let yard = Yard(.server)
    let tasks = Locked<[Int]>([])
    @Sendable func note() {
      let task = withUnsafeCurrentTask { $0?.hashValue }
      tasks.withLock { $0.append(task ?? 0) }
    }
    yard.router.guard("/*") { _ async in
      note()
      return .allow
    }
    yard.router.proxy("/*") { (_: RouteContext) async in
      note()
      return .pass
    }
    let id = yard.router.map("/a") { (_: RouteContext) async in
      note()
      await Task.yield()
    }
    #expect(await yard.router.dispatch("/a") == .handled(by: id))
    let seen = tasks.withLock { $0 }
    #expect(seen.count == 3 && Set(seen).count == 1)
  }

  @Test func `a task that is cancelled in an async guard comes to no map`() async {
    let yard = Yard(.server)
    yard.map("/a")
    let task = Task {
      nonisolated(unsafe) let caller = withUnsafeCurrentTask { $0 }
      yard.router.guard("/a") { _ async in
        caller?.cancel()
        return .allow
      }
      return await yard.router.dispatch("/a")
    }
    #expect(await task.value == .cancelled)
    #expect(yard.journal.entries.isEmpty)
  }

  @Test func `a router that is let go of takes the spare objects with it`() {
    weak var core: RouterCore?
    do {
      let router = Router(.server)
      core = router.core
      router.map("/a") { _, completed in completed() }
      for _ in 0..<3 { router.open("/a") }
      let view = router["A"]
      _ = consume router
      view.open("/a")
    }
    #expect(core == nil)
  }
}

extension [String] {
  fileprivate static func * (list: [String], times: Int) -> [String] {
    (0..<times).flatMap { _ in list }
  }
}

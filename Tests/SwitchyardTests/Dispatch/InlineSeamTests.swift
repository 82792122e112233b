import Dispatch
import Foundation
import RoutePatterns
import Switchyard
import Testing

/// Where a dispatch whose handlers are called on the caller's stack becomes one of its own.
@Suite struct InlineSeamTests {
  private static let orders = [Router.Order.serial, .concurrent]

  /// Runs what blocks on a thread of its own.
  private func onThread(_ body: @escaping @Sendable () -> Void) { Thread.detachNewThread(body) }

  // MARK: - Answers that are not given in the call

  @Test(arguments: orders)
  func `an answer from another thread goes on there, while the handler is in its call`(
    order: Router.Order
  ) async throws {
    let yard = Yard(order)
    let journal = yard.journal
    let gate = Gate()
    let ended = Signal()
    yard.router.guard("/a") { _, _, _, decide in
      Thread.detachNewThread {
        decide(.allow)
        ended.fire()
      }
      gate.pass()
      journal("guard ends")
      decide(.deny)
    }
    yard.map("/a")
    let router = yard.router
    onThread { router.open("/a") }
    try await ended.take()
    #expect(journal.entries == ["map /a"])
    gate.open()
    #expect(try await yard.faults.next() == "guard /a: repeatedAnswer")
    await yard.finish()
    #expect(journal.entries == ["map /a", "guard ends"])
  }

  @Test(arguments: orders)
  func `an answer in the call counts, whatever comes from elsewhere later`(
    order: Router.Order
  ) async throws {
    let yard = Yard(order)
    let ended = Signal()
    yard.router.guard("/a") { _, _, _, decide in
      decide(.allow)
      let isOver = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        decide(.deny)
        isOver.signal()
      }
      isOver.wait()
    }
    yard.map("/a")
    let router = yard.router
    onThread {
      router.open("/a")
      ended.fire()
    }
    try await ended.take()
    #expect(yard.faults.summary == ["guard /a: repeatedAnswer"])
    #expect(yard.journal.entries == ["map /a"])
  }

  @Test(arguments: orders)
  func `an answer that is repeated after the end is reported`(order: Router.Order) async {
    let yard = Yard(order)
    let kept = Shared<[@Sendable () -> Void]>([])
    yard.router.guard("/a") { _, _, _, decide in
      decide(.allow)
      kept.withLock { $0.append { decide(.deny) } }
    }
    yard.router.proxy("/a") { _, _, _, next in
      next(nil)
      kept.withLock { $0.append { next(nil) } }
    }
    let map = yard.router.map("/a") { _, _, _, completed in
      completed()
      kept.withLock { $0.append(completed) }
    }
    #expect(await yard.router.dispatch("/a?x=1") == .handled(by: map))
    for answer in kept.withLock({ $0 }) { answer() }
    #expect(
      yard.faults.summary == [
        "guard /a: repeatedAnswer", "proxy /a: repeatedAnswer", "map /a: repeatedAnswer",
      ]
    )
    kept.withLock { $0 = [] }
    #expect(yard.faults.summary.count == 3)
  }

  @Test(arguments: orders)
  func `the answer of an earlier handler is not that of the one that runs`(
    order: Router.Order
  ) async throws {
    let yard = Yard(order)
    let decided = Mailbox<@Sendable (GuardVerdict) -> Void>()
    let held = Mailbox<@Sendable () -> Void>()
    yard.router.guard("/a") { _, _, _, decide in
      decide(.allow)
      decided.put(decide)
    }
    let map = yard.router.map("/a") { _, _, _, completed in held.put(completed) }
    let outcome = yard.start("/a")
    let completed = try await held.take()
    let decide = try await decided.take()
    decide(.deny)
    decide(.allow)
    #expect(yard.faults.summary == ["guard /a: repeatedAnswer", "guard /a: repeatedAnswer"])
    completed()
    #expect(await outcome.value == .handled(by: map))
  }

  // MARK: - Handlers that go on

  @Test func `a handler that has answered and blocks its thread stops no serial router`()
    async throws
  {
    let yard = Yard()
    let router = yard.router
    let (began, gate, ended) = (Signal(), Gate(), Signal())
    router.guard("/a") { _, _, _, decide in
      decide(.allow)
      began.fire()
      gate.pass()
    }
    yard.map("/a")
    let other = yard.map("/b")
    onThread {
      router.open("/a")
      ended.fire()
    }
    try await began.take()
    #expect(yard.journal.entries.isEmpty)
    #expect(await router.dispatch("/b") == .handled(by: other))
    #expect(yard.journal.entries == ["map /a", "map /b"])
    gate.open()
    try await ended.take()
    await yard.finish()
    #expect(yard.journal.entries == ["map /a", "map /b"])
    #expect(yard.faults.texts.isEmpty)
  }

  @Test func `it does so too where others have come before it answered`() async throws {
    let yard = Yard()
    let router = yard.router
    let (began, mayAnswer, answered, gate) = (Signal(), Gate(), Signal(), Gate())
    router.map("/a") { _, _, _, completed in
      began.fire()
      mayAnswer.pass()
      completed()
      answered.fire()
      gate.pass()
    }
    yard.map("/b")
    let other = yard.map("/c")
    onThread { router.open("/a") }
    try await began.take()
    router.open("/b")
    mayAnswer.open()
    try await answered.take()
    #expect(await router.dispatch("/c") == .handled(by: other))
    #expect(yard.journal.entries == ["map /b", "map /c"])
    gate.open()
    await yard.finish()
  }

  // MARK: - Time limits

  @Test(arguments: orders, [RouteKind.guard, .proxy, .map])
  func `one that blocks the caller is told of in time, and late`(
    order: Router.Order,
    kind: RouteKind
  ) async throws {
    let yard = Yard {
      $0.order = order
      $0.handlerTimeLimit = .seconds(10)
    }
    let router = yard.router
    let (began, gate, returned) = (Signal(), Gate(), Signal())
    let block = { @Sendable in
      began.fire()
      gate.pass()
    }
    if kind == .guard {
      router.guard("/a") { _, _, _, decide in
        block()
        decide(.allow)
      }
    } else if kind == .proxy {
      router.proxy("/a") { _, _, _, next in
        block()
        next(nil)
      }
    }
    router.map("/a") { [journal = yard.journal] _, _, _, completed in
      if kind == .map { block() }
      journal("map")
      completed()
    }
    let other = yard.map("/b")
    onThread {
      router.open("/a")
      returned.fire()
    }
    try await began.take()
    yard.clock.advance(by: .seconds(9))
    #expect(yard.faults.texts.isEmpty)
    yard.clock.advance(by: .seconds(1))
    #expect(try await yard.faults.next() == "\(kind) /a: timeLimit")
    // The router goes on, though the thread is still in the handler.
    #expect(await router.dispatch("/b") == .handled(by: other))
    gate.open()
    #expect(try await yard.faults.next() == "\(kind) /a: lateAnswer")
    try await returned.take()
    await yard.finish()
    #expect(yard.journal.entries == (kind == .map ? ["map /b", "map"] : ["map /b"]))
  }

  @Test(arguments: orders)
  func `the time of one that answers later counts from its call`(order: Router.Order) async throws {
    let yard = Yard {
      $0.order = order
      $0.handlerTimeLimit = .seconds(5)
    }
    let held = Mailbox<@Sendable () -> Void>()
    yard.router.map("/a") { [clock = yard.clock] _, _, _, completed in
      clock.advance(by: .seconds(3))
      held.put(completed)
    }
    let outcome = yard.start("/a")
    let completed = try await held.take()
    yard.clock.advance(by: .seconds(2))
    #expect(await outcome.value == .timedOut)
    completed()
    #expect(yard.faults.summary == ["map /a: timeLimit", "map /a: lateAnswer"])
  }

  // MARK: - Routes and routers that change

  @Test(arguments: orders)
  func `what a handler disposes of does not start, and the next map is found`(
    order: Router.Order
  ) async throws {
    let yard = Yard(order)
    let router = yard.router
    let ids = Shared<[RouteID]>([])
    router.guard("/a") { _, _, _, decide in
      router.dispose(of: ids.withLock { $0 })
      decide(.allow)
    }
    let proxy = yard.proxy("/a", "disposed proxy")
    yard.map("/a", "older")
    let newer = yard.map("/a", "newer")
    ids.withLock { $0 = [proxy, newer] }
    #expect(router.open("/a"))
    await yard.finish()
    #expect(yard.journal.entries == ["older"])
    #expect(yard.faults.texts.isEmpty)
  }

  @Test func `an open within a handler comes after the whole dispatch`() async {
    let yard = Yard()
    let router = yard.router
    router.guard("/a") { _, _, _, decide in
      router.open("/b")
      decide(.allow)
    }
    router.proxy("/a") { _, _, _, next in
      router.open("/b")
      next(nil)
    }
    yard.map("/a")
    yard.map("/b")
    router.open("/a")
    #expect(yard.journal.entries == ["map /a", "map /b", "map /b"])
  }

  // MARK: - Cancellation

  @Test(arguments: orders)
  func `a task that a handler cancels before it answers opens no further`(
    order: Router.Order
  ) async {
    let yard = Yard(order)
    let router = yard.router
    router.guard("/a") { _, _, _, decide in
      withUnsafeCurrentTask { $0?.cancel() }
      decide(.allow)
    }
    yard.map("/a")
    let outcome = await Task { await router.dispatch("/a") }.value
    #expect(outcome == .cancelled)
    await yard.finish()
    #expect(yard.journal.entries.isEmpty)
    #expect(yard.faults.texts.isEmpty)
  }

  @Test(arguments: orders)
  func `one whose async handler has it cancelled opens no further`(order: Router.Order) async {
    let yard = Yard(order)
    let router = yard.router
    let task = Shared<Task<RouteOutcome, Never>?>(nil)
    let began = Gate()
    router.guard("/a") { (_: RouteContext) async in
      began.pass()
      task.withLock { $0 }?.cancel()
      return .allow
    }
    yard.map("/a")
    let outcome = Task.detached { await router.dispatch("/a") }
    task.withLock { $0 = outcome }
    began.open()
    #expect(await outcome.value == .cancelled)
    await yard.finish()
    #expect(yard.journal.entries.isEmpty)
  }

  // MARK: - What handlers keep

  @Test(arguments: orders)
  func `parameters that are kept stay what they were`(order: Router.Order) async throws {
    let yard = Yard(order)
    let kept = Shared<[Parameters]>([])
    yard.router.guard("/:first/*") { _, parameters, _, decide in
      kept.withLock { $0.append(parameters) }
      decide(.allow)
    }
    yard.router.guard("/*") { _, _, _, decide in decide(.allow) }
    yard.router.proxy("/a/:second") { _, parameters, _, next in
      kept.withLock { $0.append(parameters) }
      next(nil)
    }
    let map = yard.router.map("/:third/b") { _, parameters, _, completed in
      kept.withLock { $0.append(parameters) }
      completed()
    }
    #expect(await yard.router.dispatch("/a/b?x=1#y") == .handled(by: map))
    #expect(
      kept.withLock { $0.map(\.description) } == [
        "[first: a, 0: b]?x=1#y", "[second: b]?x=1#y", "[third: a]?x=1#y",
      ]
    )
  }

  @Test func `a context that is kept keeps its values, and no handler`() async throws {
    let yard = Yard()
    let lives = Counter()
    let kept = Mailbox<RouteContext>()
    func register() -> [RouteID] {
      let tracked = Tracked(lives)
      let id = yard.router.guard("/a/:x") { (context: RouteContext) async in
        tracked.use()
        context[Int.self] = 1
        kept.put(context)
        return .allow
      }
      let map = yard.router.map("/a/*") { (context: RouteContext) async in
        tracked.use()
        context[Int.self] = (context[Int.self] ?? 0) + 1
        #expect(context.trail.count == 1)
      }
      return [id, map]
    }
    let ids = register()
    yard.router.open("/a/b")
    await yard.finish()
    let context = try await kept.take()
    yard.router.dispose(of: ids)
    #expect(lives.value == 0)
    #expect(context[Int.self] == 2)
    #expect(context.parameters["x"] == "b")
    #expect(context.trail.isEmpty)
  }

  @Test(arguments: orders)
  func `an answer that is kept keeps no other handler`(order: Router.Order) async throws {
    let yard = Yard(order)
    let lives = Counter()
    let kept = Mailbox<@Sendable (GuardVerdict) -> Void>()
    let id = yard.router.guard("/a") { _, _, _, decide in
      decide(.allow)
      kept.put(decide)
    }
    func register() -> RouteID {
      let tracked = Tracked(lives)
      return yard.router.map("/a") { _, _, _, completed in
        tracked.use()
        completed()
      }
    }
    let map = register()
    #expect(await yard.router.dispatch("/a") == .handled(by: map))
    let decide = try await kept.take()
    yard.router.dispose(of: [id, map])
    #expect(lives.value == 0)
    decide(.allow)
    #expect(yard.faults.summary == ["guard /a: repeatedAnswer"])
  }
}

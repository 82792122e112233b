import Dispatch
import Foundation
import RoutePatterns
import TestSupport
import Testing

@testable import Switchyard

/// The moments at which a full dispatch takes over from one whose handlers are called on the caller's stack.
@Suite struct InlineTakeOverTests {
  private static let orders = [Router.Order.serial, .concurrent]

  /// Runs what blocks on a thread of its own.
  private func onThread(_ body: @escaping @Sendable () -> Void) { Thread.detachNewThread(body) }

  // MARK: - What was found

  /// A clock whose alarms go off when they are set.
  private static func hastyClock() -> RouterClock {
    let now = Shared(Duration.zero)
    return RouterClock(
      now: { now.withLock { $0 } },
      wake: { delay, action in
        now.withLock { $0 += delay }
        action()
      }
    )
  }

  @Test(arguments: orders)
  func `a time that is up before the handler is called takes nothing from it`(
    order: Router.Order
  ) async throws {
    let yard = Yard {
      $0.order = order
      $0.guardTimeLimit = nil
      $0.handlerTimeLimit = .seconds(1)
      $0.clock = Self.hastyClock()
    }
    yard.guard("/a")
    let trails = Mailbox<Int>()
    yard.router.map("/a") { (context: RouteContext) async in trails.put(context.trail.count) }
    #expect(await yard.router.dispatch("/a") == .timedOut)
    #expect(try await trails.take() == 1)
  }

  @Test(arguments: [true, false])
  func `what was found goes with the dispatch, whoever keeps an answer`(isQueued: Bool) async throws
  {
    let yard = Yard(.concurrent)
    let lives = Counter()
    let kept = Mailbox<@Sendable (GuardVerdict) -> Void>()
    yard.router.guard("/a") { _, _, _, decide in
      decide(.allow)
      kept.put(decide)
    }
    func register() -> RouteID {
      let tracked = Tracked(lives)
      let queue = isQueued ? DispatchQueue(label: "own") : nil
      return yard.router.guard("/a", queue: queue) { (_: RouteContext) async in
        tracked.use()
        return .allow
      }
    }
    let id = register()
    let map = yard.map("/a")
    #expect(await yard.router.dispatch("/a") == .handled(by: map))
    let decide = try await kept.take()
    #expect(yard.router.dispose(of: [id]) == 1)
    #expect(await becomesTrue { lives.value == 0 })
    decide(.allow)
    #expect(yard.faults.summary == ["guard /a: repeatedAnswer"])
  }

  // MARK: - Cancellation

  @Test(arguments: orders)
  func `handlers that cancel tasks of their own have answered all the same`(
    order: Router.Order
  ) async {
    let yard = Yard(order)
    @Sendable func cancel() { withUnsafeCurrentTask { $0?.cancel() } }
    yard.router.guard("/a") { (_: RouteContext) async in
      cancel()
      return .allow
    }
    let map = yard.router.map("/a") { (_: RouteContext) async in cancel() }
    let fallback = yard.router.fallback("/*") { (_: RouteContext) async in cancel() }
    #expect(await yard.router.dispatch("/a") == .handled(by: map))
    #expect(await yard.router.dispatch("/b") == .handled(by: fallback))
    #expect(yard.faults.texts.isEmpty)
  }

  /// An executor that holds up the thread which leaves it a job until a gate is open.
  private final class HoldingExecutor: TaskExecutor {
    let gate = Gate()

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let executor = asUnownedTaskExecutor()
      Thread.detachNewThread { job.runSynchronously(on: executor) }
      gate.pass()
    }
  }

  @Test func `a task that goes on with others is not cancelled by the thread that it was left on`()
    async throws
  {
    let yard = Yard()
    let router = yard.router
    let (executor, seen) = (HoldingExecutor(), Mailbox<Bool>())
    router.map("/a") { (_: RouteContext) async in
      // Another thread goes on with it, before this one comes back from here; and with what it
      // opens itself, within the task.
      await withTaskExecutorPreference(executor) {}
      router.open("/b")
    }
    router.map("/b") { _, _, _, completed in
      executor.gate.open()
      Thread.sleep(forTimeInterval: 0.2)
      seen.put(Task.isCancelled)
      completed()
    }
    onThread { router.open("/a") }
    #expect(try await seen.take() == false)
    await yard.finish()
    #expect(yard.faults.texts.isEmpty)
  }

  @Test func `whoever cancels a task calls no handler of others`() async throws {
    let completed = Shared<(@Sendable () -> Void)?>(nil)
    let yard = Yard {
      // The handler answers while its dispatch ends, and another has its turn.
      $0.onTrace = { _ in completed.withLock { $0.take() }?() }
    }
    let (began, threads) = (Signal(), Mailbox<ThreadID>())
    yard.router.map("/a") { _, _, _, done in
      completed.withLock { $0 = done }
      began.fire()
    }
    yard.router.map("/b") { _, _, _, done in
      threads.put(.current)
      done()
    }
    let outcome = yard.start("/a")
    try await began.take()
    yard.router.open("/b")
    let (cancelling, isOver) = (Mailbox<ThreadID>(), Gate())
    onThread {
      cancelling.put(.current)
      outcome.cancel()
      isOver.pass()
    }
    #expect(await outcome.value == .cancelled)
    #expect(try await threads.take() != cancelling.take())
    isOver.open()
    await yard.finish()
  }

  // MARK: - Whose turn it is

  @Test func `one that comes back late takes nothing from the one whose turn it is`() async throws {
    let yard = Yard { $0.handlerTimeLimit = .seconds(5) }
    let router = yard.router
    let (began, late, isBack) = (Signal(), Gate(), Gate())
    router.map("/late") { _, _, _, completed in
      began.fire()
      late.pass()
      completed()
    }
    let (answered, gate, isOver) = (Signal(), Gate(), Signal())
    router.map("/b") { _, _, _, completed in
      late.open()
      isBack.pass()
      completed()
      answered.fire()
      gate.pass()
    }
    let map = yard.map("/c")
    onThread {
      router.open("/late")
      isBack.open()
    }
    try await began.take()
    yard.clock.advance(by: .seconds(5))
    #expect(try await yard.faults.next() == "map /late: timeLimit")
    onThread {
      router.open("/b")
      isOver.fire()
    }
    try await answered.take()
    #expect(await router.dispatch("/c") == .handled(by: map))
    gate.open()
    try await isOver.take()
    await yard.finish()
    #expect(yard.journal.entries == ["map /c"])
  }

  @Test func `one that comes back late goes on with what the one whose turn it is has left`()
    async throws
  {
    let yard = Yard { $0.handlerTimeLimit = .seconds(5) }
    let router = yard.router
    let (began, late, isBack, ran) = (Signal(), Gate(), Signal(), Gate())
    router.map("/late") { _, _, _, completed in
      began.fire()
      late.pass()
      completed()
    }
    router.map("/b") { _, _, _, completed in
      router.open("/c")
      completed()
      late.open()
      ran.pass()
    }
    router.map("/c") { _, _, _, completed in
      completed()
      ran.open()
    }
    onThread {
      router.open("/late")
      isBack.fire()
    }
    try await began.take()
    yard.clock.advance(by: .seconds(5))
    #expect(try await yard.faults.next() == "map /late: timeLimit")
    let isOver = Signal()
    onThread {
      router.open("/b")
      isOver.fire()
    }
    try await isOver.take()
    try await isBack.take()
    await yard.finish()
    #expect(yard.faults.summary == ["map /late: lateAnswer"])
  }

  // MARK: - What open returns

  @Test(arguments: orders)
  func `open says what there was at the call, whatever its handlers take away`(
    order: Router.Order
  ) async {
    let yard = Yard {
      $0.order = order
      // Enough for the map alone, and not behind the guards.
      $0.matchSteps = 20_000
    }
    let router = yard.router
    let target = "/a/" + String(repeating: "b", count: 16) + "c"
    let ids = Shared<[RouteID]>([])
    router.guard("/a/*") { _, _, _, decide in
      router.dispose(of: ids.withLock { $0 })
      decide(.allow)
    }
    for _ in 0..<20 { yard.guard("/a/:x((?:b|bb)+d)", "never") }
    let map = yard.map("/a/:x((?:b|bb)+c)")
    ids.withLock { $0 = [map] }
    #expect(router.open(target))
    #expect(!router.open(target))
  }
}

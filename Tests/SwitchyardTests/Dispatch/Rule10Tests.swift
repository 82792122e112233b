import Dispatch
import Switchyard
import Testing

@Suite struct `Rule 10, errors and cancellation` {
  @Test func `an error that a handler throws is what the dispatch fails with`() async {
    let yard = Yard()
    let map = yard.router.map("/a/:id") { _ in throw Boom() }
    let error = await yard.router.dispatch("/a/1?x=1").error
    #expect(error?.code == .handlerThrew)
    #expect(error?.target == "/a/1")
    #expect(error?.pattern == "/a/:id")
    #expect(error?.route == map)
    #expect(error?.cause as? Boom == Boom())
    #expect(
      error?.description.withoutOrigins
        == "Opening /a/1: the handler of /a/:id threw an error: boom"
    )
    #expect(yard.faults.texts.isEmpty)
  }

  @Test func `it is reported where nobody waits`() async {
    let yard = Yard()
    yard.router.map("/a") { _ in throw Boom() }
    yard.router.open("/a")
    await yard.finish()
    #expect(
      yard.faults.texts == [
        "Opening /a: the handler of /a threw an error: boom"
      ]
    )
  }

  @Test func `what an error says cannot forge a line or command a terminal`() async {
    struct Hostile: Error, CustomStringConvertible {
      let description = "bad\nSwitchyard: forged \u{1B}[31m"
    }
    let yard = Yard()
    yard.router.map("/a") { _ in throw Hostile() }
    yard.router.guard("/b") { _ in throw Hostile() }
    yard.router.open("/a")
    yard.router.open("/b")
    await yard.finish()
    #expect(
      yard.faults.texts == [
        "Opening /a: the handler of /a threw an error: bad\\u{A}Switchyard: forged \\u{1B}[31m",
        "guard /b, opening /b: it denies, because of an error: "
          + "bad\\u{A}Switchyard: forged \\u{1B}[31m",
      ]
    )
  }

  @Test func `what was opened begins no line of a fault`() async throws {
    let yard = Yard()
    let error = try #require(throws: RouteTargetError.self) { try RouteTarget("/forged/%zz") }
    yard.router.guard("/a") { _ in throw error }
    #expect(!yard.router.open("/forged/%zz"))
    yard.router.open("/a")
    await yard.finish()
    #expect(yard.faults.texts.count == 2)
    for text in yard.faults.texts {
      #expect(text.contains("\n  /forged/%zz\n  "), "\(text)")
    }
  }

  @Test func `an error of cancellation that was not asked for is an error`() async {
    let yard = Yard()
    yard.router.map("/a") { _ in throw CancellationError() }
    let error = await yard.router.dispatch("/a").error
    #expect(error?.code == .handlerThrew)
    #expect(error?.cause is CancellationError)
  }

  // MARK: - Cancellation midway

  @Test func `it ends at once, the async handler sees it, and keeps its turn`() async throws {
    let yard = Yard()
    let began = Signal()
    let go = Signal()
    let journal = yard.journal
    yard.router.map("/a") { _ in
      began.fire()
      await untilCancelled { journal("cancelled") }
      try? await go.take()
      journal("a ends")
      throw Boom()
    }
    yard.map("/b")
    let outcome = yard.start("/a")
    try await began.take()
    yard.router.open("/b")
    outcome.cancel()
    #expect(await outcome.value == .cancelled)
    #expect(!journal.entries.contains("map /b"))
    go.fire()
    await yard.finish()
    #expect(journal.entries == ["cancelled", "a ends", "map /b"])
    #expect(yard.faults.texts.isEmpty)
  }

  @Test func `a handler with a closure keeps its turn until it calls it`() async throws {
    let yard = Yard()
    let held = Mailbox<@Sendable () -> Void>()
    yard.router.map("/a") { _, _, _, completed in held.put(completed) }
    yard.map("/b")
    let outcome = yard.start("/a")
    let completed = try await held.take()
    yard.router.open("/b")
    outcome.cancel()
    #expect(await outcome.value == .cancelled)
    #expect(yard.journal.entries.isEmpty)
    completed()
    completed()
    await yard.finish()
    #expect(yard.journal.entries == ["map /b"])
    #expect(yard.faults.summary == ["map /a: repeatedAnswer"])
  }

  @Test func `one that drops its closure gives its turn on then`() async throws {
    let yard = Yard()
    let held = Mailbox<@Sendable () -> Void>()
    yard.router.map("/a") { _, _, _, completed in held.put(completed) }
    yard.map("/b")
    let outcome = yard.start("/a")
    yard.router.open("/b")
    outcome.cancel()
    #expect(await outcome.value == .cancelled)
    #expect(yard.journal.entries.isEmpty)
    _ = try await held.take()
    await yard.finish()
    #expect(yard.journal.entries == ["map /b"])
    #expect(yard.faults.summary == ["map /a: droppedAnswer"])
  }

  @Test func `it keeps its turn no longer than its time`() async throws {
    let yard = Yard { $0.handlerTimeLimit = .seconds(5) }
    let held = Mailbox<@Sendable () -> Void>()
    yard.router.map("/a") { _, _, _, completed in held.put(completed) }
    yard.map("/b")
    let outcome = yard.start("/a")
    let completed = try await held.take()
    outcome.cancel()
    #expect(await outcome.value == .cancelled)
    let next = yard.start("/b")
    #expect(yard.journal.entries.isEmpty)
    yard.clock.advance(by: .seconds(5))
    _ = await next.value
    completed()
    #expect(yard.journal.entries == ["map /b"])
    #expect(yard.faults.summary == ["map /a: lateAnswer"])
  }

  @Test func `a cancelled guard and proxy lead nowhere`() async throws {
    let yard = Yard()
    let verdict = Mailbox<@Sendable (GuardVerdict) -> Void>()
    let proxied = Mailbox<@Sendable (ProxyCommit?) -> Void>()
    yard.router.guard("/g") { _, _, _, decide in verdict.put(decide) }
    yard.router.proxy("/p") { _, _, _, next in proxied.put(next) }
    yard.map("/:x")
    let first = yard.start("/g")
    let decide = try await verdict.take()
    first.cancel()
    #expect(await first.value == .cancelled)
    decide(.redirect("/x"))
    let second = yard.start("/p")
    // It may wait for its turn until now: one that is cancelled before that is never started.
    let next = try await proxied.take()
    second.cancel()
    #expect(await second.value == .cancelled)
    next(("/x", nil, nil))
    await yard.finish()
    #expect(yard.journal.entries.isEmpty)
    #expect(yard.faults.texts.isEmpty)
  }

  @Test func `a handler that its queue has not come to never starts`() async {
    let yard = Yard()
    let queue = DispatchQueue(label: "suspended")
    yard.map("/a", queue: queue)
    yard.map("/b")
    queue.suspend()
    let outcome = yard.start("/a")
    yard.router.open("/b")
    outcome.cancel()
    #expect(await outcome.value == .cancelled)
    queue.resume()
    await yard.finish()
    #expect(yard.journal.entries == ["map /b"])
  }

  @Test func `a concurrent router cancels as well`() async throws {
    let yard = Yard(.concurrent)
    let began = Signal()
    let ended = Signal()
    yard.router.map("/a") { _ in
      began.fire()
      await untilCancelled {}
      ended.fire()
    }
    let outcome = yard.start("/a")
    try await began.take()
    outcome.cancel()
    #expect(await outcome.value == .cancelled)
    try await ended.take()
    #expect(yard.faults.texts.isEmpty)
  }

  @Test func `what a handler waits for is cancelled with it`() async throws {
    let yard = Yard(.concurrent)
    let began = Signal()
    let seen = Mailbox<RouteOutcome>()
    let router = yard.router
    router.map("/inner") { _ in
      began.fire()
      await untilCancelled {}
    }
    router.map("/outer") { _ in seen.put(await router.dispatch("/inner")) }
    let outcome = yard.start("/outer")
    try await began.take()
    outcome.cancel()
    #expect(await outcome.value == .cancelled)
    #expect(try await seen.take() == .cancelled)
  }

  @Test(arguments: [Router.Order.serial, .concurrent])
  func `the outcome waits for nothing that the handler does when it is cancelled`(
    order: Router.Order
  ) async throws {
    let yard = Yard(order)
    let (began, isOver, seen) = (Signal(), Signal(), Mailbox<Bool>())
    let isKnown = DispatchSemaphore(value: 0)
    yard.router.map("/a") { _ in
      await withTaskCancellationHandler {
        began.fire()
        try? await isOver.take()
      } onCancel: {
        seen.put(isKnown.wait(timeout: .now() + 300) == .success)
      }
    }
    let outcome = yard.start("/a")
    try await began.take()
    outcome.cancel()
    #expect(await outcome.value == .cancelled)
    isKnown.signal()
    #expect(try await seen.take())
    isOver.fire()
    await yard.finish()
  }

  // MARK: - Cancellation in line

  @Test func `one that waits in line is cancelled at once, and never starts`() async throws {
    let yard = Yard()
    let held = Mailbox<@Sendable () -> Void>()
    let slow = yard.router.map("/slow") { _, _, _, completed in held.put(completed) }
    yard.guard("/b")
    yard.map("/b")
    yard.map("/c")
    let first = yard.start("/slow")
    let second = yard.start("/b")
    yard.router.open("/c")
    second.cancel()
    #expect(await second.value == .cancelled)
    try await held.take()()
    #expect(await first.value == .handled(by: slow))
    await yard.finish()
    #expect(yard.journal.entries == ["map /c"])
  }

  @Test(arguments: [Router.Order.serial, .concurrent])
  func `a task that is cancelled already opens nothing`(order: Router.Order) async {
    let yard = Yard(order)
    yard.guard("/*")
    let map = yard.map("/a")
    let router = yard.router
    let outcome = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await router.dispatch("/a")
    }
    #expect(await outcome.value == .cancelled)
    #expect(yard.journal.entries.isEmpty)
    #expect(await router.dispatch("/a") == .handled(by: map))
  }

  @Test func `what was opened is nobody's to cancel`() async {
    let yard = Yard()
    yard.map("/a")
    let router = yard.router
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      router.open("/a")
    }.value
    #expect(yard.journal.entries == ["map /a"])
  }

  @Test func `a cancellation after the end changes nothing`() async {
    let yard = Yard()
    let map = yard.map("/a")
    let outcome = yard.start("/a")
    #expect(await outcome.value == .handled(by: map))
    outcome.cancel()
    #expect(await yard.router.dispatch("/a") == .handled(by: map))
  }
}

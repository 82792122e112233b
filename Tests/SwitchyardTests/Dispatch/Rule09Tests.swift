import Dispatch
import Switchyard
import Testing

@Suite struct `Rule 9, answers and time limits` {
  // MARK: - Answers

  @Test func `a dropped completed counts as called, and is reported`() async {
    let yard = Yard()
    let map = yard.router.map("/a") { _, _, _, _ in }
    let fallback = yard.router.fallback("/*") { _, _, _, _ in }
    #expect(await yard.router.dispatch("/a?x=1") == .handled(by: map))
    #expect(await yard.router.dispatch("/b") == .handled(by: fallback))
    #expect(
      yard.faults.texts == [
        "map /a, opening /a: completed was let go of and never called. "
          + "It counts as called; call it on every path.",
        "fallback /*, opening /b: completed was let go of and never called. "
          + "It counts as called; call it on every path.",
      ]
    )
  }

  @Test func `a completed that is dropped later counts from then on`() async throws {
    let yard = Yard()
    let held = Mailbox<@Sendable () -> Void>()
    let map = yard.router.map("/a") { _, _, _, completed in held.put(completed) }
    let outcome = yard.start("/a")
    yard.map("/b")
    yard.router.open("/b")
    #expect(yard.faults.texts.isEmpty)
    #expect(yard.journal.entries.isEmpty)
    _ = try await held.take()
    #expect(await outcome.value == .handled(by: map))
    await yard.finish()
    #expect(yard.faults.summary == ["map /a: droppedAnswer"])
    #expect(yard.journal.entries == ["map /b"])
  }

  @Test(arguments: [Router.Order.serial, .concurrent])
  func `a second completed is ignored and reported`(order: Router.Order) async {
    let yard = Yard(order)
    let map = yard.router.map("/a") { _, _, _, completed in
      for _ in 0..<3 { completed() }
    }
    let other = yard.map("/b")
    #expect(await yard.router.dispatch("/a") == .handled(by: map))
    #expect(await yard.router.dispatch("/b") == .handled(by: other))
    let text =
      "map /a, opening /a: completed was called again. The first call counts; call it once."
    #expect(yard.faults.texts == [text, text])
  }

  @Test func `a second completed gives nobody else's turn on`() async throws {
    let yard = Yard()
    let first = Mailbox<@Sendable () -> Void>()
    let second = Mailbox<@Sendable () -> Void>()
    yard.router.map("/1") { _, _, _, completed in first.put(completed) }
    yard.router.map("/2") { _, _, _, completed in second.put(completed) }
    yard.map("/3")
    for url in ["/1", "/2", "/3"] { yard.router.open(url) }
    let completed = try await first.take()
    completed()
    completed()
    #expect(yard.journal.entries.isEmpty)
    try await second.take()()
    await yard.finish()
    #expect(yard.journal.entries == ["map /3"])
    #expect(yard.faults.summary == ["map /1: repeatedAnswer"])
  }

  @Test func `completed, next and a verdict may be called from any thread`() async {
    let yard = Yard()
    let queue = DispatchQueue(label: "another")
    let map = yard.router.map("/b") { _, _, _, completed in queue.async { completed() } }
    yard.router.proxy("/a") { _, _, _, next in queue.async { next(("/b", nil, nil)) } }
    yard.router.guard("/*") { _, _, _, decide in queue.async { decide(.allow) } }
    #expect(await yard.router.dispatch("/a") == .handled(by: map))
    #expect(yard.faults.texts.isEmpty)
  }

  @Test func `of calls from many threads one counts`() async throws {
    let yard = Yard()
    let held = Mailbox<@Sendable () -> Void>()
    let map = yard.router.map("/a") { _, _, _, completed in held.put(completed) }
    let outcome = yard.start("/a")
    let completed = try await held.take()
    await withDiscardingTaskGroup { group in
      for _ in 0..<8 { group.addTask { completed() } }
    }
    #expect(await outcome.value == .handled(by: map))
    for _ in 0..<7 { #expect(try await yard.faults.next() == "map /a: repeatedAnswer") }
    #expect(yard.faults.texts.isEmpty)
  }

  // MARK: - Time limits

  @Test(arguments: [Router.Order.serial, .concurrent])
  func `past its limit a map times out, and the router goes on`(order: Router.Order) async throws {
    let yard = Yard {
      $0.order = order
      $0.handlerTimeLimit = .seconds(5)
    }
    let held = Mailbox<@Sendable () -> Void>()
    yard.router.map("/a") { _, _, _, completed in held.put(completed) }
    let other = yard.map("/b")
    let outcome = yard.start("/a")
    let completed = try await held.take()
    let next = yard.start("/b")
    yard.clock.advance(by: .seconds(4))
    yard.clock.advance(by: .seconds(1))
    #expect(await outcome.value == .timedOut)
    #expect(await next.value == .handled(by: other))
    completed()
    #expect(
      yard.faults.texts == [
        "map /a, opening /a: it took longer than it may. Make it quicker, or raise its limit: "
          + "Router.Configuration.handlerTimeLimit, unless it has one of its own.",
        "map /a, opening /a: completed was called when its time was up. The call is ignored.",
      ]
    )
  }

  @Test func `an async map past its limit is cancelled, and its end is no fault`() async throws {
    let yard = Yard { $0.handlerTimeLimit = .seconds(5) }
    let began = Signal()
    let cancelled = Signal()
    let ended = Signal()
    yard.router.fallback("/*") { _ in
      defer { ended.fire() }
      began.fire()
      await untilCancelled { cancelled.fire() }
      throw Boom()
    }
    let outcome = yard.start("/a")
    try await began.take()
    yard.clock.advance(by: .seconds(5))
    #expect(await outcome.value == .timedOut)
    try await cancelled.take()
    try await ended.take()
    await yard.finish()
    #expect(yard.faults.summary == ["fallback /*: timeLimit"])
  }

  @Test(arguments: [Router.Order.serial, .concurrent])
  func `a map that blocks its thread times out as well`(order: Router.Order) async throws {
    let yard = Yard {
      $0.order = order
      $0.handlerTimeLimit = .seconds(5)
    }
    let began = Signal()
    let gate = Gate()
    yard.router.map("/a", queue: DispatchQueue(label: "blocked")) { _, _, _, completed in
      began.fire()
      gate.pass()
      completed()
    }
    let other = yard.map("/b")
    let outcome = yard.start("/a")
    try await began.take()
    yard.clock.advance(by: .seconds(5))
    #expect(await outcome.value == .timedOut)
    #expect(await yard.router.dispatch("/b") == .handled(by: other))
    #expect(try await yard.faults.next() == "map /a: timeLimit")
    gate.open()
    #expect(try await yard.faults.next() == "map /a: lateAnswer")
  }

  @Test func `the time counts from the start of each handler`() async throws {
    let yard = Yard {
      $0.handlerTimeLimit = .seconds(5)
      $0.guardTimeLimit = .seconds(5)
    }
    let queue = DispatchQueue(label: "suspended")
    let verdict = Mailbox<@Sendable (GuardVerdict) -> Void>()
    let completion = Mailbox<@Sendable () -> Void>()
    yard.router.guard("/a") { _, _, _, decide in verdict.put(decide) }
    let map = yard.router.map("/a", queue: queue) { _, _, _, completed in completion.put(completed)
    }
    queue.suspend()
    let outcome = yard.start("/a")
    let decide = try await verdict.take()
    yard.clock.advance(by: .seconds(4))
    decide(.allow)
    yard.clock.advance(by: .seconds(4))
    yard.clock.advance(by: .seconds(100))
    queue.resume()
    let completed = try await completion.take()
    yard.clock.advance(by: .seconds(4))
    completed()
    #expect(await outcome.value == .handled(by: map))
    #expect(yard.faults.texts.isEmpty)
  }

  @Test func `in an app maps and proxies may take as long as they like`() async throws {
    let yard = Yard()
    let held = Mailbox<@Sendable () -> Void>()
    let proxied = Mailbox<@Sendable (ProxyCommit?) -> Void>()
    let map = yard.router.map("/a") { _, _, _, completed in held.put(completed) }
    yard.router.proxy("/a") { _, _, _, next in proxied.put(next) }
    let outcome = yard.start("/a")
    let next = try await proxied.take()
    yard.clock.advance(by: .seconds(1_000_000))
    next(nil)
    let completed = try await held.take()
    yard.clock.advance(by: .seconds(1_000_000))
    completed()
    #expect(await outcome.value == .handled(by: map))
    #expect(yard.faults.texts.isEmpty)
  }

  @Test func `the presets have the limits that they are said to have`() {
    let app = Router.Configuration.app
    #expect(app.handlerTimeLimit == nil)
    #expect(app.guardTimeLimit == .seconds(10))
    #expect(app.order == .serial)
    #expect(app.precedence == .latestFirst)
    let server = Router.Configuration.server
    #expect(server.handlerTimeLimit == .seconds(30))
    #expect(server.guardTimeLimit == .seconds(10))
    #expect(server.order == .concurrent)
    #expect(server.precedence == .mostSpecific)
    #expect([app.hopLimit, app.matchSteps, app.targetLength] == [8, 100_000, 8192])
  }

  @Test func `one bad handler never stops another`() async throws {
    let yard = Yard { $0.handlerTimeLimit = .seconds(5) }
    let router = yard.router
    let held = Mailbox<@Sendable () -> Void>()
    yard.map("/good")
    router.map("/drops") { _, _, _, _ in }
    router.map("/doubles") { _, _, _, completed in
      completed()
      completed()
    }
    router.map("/throws") { _ in throw Boom() }
    router.map("/hangs") { _, _, _, completed in held.put(completed) }
    router.proxy("/proxy/drops") { _, _, _, _ in }
    router.guard("/guard/drops") { _, _, _, _ in }
    router.guard("/loop") { _ in .redirect("/loop") }
    let bad = ["/drops", "/doubles", "/throws", "/proxy/drops", "/guard/drops", "/loop", "/hangs"]
    for url in bad {
      router.open(url)
      router.open("/good")
    }
    let completed = try await held.take()
    yard.clock.advance(by: .seconds(5))
    await yard.finish()
    completed()
    #expect(yard.journal.entries == bad.map { _ in "map /good" })
    #expect(
      yard.faults.summary == [
        "map /drops: droppedAnswer", "map /doubles: repeatedAnswer", "map /throws: dispatchFailed",
        "proxy /proxy/drops: droppedAnswer",
        "guard /guard/drops: droppedAnswer", "guard /loop: dispatchFailed",
        "map /hangs: timeLimit", "map /hangs: lateAnswer",
      ]
    )
  }

  @Test func `onFault may use the router`() async {
    let seen = Shared<Router?>(nil)
    let yard = Yard { $0.onFault = { _ in seen.withLock { $0 }?.open("/b") } }
    seen.withLock { $0 = yard.router }
    yard.router.map("/a") { _, _, _, _ in }
    yard.map("/b")
    yard.router.open("/a")
    await yard.finish()
    seen.withLock { $0 = nil }
    #expect(yard.journal.entries == ["map /b"])
  }
}

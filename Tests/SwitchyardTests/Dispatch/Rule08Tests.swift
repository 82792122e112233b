import Dispatch
import Switchyard
import Testing

@Suite struct `Rule 8, order` {
  @Test func `a serial router goes in the order of the calls, across all tag views`() async throws {
    let yard = Yard()
    let router = yard.router
    let held = Mailbox<@Sendable () -> Void>()
    router.map("/slow", tags: ["V"]) { _, _, _, completed in held.put(completed) }
    for name in ["1", "2", "3", "4"] { yard.map("/:x", name, tags: [RouteTag(name)]) }
    #expect(router["V"].open("/slow"))
    for name in ["3", "1", "4", "2"] { #expect(router[RouteTag(name)].open("/a")) }
    #expect(yard.journal.entries.isEmpty)
    try await held.take()()
    await yard.finish()
    #expect(yard.journal.entries == ["3", "1", "4", "2"])
  }

  @Test func `a slow handler of any kind and form holds the next up`() async throws {
    let yard = Yard()
    let router = yard.router
    let go = Signal()
    let journal = yard.journal
    router.guard("/1") { _ in
      try await go.take()
      journal("guard")
      return .deny
    }
    router.proxy("/2") { _ in
      try await go.take()
      journal("proxy")
      return .commit("/nowhere")
    }
    router.map("/3") { _ in
      try await go.take()
      journal("map")
    }
    for url in ["/1", "/2", "/3"] { router.open(url) }
    for _ in 0..<3 { go.fire() }
    await yard.finish()
    #expect(journal.entries == ["guard", "proxy", "map"])
  }

  @Test func `a concurrent router starts each at once`() async throws {
    let yard = Yard(.concurrent)
    let held = Mailbox<@Sendable () -> Void>()
    let slow = yard.router.map("/slow") { _, _, _, completed in held.put(completed) }
    let map = yard.map("/b")
    let outcome = yard.start("/slow")
    let completed = try await held.take()
    #expect(await yard.router.dispatch("/b") == .handled(by: map))
    completed()
    #expect(await outcome.value == .handled(by: slow))
  }

  @Test func `an open within a handler of a serial router is queued`() async {
    let yard = Yard()
    let router = yard.router
    let journal = yard.journal
    yard.map("/b")
    router.map("/a") { _, _, _, completed in
      #expect(router.open("/b"))
      #expect(router["V"].open("/b") == false)
      journal("a goes on")
      completed()
    }
    router.map("/async") { _ in
      #expect(router.open("/b"))
      await Task.yield()
      journal("async goes on")
    }
    router.open("/a")
    router.open("/async")
    await yard.finish()
    #expect(journal.entries == ["a goes on", "map /b", "async goes on", "map /b"])
  }

  @Test func `an open within a guard and a proxy is queued behind the map`() async {
    let yard = Yard()
    let router = yard.router
    yard.map("/:x", "other")
    yard.map("/a")
    router.guard("/a") { _, _, _, decide in
      router.open("/g")
      decide(.allow)
    }
    router.proxy("/a") { _, _, _, next in
      router.open("/p")
      next(nil)
    }
    router.open("/a")
    await yard.finish()
    #expect(yard.journal.entries == ["map /a", "other", "other"])
  }

  @Test func `an open within a handler of a concurrent router runs at once`() {
    let yard = Yard(.concurrent)
    let router = yard.router
    yard.map("/b")
    router.map("/a") { [journal = yard.journal] _, _, _, completed in
      #expect(router.open("/b"))
      journal("a goes on")
      completed()
    }
    router.open("/a")
    #expect(yard.journal.entries == ["map /b", "a goes on"])
  }

  // MARK: - Waiting for oneself

  private static let text =
    "Opening /b: a handler of a serial router waits for a dispatch of the same router, which "
    + "waits for the handler. Use open, which is queued, or a concurrent router."

  @Test func `a dispatch awaited within a handler fails, of whatever kind`() async throws {
    let yard = Yard()
    let router = yard.router
    let seen = Mailbox<RouteOutcome>()
    yard.map("/b")
    router.guard("/a") { _ in
      seen.put(await router.dispatch("/b?x=1"))
      return .allow
    }
    router.proxy("/a") { _ in
      seen.put(await router["V"].dispatch("/b"))
      return .pass
    }
    let map = router.map("/a") { _ in seen.put(await router.dispatch("/b")) }
    #expect(await router.dispatch("/a") == .handled(by: map))
    for _ in 0..<3 {
      let error = try await seen.take().error
      #expect(error?.code == .reentrant)
      #expect(error?.description.withoutOrigins == Self.text)
    }
    #expect(yard.journal.entries.isEmpty)
    guard case .handled = await router.dispatch("/b") else {
      Issue.record("the router is stuck")
      return
    }
  }

  @Test func `as does one in a task that a handler completes in`() async throws {
    let yard = Yard()
    let router = yard.router
    let seen = Mailbox<RouteOutcome>()
    yard.map("/b")
    router.map("/a") { _, _, _, completed in
      Task {
        seen.put(await router.dispatch("/b"))
        completed()
      }
    }
    router.open("/a")
    #expect(try await seen.take().error?.code == .reentrant)
    await yard.finish()
    #expect(yard.journal.entries.isEmpty)
  }

  @Test(arguments: [Router.Order.serial, .concurrent])
  func `as does one through a second router`(order: Router.Order) async throws {
    let first = Yard()
    let second = Yard(order)
    let seen = Mailbox<RouteOutcome>()
    let router = first.router
    let other = second.router
    first.map("/b")
    let inner = other.map("/through") { _ in seen.put(await router.dispatch("/b")) }
    router.map("/a") { _ in seen.put(await other.dispatch("/through")) }
    _ = await router.dispatch("/a")
    #expect(try await seen.take().error?.code == .reentrant)
    #expect(try await seen.take() == .handled(by: inner))
    #expect(first.journal.entries.isEmpty)
  }

  @Test func `as does one that a queue of its own brings about`() async throws {
    let yard = Yard()
    let router = yard.router
    let seen = Mailbox<RouteOutcome>()
    yard.map("/b")
    router.map("/a", queue: DispatchQueue(label: "own")) { _ in
      await Task.yield()
      seen.put(await router.dispatch("/b"))
    }
    _ = await router.dispatch("/a")
    #expect(try await seen.take().error?.code == .reentrant)
  }

  @Test func `a handler that was opened waits for nobody`() async throws {
    // B is opened, not awaited, by a handler of A: B's handlers may wait for A.
    let first = Yard()
    let second = Yard(.concurrent)
    let seen = Mailbox<RouteOutcome>()
    let router = first.router
    let other = second.router
    let map = first.map("/b")
    other.map("/through") { _ in seen.put(await router.dispatch("/b")) }
    router.map("/a") { _ in other.open("/through") }
    _ = await router.dispatch("/a")
    #expect(try await seen.take() == .handled(by: map))
  }

  @Test func `a detached task may wait, and gets its turn after the handler`() async throws {
    let yard = Yard()
    let router = yard.router
    let seen = Mailbox<RouteOutcome>()
    let map = yard.map("/b")
    router.map("/a") { [journal = yard.journal] _ in
      Task.detached { seen.put(await router.dispatch("/b")) }
      await Task.yield()
      journal("a")
    }
    _ = await router.dispatch("/a")
    #expect(try await seen.take() == .handled(by: map))
    #expect(yard.journal.entries == ["a", "map /b"])
  }

  @Test func `a task that outlives its handler may wait`() async throws {
    let yard = Yard()
    let router = yard.router
    let go = Signal()
    let seen = Mailbox<RouteOutcome>()
    let map = yard.map("/b")
    router.map("/a") { _ in
      Task {
        try await go.take()
        seen.put(await router.dispatch("/b"))
      }
    }
    _ = await router.dispatch("/a")
    go.fire()
    #expect(try await seen.take() == .handled(by: map))
  }

  @Test func `a handler of a concurrent router may wait for the same router`() async throws {
    let yard = Yard(.concurrent)
    let router = yard.router
    let seen = Mailbox<RouteOutcome>()
    let map = yard.map("/b")
    router.map("/a") { _ in seen.put(await router.dispatch("/b")) }
    _ = await router.dispatch("/a")
    #expect(try await seen.take() == .handled(by: map))
  }

  // MARK: - Snapshots

  @Test func `the Bool is of the call, the dispatch of its turn`() async throws {
    let yard = Yard()
    let router = yard.router
    let held = Mailbox<@Sendable () -> Void>()
    router.map("/slow") { _, _, _, completed in held.put(completed) }
    let early = yard.map("/early")
    router.open("/slow")
    #expect(router.open("/early"))
    #expect(!router.open("/late"))
    router.dispose(of: early)
    yard.map("/late")
    yard.guard("/late")
    try await held.take()()
    await yard.finish()
    #expect(yard.journal.entries == ["guard /late", "map /late"])
  }

  @Test func `what is registered in flight is for the next leg`() async {
    let yard = Yard()
    let router = yard.router
    yard.map("/a", "older")
    let proxy = Shared<RouteID?>(nil)
    let id = router.proxy("/a") { [yard] _, _, _, next in
      yard.map("/a", "newer")
      yard.guard("/a", "new guard")
      if let id = proxy.withLock({ $0 }) { router.dispose(of: id) }
      next(("/a", nil, nil))
    }
    proxy.withLock { $0 = id }
    _ = await router.dispatch("/a")
    _ = await router.dispatch("/a")
    #expect(yard.journal.entries == ["new guard", "newer", "new guard", "newer"])
  }
}

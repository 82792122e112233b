import Dispatch
import Switchyard
import Testing

@Suite struct `Rule 2, owners and disposal` {
  // MARK: - Before a dispatch

  @Test func `a map and a proxy live no longer than their owner`() async {
    let yard = Yard()
    var owner: TestOwner? = TestOwner()
    yard.map("/a", owner: owner)
    yard.proxy("/a", owner: owner)
    #expect(yard.router.open("/a"))
    owner = nil
    #expect(!yard.router.open("/a"))
    #expect(await yard.router.dispatch("/a") == .notFound)
    #expect(yard.journal.entries == ["proxy /a", "map /a"])
  }

  @Test func `the group of a dead owner leaves its guards behind`() async {
    let yard = Yard()
    var owner: TestOwner? = TestOwner()
    var guards: [RouteID] = []
    yard.router.group("/admin", owner: owner) { group in
      guards.append(group.guard("/*") { _ in .deny })
      group.map("/a") { _ in }
    }
    owner = nil
    yard.map("/admin/a", "ours")
    #expect(await yard.router.dispatch("/admin/a") == .denied(by: guards[0]))
    #expect(yard.router.dispose(of: guards) == 1)
    #expect(yard.router.open("/admin/a"))
  }

  @Test func `what is disposed of is gone, in one step and once`() async {
    let yard = Yard()
    let older = yard.map("/a", "older")
    let ids = [yard.map("/a", "newer"), yard.proxy("/a"), yard.guard("/a")]
    #expect(yard.router.dispose(of: ids) == 3)
    #expect(yard.router.dispose(of: ids) == 0)
    #expect(await yard.router.dispatch("/a") == .handled(by: older))
    #expect(yard.journal.entries == ["older"])
    #expect(yard.router.dispose(of: older, RouteID(older.uuid)) == 1)
    #expect(!yard.router.open("/a"))
  }

  // MARK: - In flight

  @Test(arguments: [Router.Order.serial, .concurrent])
  func `a map that is disposed of before its queue comes to it gives way`(
    order: Router.Order
  ) async {
    let yard = Yard(order)
    let queue = DispatchQueue(label: "suspended")
    let older = yard.map("/:x", "older")
    let newer = yard.map("/a", "newer", queue: queue)
    queue.suspend()
    let outcome = yard.start("/a")
    #expect(yard.router.dispose(of: newer) == 1)
    queue.resume()
    #expect(await outcome.value == .handled(by: older))
    #expect(yard.journal.entries == ["older"])
  }

  @Test func `a map that is disposed of in flight, with no other, is not found`() async {
    let yard = Yard()
    let queue = DispatchQueue(label: "suspended")
    let map = yard.map("/a", queue: queue)
    let fallback = yard.fallback("/*", tags: ["other"])
    queue.suspend()
    let outcome = yard.start("/a", tags: [])
    yard.router.dispose(of: map, fallback)
    queue.resume()
    #expect(await outcome.value == .notFound)
    #expect(yard.journal.entries.isEmpty)
  }

  @Test func `a guard and a proxy that are disposed of in flight are skipped`() async {
    let yard = Yard()
    let queue = DispatchQueue(label: "suspended")
    let gone = [
      yard.guard("/a", "gone guard", queue: queue, says: .deny),
      yard.proxy("/a", "gone proxy", queue: queue, to: "/b"),
    ]
    yard.guard("/a", "second guard")
    let trail = Mailbox<[TrailStep]>()
    let map = yard.router.map("/a") { context in trail.put(context.trail) }
    queue.suspend()
    let outcome = yard.start("/a")
    yard.router.dispose(of: gone)
    queue.resume()
    #expect(await outcome.value == .handled(by: map))
    #expect(yard.journal.entries == ["second guard"])
    // What has not run is not in the trail either.
    let steps = await (try? trail.take()) ?? []
    #expect(steps.count == 1)
  }

  @Test func `a handler that has begun finishes, and counts`() async throws {
    let yard = Yard()
    let began = Mailbox<@Sendable () -> Void>()
    let map = yard.router.map("/a") { _, _, _, completed in began.put(completed) }
    let outcome = yard.start("/a")
    let completed = try await began.take()
    #expect(yard.router.dispose(of: map) == 1)
    completed()
    #expect(await outcome.value == .handled(by: map))
    #expect(await yard.router.dispatch("/a") == .notFound)
    #expect(yard.faults.texts.isEmpty)
  }

  @Test func `a proxy may dispose of the map that would run`() async {
    let yard = Yard()
    let older = yard.map("/:x", "older")
    let newer = yard.map("/a", "newer")
    let router = yard.router
    router.proxy("/a") { _, _, _, next in
      router.dispose(of: newer)
      next(nil)
    }
    #expect(await router.dispatch("/a") == .handled(by: older))
    #expect(yard.journal.entries == ["older"])
  }

  @Test func `an owner that dies in flight takes its map along`() async {
    let yard = Yard()
    let owner = Shared<TestOwner?>(TestOwner())
    yard.map("/a", owner: owner.withLock { $0 })
    let fallback = yard.fallback("/*")
    yard.router.proxy("/a") { _, _, _, next in
      owner.withLock { $0 = nil }
      next(nil)
    }
    #expect(await yard.router.dispatch("/a") == .handled(by: fallback))
    #expect(yard.journal.entries == ["fallback /*"])
  }

  @Test func `an owner that dies while its handler waits for a queue takes it along`() async {
    let yard = Yard()
    let queue = DispatchQueue(label: "suspended")
    let owner = Shared<TestOwner?>(TestOwner())
    yard.map("/a", queue: queue, owner: owner.withLock { $0 })
    queue.suspend()
    let outcome = yard.start("/a")
    owner.withLock { $0 = nil }
    queue.resume()
    #expect(await outcome.value == .notFound)
    #expect(yard.journal.entries.isEmpty)
  }

  @Test func `an owner may use the router in its end`() async {
    final class Screen: RouteOwner {
      let router: Router
      init(_ router: Router) { self.router = router }
      deinit {
        router.map("/gone") { _ in }
        router.open("/b")
      }
    }
    let yard = Yard()
    yard.map("/b")
    yard.map("/a", owner: Screen(yard.router))
    #expect(!yard.router.open("/a"))
    #expect(yard.router.open("/gone"))
    await yard.finish()
    #expect(yard.journal.entries == ["map /b"])
  }
}

import Dispatch
import Foundation
import Switchyard
import Testing

private let key = DispatchSpecificKey<String>()

/// The queue that the current thread works for, by the name it was given.
private var place: String { DispatchQueue.getSpecific(key: key) ?? "none" }

private func makeQueue(_ name: String) -> DispatchQueue {
  let queue = DispatchQueue(label: name)
  queue.setSpecific(key: key, value: name)
  return queue
}

@Suite struct `Rule 7, queues` {
  @Test(arguments: [Router.Order.serial, .concurrent])
  func `a handler runs on its own queue, else on the router's`(order: Router.Order) async {
    let routers = makeQueue("router")
    let own = makeQueue("own")
    let yard = Yard {
      $0.order = order
      $0.queue = routers
    }
    let journal = yard.journal
    yard.router.guard("/*") { _, _, _, decide in
      journal("guard \(place)")
      decide(.allow)
    }
    yard.router.guard("/*", queue: own) { _ in
      journal("async guard \(place)")
      return .allow
    }
    yard.router.proxy("/*") { _ in
      journal("async proxy \(place)")
      return .pass
    }
    yard.router.proxy("/*", queue: own) { _, _, _, next in
      journal("proxy \(place)")
      next(nil)
    }
    yard.router.map("/a", queue: own) { _, _, _, completed in
      journal("map \(place)")
      completed()
    }
    yard.router.fallback("/*") { _, _, _, completed in
      journal("fallback \(place)")
      completed()
    }
    _ = await yard.router.dispatch("/a")
    #expect(
      journal.take() == [
        "guard router", "async guard own", "proxy own", "async proxy router", "map own",
      ]
    )
    _ = await yard.router.dispatch("/b")
    #expect(journal.take().last == "fallback router")
  }

  @Test func `the queue of a group is that of its routes, guards too`() async {
    let yard = Yard()
    let journal = yard.journal
    yard.router.group("/g", queue: makeQueue("group")) { group in
      group.guard("/*") { _, _, _, decide in
        journal(place)
        decide(.allow)
      }
      group.map("/a") { _ in journal(place) }
      group.map("/b", queue: makeQueue("own")) { _ in journal(place) }
    }
    _ = await yard.router.dispatch("/g/a")
    _ = await yard.router.dispatch("/g/b")
    #expect(journal.entries == ["group", "group", "group", "own"])
  }

  @Test func `an async handler is back on its queue after each suspension`() async {
    let yard = Yard()
    let journal = yard.journal
    let signal = Signal()
    let map = yard.router.map("/a", queue: makeQueue("own")) { _ in
      journal(place)
      await Task.yield()
      journal(place)
      Task.detached { signal.fire() }
      try await signal.take()
      journal(place)
    }
    #expect(await yard.router.dispatch("/a") == .handled(by: map))
    #expect(journal.entries == ["own", "own", "own"])
  }

  @Test(arguments: [Router.Order.serial, .concurrent])
  func `else the thread that drives it calls a handler: of an idle router, the caller's`(
    order: Router.Order
  ) {
    let yard = Yard(order)
    let journal = yard.journal
    let caller = ObjectIdentifier(Thread.current)
    let isCaller = { @Sendable () -> String in
      ObjectIdentifier(Thread.current) == caller ? "caller" : "another"
    }
    yard.router.guard("/*") { _, _, _, decide in
      journal(isCaller())
      decide(.allow)
    }
    yard.router.proxy("/*") { _, _, _, next in
      journal(isCaller())
      next(nil)
    }
    yard.router.map("/a") { _, _, _, completed in
      journal(isCaller())
      completed()
    }
    #expect(yard.router.open("/a"))
    #expect(journal.entries == ["caller", "caller", "caller"])
  }

  @Test func `a handler with the main queue runs on the main actor`() async {
    let yard = Yard()
    let journal = yard.journal
    yard.router.guard("/*", queue: .main) { _, _, _, decide in
      MainActor.preconditionIsolated()
      journal("guard")
      decide(.allow)
    }
    yard.router.proxy("/*", queue: .main) { _ in
      await Task.yield()
      MainActor.preconditionIsolated()
      journal("proxy")
      return .pass
    }
    let map = yard.router.map("/a", queue: .main) { _, _, _, completed in
      MainActor.preconditionIsolated()
      journal("map")
      completed()
    }
    #expect(await yard.router.dispatch("/a") == .handled(by: map))
    #expect(journal.entries == ["guard", "proxy", "map"])
  }

  // MARK: - No thread waits for another

  @Test(arguments: [Router.Order.serial, .concurrent])
  func `open returns while another thread is in a handler`(order: Router.Order) async throws {
    let yard = Yard(order)
    let journal = yard.journal
    let gate = Gate()
    let began = Signal()
    let ended = Signal()
    let router = yard.router
    router.map("/slow") { _, _, _, completed in
      began.fire()
      gate.pass()
      journal("slow")
      completed()
    }
    yard.map("/b")
    DispatchQueue.global().async {
      router.open("/slow")
      ended.fire()
    }
    try await began.take()
    #expect(router.open("/b"))
    #expect(journal.entries == (order == .serial ? [] : ["map /b"]))
    gate.open()
    try await ended.take()
    await yard.finish()
    #expect(journal.entries == (order == .serial ? ["slow", "map /b"] : ["map /b", "slow"]))
  }

  @Test func `a handler that goes on after completed holds nobody up`() async throws {
    let yard = Yard()
    let gate = Gate()
    let began = Signal()
    let router = yard.router
    let map = router.map("/slow", queue: makeQueue("own")) { _, _, _, completed in
      completed()
      began.fire()
      gate.pass()
    }
    let other = yard.map("/b")
    let outcome = yard.start("/slow")
    try await began.take()
    #expect(await router.dispatch("/b") == .handled(by: other))
    #expect(await outcome.value == .handled(by: map))
    gate.open()
  }

  @Test(arguments: [Router.Order.serial, .concurrent])
  func `a handler that opens itself a hundred thousand times overflows no stack`(
    order: Router.Order
  ) async throws {
    let yard = Yard(order)
    let router = yard.router
    let count = Shared(0)
    let done = Signal()
    router.map("/again") { _, _, _, completed in
      let isLast = count.withLock { count in
        count += 1
        return count == 100_000
      }
      if isLast { done.fire() } else { router.open("/again") }
      completed()
    }
    router.open("/again")
    try await done.take()
    await yard.finish()
    #expect(count.withLock { $0 } == 100_000)
  }

  @Test func `a hundred thousand opened in one handler overflow no stack`() async {
    let yard = Yard()
    let router = yard.router
    let count = Shared(0)
    router.map("/a") { _, _, _, completed in
      count.withLock { $0 += 1 }
      completed()
    }
    router.map("/all") { _, _, _, completed in
      for _ in 0..<100_000 { router.open("/a") }
      completed()
    }
    router.open("/all")
    await yard.finish()
    #expect(count.withLock { $0 } == 100_000)
  }
}

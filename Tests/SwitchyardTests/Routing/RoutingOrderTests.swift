import Dispatch
import Switchyard
import Testing

/// What the library Routing documents of the order of opens, and of threads.
@Suite struct RoutingOrderTests {
  @Test func `the next open starts when the last has completed`() throws {
    let router = Router.lent()
    let calls = Notes<String>()
    let kept = Notes<@Sendable () -> Void>()
    router.map("/slow/:name") { _, parameters, _, completed in
      calls.add("slow \(parameters["name"] ?? "")")
      kept.add(completed)
    }
    router.map("/quick", tags: ["Views"]) { _, _, _, completed in
      calls.add("quick")
      completed()
    }
    #expect(router.open("/slow/1"))
    #expect(router["Views"].open("/quick"))
    #expect(router.open("/slow/2"))
    #expect(router.open("/quick"))
    #expect(calls.all == ["slow 1"])
    try kept.complete()
    #expect(calls.all == ["slow 1", "quick", "slow 2"])
    try kept.complete()
    #expect(calls.all == ["slow 1", "quick", "slow 2", "quick"])
  }

  @Test func `an open waits also for a proxy`() throws {
    let router = Router.lent()
    let calls = Notes<String>()
    let kept = Notes<@Sendable (ProxyCommit?) -> Void>()
    router.proxy("/slow") { _, _, _, next in
      calls.add("proxy")
      kept.add(next)
    }
    router.map("/:name") { route, _, _, completed in
      calls.add(route)
      completed()
    }
    router.open("/slow")
    router.open("/quick")
    #expect(calls.all == ["proxy"])
    let next = try #require(kept.take().first)
    next(nil)
    #expect(calls.all == ["proxy", "/slow", "/quick"])
  }

  @Test func `an open within a handler comes after all that were opened before`() {
    let router = Router.lent()
    let calls = Notes<String>()
    router.map("/outer") { _, _, _, completed in
      calls.add("outer begins")
      #expect(router.open("/inner"))
      calls.add("outer ends")
      completed()
    }
    router.map("/inner") { _, _, _, completed in
      calls.add("inner")
      completed()
    }
    router.open("/outer")
    #expect(calls.all == ["outer begins", "outer ends", "inner"])
  }

  @Test func `a completion from another thread lets the next begin`() async throws {
    let router = Router.lent()
    let calls = Notes<String>()
    router.map("/away") { _, _, _, completed in
      calls.add("away")
      DispatchQueue.global().async { completed() }
    }
    let last = router.map("/last") { _, _, _, completed in
      calls.add("last")
      completed()
    }
    for _ in 1...20 { router.open("/away") }
    #expect(await router.dispatch("/last") == .handled(by: last))
    #expect(calls.all == Array(repeating: "away", count: 20) + ["last"])
  }

  @Test func `routes can be registered from many threads while others are opened`() async {
    let router = Router.lent(.server)
    let calls = Notes<Int>()
    let fixed = router.map("/route") { _, _, _, completed in completed() }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for number in 0..<250 {
            let text = "/t\(thread)/n\(number)"
            guard let pattern = try? RoutePattern(parsing: text) else {
              Issue.record("no pattern: \(text)")
              continue
            }
            router.map(pattern) { _, _, _, completed in
              calls.add(thread * 250 + number)
              completed()
            }
            router.proxy(pattern) { _, _, _, next in next(nil) }
            #expect(router.open(text))
          }
        }
      }
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<250 { #expect(await router.dispatch("/route") == .handled(by: fixed)) }
        }
      }
    }
    #expect(calls.all.sorted() == Array(0..<1000))
  }
}

import Dispatch
import Foundation
import Switchyard
import TestSupport
import Testing

/// Threads that map, dispose, let owners die and open, all at once.
@Suite(.serialized) struct ConcurrencyTests {
  @Test(arguments: [Router.Order.serial, .concurrent])
  func `nothing is lost, doubled or left when threads do all at once`(_ order: Router.Order) async {
    let threads = 8
    // Both orders together open as many as are asked for.
    let each = PropertyRun.cases(default: 50_000) / 2 / threads + 1
    let lives = Counter()
    let tally = Tally()
    do {
      let router = makeRouter(order, tally, lives)
      mapAll(in: router, tally, lives)
      let ended = Counter()
      for thread in 0..<threads {
        let seed = PropertyRun.seed &+ UInt64(thread)
        Thread.detachNewThread {
          Visitor(router, tally, lives, seed).visit(times: each)
          ended.add()
        }
      }
      #expect(await ended.reaches(threads, seconds: 1500), "a thread waits for ever")
      let opened = tally[.opened]
      #expect(opened >= each * threads)
      #expect(await becomesTrue { tally.handled + tally[.notFound] >= opened }, "an open is lost")
      print("\(order): SWITCHYARD_SEED=\(PropertyRun.seed), \(tally)")
      #expect(tally.handled + tally[.notFound] == opened)
      #expect(tally[.doubledTicket] == 0)
      #expect(tally[.wrongOutcome] == 0)
      #expect(order == .concurrent || tally[.overlap] == 0)
      #expect(await becomesTrue { tally[.droppedFault] == tally[.dropped] })
      #expect(await becomesTrue { tally[.doubledFault] == tally[.doubled] })
      #expect(tally[.otherFault] == 0)
      let id = router.map("/after") { _ in }
      #expect(await router.dispatch("/after") == .handled(by: id))
    }
    #expect(await lives.reaches(0), "something is left in memory")
  }

  private func makeRouter(_ order: Router.Order, _ tally: Tally, _ lives: Counter) -> Router {
    var configuration = Router.Configuration.app
    configuration.order = order
    // Its core goes with it, and only with its core it goes.
    let core = Tracked(lives)
    configuration.onFault = { fault in
      core.use()
      switch fault.code {
      case .droppedAnswer: tally.add(.droppedFault)
      case .repeatedAnswer: tally.add(.doubledFault)
      default: tally.add(.otherFault)
      }
    }
    return Router.lent(configuration)
  }

  /// Registers a handler of each form, and a fallback for all that has just gone.
  private func mapAll(in router: Router, _ tally: Tally, _ lives: Counter) {
    let queue = DispatchQueue(label: "handlers")
    let others = DispatchQueue(label: "completions", attributes: .concurrent)
    let captured = Tracked(lives)
    router.guard("/*") { _, _, _, decide in
      captured.use()
      decide(.allow)
    }
    router.proxy("/proxied") { _, _, passed, next in next(("/sync", nil, passed)) }
    router.map("/sync", tags: ["All"]) { _, _, passed, completed in
      tally.run(.sync, passed)
      tally.end(completed)
    }
    router.map("/elsewhere", tags: ["All"]) { _, _, passed, completed in
      tally.run(.elsewhere, passed)
      others.async { tally.end(completed) }
    }
    router.map("/queue", tags: ["All"], queue: queue) { _, _, passed, completed in
      tally.run(.queue, passed)
      tally.end(completed)
    }
    router.map("/async", tags: ["All"]) { (context: RouteContext) async in
      tally.run(.async, context.payload)
      await Task.yield()
      tally.end {}
    }
    router.map("/dropped", tags: ["All"]) { _, _, passed, _ in
      tally.run(.dropped, passed)
      tally.end {}
    }
    router.map("/doubled", tags: ["All"]) { _, _, passed, completed in
      tally.run(.doubled, passed)
      tally.end(completed)
      completed()
    }
    router.fallback("/*", tags: ["All"]) { _, _, passed, completed in
      captured.use()
      tally.run(.fallback, passed)
      tally.end(completed)
    }
  }
}

/// What one thread does.
private struct Visitor {
  private static let paths = [
    "/sync", "/elsewhere", "/queue", "/async", "/dropped", "/doubled", "/proxied", "/brief",
    "/owned", "/nothing/1",
  ]

  private let router: Router
  private let tally: Tally
  private let lives: Counter
  private var generator: SeededGenerator
  private var routes: [RouteID] = []
  private var owner: DyingOwner?

  init(_ router: Router, _ tally: Tally, _ lives: Counter, _ seed: UInt64) {
    self.router = router
    self.tally = tally
    self.lives = lives
    generator = SeededGenerator(seed: seed)
  }

  consuming func visit(times: Int) {
    for number in 1...times {
      change()
      tally.add(.opened)
      let path = generator.pick(Self.paths)
      // Waiting now and then keeps the line of a serial router short.
      if number % 64 == 0 || number == times {
        wait(for: generator.below(8) == 0 ? nil : path)
      } else if generator.below(2) == 0 {
        router.open(path, payload: Ticket(lives))
      } else {
        router["All", "Other"].open(path, payload: Ticket(lives))
      }
    }
    router.dispose(of: routes)
  }

  /// Registers, disposes or lets an owner die, often enough.
  private mutating func change() {
    switch generator.below(32) {
    case 0: routes.append(map("/brief"))
    case 1: if let id = routes.popLast() { router.dispose(of: id) }
    case 2: owner = DyingOwner(router, lives)
    case 3:
      guard let owner else { return }
      owner.routes.append(map("/owned", owner: owner))
    case 4: owner = nil
    default: break
    }
  }

  private func map(_ pattern: RoutePattern, owner: DyingOwner? = nil) -> RouteID {
    let captured = Tracked(lives)
    return router.map(pattern, tags: ["All"], owner: owner) { [tally] _, _, passed, completed in
      captured.use()
      tally.run(.brief, passed)
      tally.end(completed)
    }
  }

  private func wait(for path: String?) {
    let isOver = DispatchSemaphore(value: 0)
    Task { [router, tally, lives] in
      if let path {
        let outcome = await router.dispatch(path, payload: Ticket(lives))
        if case .handled = outcome {} else { tally.add(.wrongOutcome) }
      } else if await router["None"].dispatch("/sync", payload: Ticket(lives)) == .notFound {
        tally.add(.notFound)
      }
      isOver.signal()
    }
    isOver.wait()
  }
}

/// An owner that uses the router in its end; one thread has it at a time, hence `@unchecked`.
private final class DyingOwner: RouteOwner, @unchecked Sendable {
  private weak var router: Router?
  private let tracked: Tracked
  var routes: [RouteID] = []

  init(_ router: Router, _ lives: Counter) {
    self.router = router
    tracked = Tracked(lives)
  }

  deinit { router?.dispose(of: routes) }
}

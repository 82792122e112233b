import Foundation
import RoutePatterns
import TestSupport
import Testing

@testable import Switchyard

/// Handlers that the caller's thread is in when another takes over: the argument is lent to them,
/// and so is the route; no reference to them is counted for the call.
@Suite(.timeLimit(.minutes(6))) struct LendingTests {
  private static let orders = [Router.Order.serial, .concurrent]
  /// The pattern of a route that has gone before its handler comes back.
  private static let late: RoutePattern = "/late/:id((?!q)\\w+)"

  /// A router whose handlers have five seconds, with what is lent to them.
  private struct Stage {
    let yard: Yard
    let lives = Counter()
    let isOver = Signal()
    private let ids = Shared<[RouteID]>([])

    var router: Router { yard.router }

    init(_ order: Router.Order, clock: RouterClock? = nil) {
      yard = Yard {
        $0.order = order
        $0.guardTimeLimit = nil
        $0.handlerTimeLimit = .seconds(5)
        if let clock { $0.clock = clock }
      }
      yard.map("/b/:id")
      for _ in 0..<5 { yard.guard("/b/:number/*") }
    }

    /// Registers a route with a closure that notes what its handler reads, which lives as long as
    /// the handler does.
    func register(_ body: (_ note: @escaping @Sendable (String, RouteContext) -> Void) -> RouteID) {
      let tracked = Tracked(lives)
      let id = body { [journal = yard.journal] name, context in
        tracked.use()
        journal("\(name) \(context.parameters) \(context.trail.count) \(context.matched.pattern)")
      }
      ids.withLock { $0.append(id) }
    }

    /// Opens a target on a thread of its own, which may be held up.
    func open(_ target: String) {
      let (router, isOver) = (router, isOver)
      Thread.detachNewThread {
        router.open(target)
        isOver.fire()
      }
    }

    /// Removes the routes, and opens what fills the room that they have left.
    func removeAll() {
      router.dispose(of: ids.withLock { $0 })
      for number in 0..<3 { router.open("/b/\(number)/x") }
    }

    /// Waits until the thread has come back, and returns what was noted of the routes.
    func end() async throws -> [String] {
      try await isOver.take()
      await yard.finish()
      #expect(await becomesTrue { lives.value == 0 })
      return yard.journal.entries.filter { $0.contains("[") }
    }
  }

  // MARK: - Time limits

  @Test(arguments: orders)
  func `a handler that outlasts its dispatch reads what it was given, and then lets go of it`(
    order: Router.Order
  ) async throws {
    let stage = Stage(order)
    let (began, gate) = (Signal(), Gate())
    stage.yard.guard("/*")
    stage.register { note in
      stage.router.map(Self.late) { context, completed in
        began.fire()
        gate.pass()
        note("map", context)
        completed()
      }
    }
    stage.open("/late/ab")
    try await began.take()
    stage.yard.clock.advance(by: .seconds(5))
    #expect(try await stage.yard.faults.next() == "map \(Self.late): timeLimit")
    stage.removeAll()
    gate.open()
    let notes = try await stage.end()
    #expect(notes == ["map [id: ab] 1 \(Self.late)"])
  }

  /// Where a leg has no room for all of them by itself.
  @Test(arguments: orders)
  func `one of many routes reads what it was given, and what it keeps stays`(
    order: Router.Order
  ) async throws {
    let stage = Stage(order)
    let (began, gate, kept) = (Signal(), Gate(), Mailbox<RouteContext>())
    for _ in 0..<3 {
      stage.register { note in
        stage.router.guard("/:first/:second((?!q)\\w+)") { context, decide in
          kept.put(context)
          note("guard", context)
          decide(.allow)
        }
      }
      stage.register { note in
        stage.router.proxy("/late/*") { context, next in
          kept.put(context)
          note("proxy", context)
          next(.pass)
        }
      }
    }
    stage.register { note in
      stage.router.map(Self.late) { context, completed in
        kept.put(context)
        began.fire()
        gate.pass()
        note("map", context)
        completed()
      }
    }
    stage.open("/late/ab")
    try await began.take()
    stage.yard.clock.advance(by: .seconds(5))
    #expect(try await stage.yard.faults.next() == "map \(Self.late): timeLimit")
    stage.removeAll()
    gate.open()
    let guards = (0..<3).map { "guard [first: late, second: ab] \($0) /:first/:second((?!q)\\w+)" }
    let proxies = (3..<6).map { "proxy [0: ab] \($0) /late/*" }
    let all = guards + proxies + ["map [id: ab] 6 \(Self.late)"]
    let notes = try await stage.end()
    #expect(notes == all)
    // The handlers have gone, and the dispatch.
    for text in all {
      let context = try await kept.take()
      let read = "\(context.parameters) \(context.trail.count) \(context.matched.pattern)"
      #expect(text.hasSuffix(" \(read)"))
    }
  }

  /// All of them are called as one, by a thread that comes back to each.
  @Test(arguments: orders)
  func `functions around a function read what they were given`(order: Router.Order) async throws {
    let stage = Stage(order)
    let (began, gate) = (Signal(), Gate())
    stage.yard.guard("/*")
    let patterns: [(String, RoutePattern)] = [("outer", "/:outer/*"), ("inner", "/late/:inner")]
    for (name, pattern) in patterns {
      stage.register { note in
        stage.router.registerMiddleware(
          pattern,
          RouteOptions([], nil, nil, nil, #fileID, #line),
          before: { note("before \(name)", $0) },
          after: { context, result in
            note("after \(name)", context)
            return try result.get()
          }
        )
      }
    }
    stage.register { note in
      stage.router.register(
        .map,
        Self.late,
        RouteOptions([], nil, nil, nil, #fileID, #line),
        returning: { context in
          note("begins", context)
          began.fire()
          gate.pass()
          note("ends", context)
        }
      )
    }
    stage.open("/late/ab")
    try await began.take()
    stage.yard.clock.advance(by: .seconds(5))
    #expect(try await stage.yard.faults.next() == "map \(Self.late): timeLimit")
    stage.removeAll()
    gate.open()
    let (outer, inner) = ("[outer: late, 0: ab] 1 /:outer/*", "[inner: ab] 1 /late/:inner")
    let notes = try await stage.end()
    #expect(
      notes == [
        "before outer \(outer)", "before inner \(inner)", "begins [id: ab] 1 \(Self.late)",
        "ends [id: ab] 1 \(Self.late)", "after inner \(inner)", "after outer \(outer)",
      ]
    )
  }

  /// The handler counts as begun, and its argument is made of the leg that the thread is in.
  @Test(arguments: orders)
  func `an async handler reads what it was given where the dispatch ends before it is awaited`(
    order: Router.Order
  ) async throws {
    let ended = Shared<(@Sendable () -> Void)?>(nil)
    let now = Shared(Duration.zero)
    let clock = RouterClock(
      now: { now.withLock { $0 } },
      wake: { delay, action in
        guard let ended = ended.withLock({ $0.take() }) else { return }
        now.withLock { $0 += delay }
        // The thread that has set the alarm is held up until another has come to the end of all.
        let isOver = Gate()
        Thread.detachNewThread {
          action()
          ended()
          isOver.open()
        }
        isOver.pass()
      }
    )
    let stage = Stage(order, clock: clock)
    stage.yard.guard("/*")
    stage.register { note in
      stage.router.map(Self.late) { (context: RouteContext) async in
        note("map", context)
        await Task.yield()
        note("later", context)
      }
    }
    ended.withLock { $0 = { stage.removeAll() } }
    stage.open("/late/ab")
    let notes = try await stage.end()
    #expect(
      notes == ["map [id: ab] 1 \(Self.late)", "later [id: ab] 1 \(Self.late)"]
    )
    #expect(stage.yard.faults.summary == ["map \(Self.late): timeLimit"])
  }

  // MARK: - Commits

  @Test(arguments: orders)
  func `a proxy reads what it was given, while another thread goes on where it has led`(
    order: Router.Order
  ) async throws {
    let stage = Stage(order)
    let (gate, committed, kept) = (Gate(), Signal(), Mailbox<RouteContext>())
    stage.yard.guard("/*")
    stage.register { note in
      stage.router.proxy(Self.late) { context, next in
        Thread.detachNewThread {
          next(.commit("/to/xy"))
          committed.fire()
        }
        gate.pass()
        note("proxy", context)
      }
    }
    stage.register { note in
      stage.router.map("/to/:x((?!q)\\w+)") { context, completed in
        note("map", context)
        kept.put(context)
        completed()
      }
    }
    stage.open("/late/ab")
    try await committed.take()
    stage.removeAll()
    gate.open()
    let notes = try await stage.end()
    #expect(
      notes == [
        "map [x: xy] 4 /to/:x((?!q)\\w+)", "proxy [id: ab] 1 \(Self.late)",
      ]
    )
    let context = try await kept.take()
    #expect(context.parameters["x"] == "xy")
    #expect(context.trail.count == 4)
    #expect(stage.yard.faults.texts.isEmpty)
  }
}

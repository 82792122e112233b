import Dispatch
import Foundation
import RoutePatterns
import TestSupport
import Testing

@testable import Switchyard

/// The traces of single dispatches, whose times a clock that is moved by hand says.
@Suite struct TraceTests {
  private let clock = HandClock()
  private let faults = FaultLog()
  private let traces = TraceLog()

  private func router(
    _ order: Router.Order = .concurrent,
    _ change: (inout Router.Configuration) -> Void = { _ in }
  ) -> Router {
    var configuration: Router.Configuration = order == .serial ? .app : .server
    configuration.clock = clock.clock
    configuration.onFault = { [faults] in faults.receive($0) }
    configuration.onTrace = { [traces] in traces.receive($0) }
    change(&configuration)
    let router = Router(configuration)
    router.planFarewell()
    return router
  }

  @Test(arguments: [Router.Order.serial, .concurrent])
  func `the steps and their times stand in the order of the calls`(_ order: Router.Order)
    async throws
  {
    let router = router(order)
    router.guard("/*", name: "card") { [clock] _, decide in
      clock.advance(by: .milliseconds(2))
      decide(.allow)
    }
    router.proxy("/books/:id") { [clock] (_: RouteContext) async in
      clock.advance(by: .milliseconds(3))
      return .pass
    }
    let map = router.map("/books/:id(\\d+)", name: "book") { [clock] _, completed in
      clock.advance(by: .milliseconds(4))
      completed()
    }
    #expect(await router.dispatch("/books/42?color=red#top") == .handled(by: map))
    let trace = try #require(traces.all.first)
    #expect(traces.all.count == 1)
    #expect(trace.target == "/books/…?color=…#…")
    #expect(trace.duration == 9_000_000)
    #expect(trace.startMicroseconds == 1_700_000_000_000_000)
    #expect(
      traces.lastSteps == [
        "opening /books/…?color=…#…", "guard /* allows", "proxy /books/:id passes",
        "map /books/:id(\\d+) completes",
      ]
    )
    #expect(trace.steps.map(\.start) == [0, 2_000_000, 5_000_000])
    #expect(trace.steps.map(\.wait) == [0, 0, 0])
    #expect(trace.steps.map(\.duration) == [2_000_000, 3_000_000, 4_000_000])
    #expect(trace.steps.map(\.name) == ["card", nil, "book"])
    #expect(trace.steps.map { $0.parameters.map(\.name) } == [["0"], ["id"], ["id"]])
    #expect(trace.steps.allSatisfy { $0.parameters.allSatisfy { $0.value == nil } })
    #expect(trace.steps.allSatisfy { $0.origin?.contains("TraceTests.swift:") == true })
    #expect(trace.outcome == .init(.handled, route: map, pattern: "/books/:id(\\d+)", name: "book"))
    #expect("\(trace)".hasPrefix("/books/…?color=…#… 9.000 ms: guard /* \"card\" allows, "))
  }

  @Test func `values that are asked for are there`() async throws {
    let router = router { $0.traceValues = .all }
    router.map("/books/:id") { _, completed in completed() }
    _ = await router.dispatch("/books/4%202?color=red#top")
    let trace = try #require(traces.all.first)
    #expect(trace.target == "/books/4%202?color=red#top")
    #expect(trace.steps.first?.parameters == [.init(name: "id", value: "4 2")])
  }

  @Test func `guards are asked again behind a commit and a redirect, and shown so`() async {
    let router = router()
    router.guard("/*") { _, decide in decide(.allow) }
    router.guard("/old") { _, decide in decide(.redirect("/shelf/3")) }
    router.proxy("/shelf/:id") { (context: RouteContext) async in
      .commit("/books/\(context.parameters["id"] ?? "")")
    }
    router.map("/books/:id") { _, completed in completed() }
    _ = await router.dispatch("/old")
    #expect(
      traces.lastSteps == [
        "opening /old", "guard /* allows", "guard /old redirects to /shelf/…",
        "redirect /shelf/…", "guard /* allows, again", "proxy /shelf/:id commits to /books/…",
        "commit /books/…", "guard /* allows, again", "map /books/:id completes",
      ]
    )
  }

  @Test func `a redirect that is reported is the outcome`() async throws {
    let router = router()
    router.guard("/:who/desk") { context async in
      .redirect("/login/\(context.parameters["who"] ?? "")", query: ["callback": context.route])
    }
    router.map("/:who/desk") { _, completed in completed() }
    router.map("/login/:who") { _, completed in completed() }
    _ = await router.dispatch("/ada/desk", redirects: .report)
    let trace = try #require(traces.all.first)
    #expect(trace.outcome == .init(.redirected, target: "/login/…?callback=…"))
    #expect(trace.steps.map(\.text) == ["guard /:who/desk redirects to /login/…?callback=…"])
    #expect(try !trace.coded.contains("ada"))
  }

  /// What a handler can do, and what its trace says.
  enum End: CaseIterable {
    case guardDenies, guardThrows, guardDrops, guardTimesOut
    case proxyThrows, proxyDrops, proxyTimesOut
    case mapThrows, mapDrops, mapTimesOut, notFound, loop, refused
  }

  private static let ends: [(End, step: String?, outcome: String, faults: [String])] = [
    (.guardDenies, "guard /a denies", "denied", []),
    (.guardThrows, "guard /a throwsError", "denied", ["guardFailed"]),
    (.guardDrops, "guard /a dropsAnswer", "denied", ["droppedAnswer"]),
    (.guardTimesOut, "guard /a timesOut", "denied", ["timeLimit"]),
    (.proxyThrows, "proxy /a throwsError", "failed: handlerThrew", []),
    (.proxyDrops, "proxy /a dropsAnswer", "failed: droppedNext", ["droppedAnswer"]),
    (.proxyTimesOut, "proxy /a timesOut", "failed: proxyTimeLimit", ["timeLimit"]),
    (.mapThrows, "map /a throwsError", "failed: handlerThrew", []),
    (.mapDrops, "map /a dropsAnswer", "handled", ["droppedAnswer"]),
    (.mapTimesOut, "map /a timesOut", "timedOut", ["timeLimit"]),
    (.notFound, nil, "notFound", []),
    (.loop, "guard /a redirects to /a", "failed: loop", ["dispatchFailed"]),
    (.refused, "map /a refused", "denied", ["accessRefused"]),
  ]

  @Test(arguments: ends, [true, false])
  func `what comes of a handler is its answer`(
    _ test: (End, step: String?, outcome: String, faults: [String]),
    _ isQueued: Bool
  ) async throws {
    let queue = isQueued ? DispatchQueue(label: "yard") : nil
    let router = router {
      $0.handlerTimeLimit = .milliseconds(20)
      $0.guardTimeLimit = .milliseconds(20)
      $0.hopLimit = 0
      if test.0 == .refused { $0.access = .declared }
    }
    let held = Shared<[@Sendable () -> Void]>([])
    let clock = clock
    @Sendable func hang(_ answer: @escaping @Sendable () -> Void) {
      held.withLock { $0.append(answer) }
      DispatchQueue.global().async { clock.advance(by: .milliseconds(20)) }
    }
    switch test.0 {
    case .guardDenies: router.guard("/a", queue: queue) { _, decide in decide(.deny) }
    case .guardThrows: router.guard("/a", queue: queue) { _ async throws in throw Boom() }
    case .guardDrops: router.guard("/a", queue: queue) { _, _ in }
    case .guardTimesOut:
      router.guard("/a", queue: queue) { _, decide in hang { decide(.allow) } }
    case .proxyThrows:
      router.proxy("/a", queue: queue) { (_: RouteContext) async throws in throw Boom() }
    case .proxyDrops: router.proxy("/a", queue: queue) { (_: RouteContext, _) in }
    case .proxyTimesOut:
      router.proxy("/a", queue: queue) { (_: RouteContext, next) in hang { next(.pass) } }
    case .loop: router.guard("/a", queue: queue) { _, decide in decide(.redirect("/a")) }
    case .mapThrows, .mapDrops, .mapTimesOut, .notFound, .refused: break
    }
    switch test.0 {
    case .mapThrows:
      router.map("/a", queue: queue) { (_: RouteContext) async throws in throw Boom() }
    case .mapDrops: router.map("/a", queue: queue) { _, _ in }
    case .mapTimesOut: router.map("/a", queue: queue) { _, completed in hang(completed) }
    case .notFound: break
    default: router.map("/a", queue: queue) { _, completed in completed() }
    }
    _ = await router.dispatch("/a")
    let trace = try #require(traces.all.first)
    #expect(trace.steps.last?.text == test.step)
    #expect("\(trace.outcome)" == test.outcome)
    #expect(trace.allFaults.map(\.code) == test.faults)
    #expect(trace.steps.last?.queue == (test.step == nil ? nil : queue?.label))
    let type = test.step?.hasSuffix("throwsError") == true ? "Boom" : nil
    #expect(trace.steps.last?.error == type)
    if test.step?.hasSuffix("timesOut") == true {
      #expect(trace.steps.last?.duration == 20_000_000)
    }
    // They hold the handlers, which hold them.
    let answers = held.withLock { held in
      defer { held = [] }
      return held
    }
    for answer in answers { answer() }
    #expect(traces.all.count == 1)
  }

  @Test func `middleware has a step before what it is around, and answers behind it`() async throws
  {
    let router = router()
    router.around("/*", name: "outer") { [clock] _, next in
      clock.advance(by: .milliseconds(1))
      try await next()
      clock.advance(by: .milliseconds(1))
    }
    router.around("/own") { _, _ in }
    let map = router.map("/a") { [clock] (_: RouteContext) async in
      clock.advance(by: .milliseconds(1))
    }
    router.map("/own") { _, completed in completed() }
    #expect(await router.dispatch("/a") == .handled(by: map))
    let trace = try #require(traces.all.first)
    #expect(traces.lastSteps == ["opening /a", "middleware /* completes", "map /a completes"])
    #expect(trace.steps.map(\.duration) == [3_000_000, 1_000_000])
    _ = await router.dispatch("/own")
    #expect(
      traces.lastSteps == [
        "opening /own", "middleware /* completes", "middleware /own answersItself",
      ]
    )
  }

  @Test func `a route that goes before its turn has the leg begin anew`() async throws {
    let router = router()
    let map = Shared<RouteID?>(nil)
    router.guard("/a") { [unowned router] _, decide in
      if let id = map.withLock({ $0.take() }) {
        router.map("/a", name: "new") { _, completed in completed() }
        router.dispose(of: id)
      }
      decide(.allow)
    }
    let old = router.map("/a", name: "old") { _, completed in completed() }
    map.withLock { $0 = old }
    _ = await router.dispatch("/a")
    #expect(
      traces.lastSteps == [
        "opening /a", "guard /a allows", "map /a vanishes", "anew /a", "guard /a allows, again",
        "map /a completes",
      ]
    )
    let versions = try #require(traces.all.first).legs.map(\.version)
    #expect(versions.count == 2 && versions[0] < versions[1])
  }

  @Test func `the wait for the turn is told`() async throws {
    let router = router(.serial)
    let gate = Gate()
    let begun = Signal()
    // A thread that waits is none of those that tasks share.
    router.map("/first", queue: DispatchQueue(label: "first")) { _, completed in
      begun.fire()
      gate.pass()
      completed()
    }
    router.map("/second") { _, completed in completed() }
    let first = Task { await router.dispatch("/first") }
    try await begun.take()
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let second = Task.immediate { await router.dispatch("/second") }
    clock.advance(by: .seconds(1))
    gate.open()
    _ = await first.value
    _ = await second.value
    let trace = try #require(traces.all.last)
    #expect(trace.legs.first?.start == 1_000_000_000)
    #expect(trace.steps.first?.start == 1_000_000_000)
  }

  @Test func `the wait for a queue is told`() async throws {
    let router = router()
    let queue = DispatchQueue(label: "slow")
    router.map("/a", queue: queue) { _, completed in completed() }
    queue.suspend()
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return queue.resume()
    }
    // It has come to the queue when this returns.
    let task = Task.immediate { await router.dispatch("/a") }
    clock.advance(by: .seconds(2))
    queue.resume()
    _ = await task.value
    let trace = try #require(traces.all.last)
    #expect(trace.steps.first?.start == 0)
    #expect(trace.steps.first?.wait == 2_000_000_000)
    #expect(trace.steps.first?.queue == "slow")
  }

  @Test func `what is opened waits for its turn, though it was looked up before`() async throws {
    let router = router(.serial)
    let begun = Signal()
    let gate = Gate()
    // A thread that waits is none of those that tasks share.
    router.map("/first", queue: DispatchQueue(label: "first")) { _, completed in
      begun.fire()
      gate.pass()
      completed()
    }
    let ended = Signal()
    router.map("/second") { _, completed in
      completed()
      ended.fire()
    }
    let first = Task { await router.dispatch("/first") }
    try await begun.take()
    #expect(router.open("/second"))
    clock.advance(by: .seconds(1))
    gate.open()
    _ = await first.value
    try await ended.take()
    _ = await router.dispatch("/second")
    #expect(traces.all.map { $0.legs.first?.start } == [0, 1_000_000_000, 0])
    #expect(traces.all.map { $0.steps.first?.start } == [0, 1_000_000_000, 0])
  }

  @Test func `a map behind middleware that goes before its turn begins anew`() async throws {
    let router = router()
    let map = Shared<RouteID?>(nil)
    router.around("/a") { [unowned router] _, next in
      if let id = map.withLock({ $0.take() }) { router.dispose(of: id) }
      try await next()
    }
    let last = router.fallback("/*") { _, completed in completed() }
    let old = router.map("/a") { _, completed in completed() }
    map.withLock { $0 = old }
    #expect(await router.dispatch("/a") == .handled(by: last))
    #expect(
      traces.lastSteps == [
        "opening /a", "middleware /a vanishes", "map /a vanishes", "anew /a",
        "middleware /a completes", "fallback /* completes",
      ]
    )
  }

  @Test func `a dispatch that is cancelled says what had not answered`() async throws {
    let router = router()
    let begun = Signal()
    router.map("/a") { (_: RouteContext) async throws in
      begun.fire()
      try await Task.sleep(for: .seconds(600))
    }
    let task = Task { await router.dispatch("/a") }
    try await begun.take()
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(traces.lastSteps == ["opening /a", "map /a unanswered"])
    #expect(traces.all.first?.outcome.code == .cancelled)
    #expect(traces.all.first?.steps.first?.duration == nil)
  }

  @Test func `an answer that comes twice is a fault of its step`() async throws {
    let router = router()
    router.guard("/a") { _, decide in
      decide(.allow)
      decide(.deny)
    }
    let map = router.map("/a") { _, completed in completed() }
    #expect(await router.dispatch("/a") == .handled(by: map))
    #expect(traces.all.first?.steps.first?.faults.map(\.code) == ["repeatedAnswer"])
  }

  @Test func `of very many faults most are counted alone`() async throws {
    let router = router()
    router.guard("/a") { _, decide in
      for _ in 0..<1000 { decide(.allow) }
    }
    let map = router.map("/a") { _, completed in completed() }
    #expect(await router.dispatch("/a") == .handled(by: map))
    let trace = try #require(traces.all.first)
    #expect(trace.steps.first?.faults.count == 100)
    #expect(trace.omittedFaults == 899)
    let coded = try JSONDecoder().decode(RouteTrace.self, from: Data(trace.coded.utf8))
    #expect(coded.omittedFaults == 899)
  }

  @Test func `nothing of one dispatch is in the trace of the next`() async throws {
    let router = router()
    router.map("/kept/:id") { context, completed in
      context.note("note", context.parameters["id"] ?? "")
      completed()
    }
    for number in 0..<4 { router.open("/kept/\(number)") }
    #expect(traces.all.map(\.steps.count) == [1, 1, 1, 1])
    #expect(traces.all.map { $0.steps[0].notes } == (0..<4).map { ["note": "\($0)"] })
    #expect(Set(traces.all.map(\.id)).count == 4)
  }

  @Test func `a note that comes when the dispatch has ended is not kept`() async {
    let router = router()
    let kept = Shared<RouteContext?>(nil)
    router.map("/a") { context, completed in
      kept.withLock { $0 = context }
      completed()
    }
    _ = await router.dispatch("/a")
    kept.withLock { $0 }?.note("late", "late")
    _ = await router.dispatch("/a")
    #expect(traces.all.allSatisfy { $0.steps.allSatisfy { $0.notes.isEmpty } })
  }

  @Test func `a share of the dispatches is traced`() async {
    for (rate, expected) in [(1.0, 2000...2000), (0, 0...0), (0.25, 350...650)] {
      let router = router { $0.traceRate = rate }
      router.map("/a") { _, completed in completed() }
      for _ in 0..<2000 { router.open("/a") }
      #expect(expected.contains(traces.take().count), "\(rate)")
    }
  }

  @Test func `no more are traced in a second than there may be`() {
    for (limit, expected) in [
      (nil, [200, 200, 200, 200]), (100, [100, 0, 50, 100]), (0, [0, 0, 0, 0]),
    ]
      as [(Int?, [Int])]
    {
      let now = Shared(Duration.seconds(5))
      let router = router {
        $0.traceLimit = limit
        $0.clock = RouterClock(now: { now.withLock { $0 } }, wake: { _, _ in })
      }
      router.map("/a") { _, completed in completed() }
      let counts = [0, 0, 500, 3600_000].map { milliseconds in
        now.withLock { $0 += .milliseconds(milliseconds) }
        for _ in 0..<200 { router.open("/a") }
        return traces.take().count
      }
      #expect(counts == expected, "\(String(describing: limit))")
    }
  }

  @Test func `the steps of matching are those of the expressions`() async throws {
    let router = router()
    router.guard("/*") { _, decide in decide(.allow) }
    router.map("/:x((?:a|aa)+b)") { _, completed in completed() }
    _ = await router.dispatch("/aab")
    let leg = try #require(traces.all.first?.legs.first)
    #expect(leg.steps.map { $0.matchSteps > 0 } == [false, true])
    #expect(leg.matchSteps >= leg.steps[1].matchSteps)
  }

  @Test(arguments: [Router.Order.serial, .concurrent])
  func `what a receiver opens is not traced`(_ order: Router.Order) async throws {
    let calls = Shared(0)
    let opener = Shared<(@Sendable () -> Void)?>(nil)
    let router = router(order) { [traces] in
      $0.onTrace = { trace in
        traces.receive(trace)
        // Without an end it would be one to the stack.
        if traces.all.count < 50 { opener.withLock { $0 }?() }
      }
    }
    router.map("/a") { _, completed in completed() }
    let counted = Signal()
    router.map("/count") { _, completed in
      completed()
      let count = calls.withLock { calls in
        calls += 1
        return calls
      }
      if count == 2 { counted.fire() }
    }
    opener.withLock {
      $0 = { [unowned router] in
        router.open("/count")
        Task { [router] in await router.dispatch("/count") }
      }
    }
    _ = await router.dispatch("/a")
    try await counted.take()
    opener.withLock { $0 = nil }
    _ = await router.dispatch("/a")
    #expect(traces.all.map(\.target) == ["/a", "/a"])
  }

  @Test func `an object of the dispatch keeps no recorder when it rests`() async {
    let router = router()
    router.map("/a") { _, completed in completed() }
    router.open("/a")
    let spare = router.core.spares.take(by: .current) as? RouteDispatch
    #expect(spare != nil && spare?.recorder == nil)
  }
}

import Dispatch
import Switchyard
import Testing

/// What a receiver of traces opens, and what the handlers of that open in turn.
@Suite struct TraceReceiverTests {
  private let traces = TraceLog()
  private let reaction = Shared<(@Sendable (RouteTrace) -> Void)?>(nil)

  /// A router whose receiver keeps the traces, and then does what it is told later.
  private func router(_ order: Router.Order) -> Router {
    var configuration: Router.Configuration = order == .serial ? .app : .server
    configuration.onTrace = { [traces, reaction] trace in
      traces.receive(trace)
      // Else there might be no end to the test.
      if traces.all.count < 50 { reaction.withLock { $0 }?(trace) }
    }
    let router = Router.lent(configuration)
    for path in ["/a", "/metrics"] as [RoutePattern] {
      router.map(path) { _, completed in completed() }
    }
    return router
  }

  // In line a handler runs behind the delivery, and on a queue beside it: neither is within.
  @Test(arguments: [Router.Order.serial, .concurrent], [false, true])
  func `what a handler opens that a receiver has opened is not traced`(
    _ order: Router.Order,
    _ hasQueue: Bool
  ) async throws {
    let router = router(order)
    let opened = Signal()
    let queue = hasQueue ? DispatchQueue(label: "log") : nil
    router.map("/log", queue: queue) { _, completed in
      router.open("/metrics")
      completed()
      opened.fire()
    }
    reaction.withLock { $0 = { _ in router.open("/log") } }
    // What is in line is done when it returns, and what is on the queue before the signal.
    router.open("/a")
    try await opened.take()
    reaction.withLock { $0 = nil }
    #expect(traces.all.map(\.target) == ["/a"])
  }

  @Test func `nor is what it opens by way of a router without traces`() async throws {
    let router = router(.concurrent)
    let other = Router.lent(.server)
    let opened = Signal()
    other.map("/log", queue: DispatchQueue(label: "log")) { _, completed in
      router.open("/metrics")
      completed()
      opened.fire()
    }
    reaction.withLock { $0 = { _ in other.open("/log") } }
    router.open("/a")
    try await opened.take()
    reaction.withLock { $0 = nil }
    #expect(traces.all.map(\.target) == ["/a"])
  }

  @Test func `a dispatch that a receiver lets go on is none of its own`() {
    let router = router(.concurrent)
    let kept = Shared<(@Sendable (GuardVerdict) -> Void)?>(nil)
    router.guard("/b") { _, decide in kept.withLock { $0 = decide } }
    router.map("/b") { _, completed in
      router.open("/metrics")
      completed()
    }
    reaction.withLock { reaction in
      reaction = { _ in
        let decide = kept.withLock { $0.take() }
        decide?(.allow)
      }
    }
    router.open("/b")
    router.open("/a")
    reaction.withLock { $0 = nil }
    #expect(traces.all.map(\.target) == ["/a", "/metrics", "/b"])
  }
}

import Dispatch
import Switchyard
import Testing

/// What the library Routing documents of callback queues.
@Suite struct RoutingQueueTests {
  /// A queue that code can tell whether it runs on it.
  struct KnownQueue: Sendable {
    static let key = DispatchSpecificKey<String>()

    let queue: DispatchQueue

    init(_ label: String) {
      queue = DispatchQueue(label: label)
      queue.setSpecific(key: Self.key, value: label)
    }

    static var current: String? { DispatchQueue.getSpecific(key: key) }
  }

  let own = KnownQueue("own")
  let routers = KnownQueue("router's")
  let seen = Notes<String?>()

  private func router(on queue: KnownQueue? = nil) -> Router {
    var configuration = Router.Configuration.app
    configuration.queue = queue?.queue
    return Router.lent(configuration)
  }

  @Test func `a map is called on its queue`() async {
    let router = router()
    let id = router.map("/route", queue: own.queue) { _, _, _, completed in
      seen.add(KnownQueue.current)
      completed()
    }
    #expect(await router.dispatch("/route") == .handled(by: id))
    #expect(seen.all == ["own"])
  }

  @Test func `a guard and a proxy are called on their queues, and an async map on its own`() async {
    let router = router()
    router.guard("/route", queue: own.queue) { _, _, _, decide in
      seen.add(KnownQueue.current)
      decide(.allow)
    }
    router.proxy("/route", queue: routers.queue) { _, _, _, next in
      seen.add(KnownQueue.current)
      next(nil)
    }
    let id = router.map("/route", queue: own.queue) { (context: RouteContext) async throws in
      seen.add(KnownQueue.current)
      await Task.yield()
      seen.add(KnownQueue.current)
    }
    #expect(await router.dispatch("/route") == .handled(by: id))
    #expect(seen.all == ["own", "router's", "own", "own"])
  }

  @Test func `a handler without a queue is called on the router's`() async {
    let router = router(on: routers)
    router.proxy("/route") { _, _, _, next in
      seen.add(KnownQueue.current)
      next(nil)
    }
    router.proxy("/route", queue: own.queue) { _, _, _, next in
      seen.add(KnownQueue.current)
      next(nil)
    }
    let id = router.map("/route") { _, _, _, completed in
      seen.add(KnownQueue.current)
      completed()
    }
    #expect(await router.dispatch("/route") == .handled(by: id))
    #expect(seen.all == ["own", "router's", "router's"])
  }

  @Test func `without any queue an idle router calls on the thread of the open`() {
    let router = router()
    router.map("/route") { _, _, _, completed in
      seen.add(KnownQueue.current)
      completed()
    }
    own.queue.sync { _ = router.open("/route") }
    #expect(seen.all == ["own"])
  }

  @Test func `the main queue is the main actor's`() async {
    let router = router(on: routers)
    let id = router.map("/route", queue: .main) { _, _, _, completed in
      MainActor.assertIsolated()
      seen.add(KnownQueue.current)
      completed()
    }
    #expect(await router.dispatch("/route") == .handled(by: id))
    #expect(seen.all == [nil])
  }

  @Test func `a handler on a queue does not hold up the thread of the open`() async {
    let router = router()
    let isOpened = DispatchSemaphore(value: 0)
    let id = router.map("/route", queue: own.queue) { _, _, _, completed in
      seen.add(isOpened.wait(timeout: .now() + 300) == .success ? "after" : "late")
      completed()
    }
    #expect(router.open("/route"))
    isOpened.signal()
    isOpened.signal()
    #expect(await router.dispatch("/route") == .handled(by: id))
    #expect(seen.all == ["after", "after"])
  }
}

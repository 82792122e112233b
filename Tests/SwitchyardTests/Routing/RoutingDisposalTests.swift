import Dispatch
import Switchyard
import Testing

/// What the library Routing documents of disposal and of owners.
@Suite struct RoutingDisposalTests {
  private final class Screen: RouteOwner {}

  let router = Router.lent()
  let calls = Notes<String>()

  @discardableResult
  private func map(
    _ pattern: RoutePattern,
    _ name: String,
    owner: (any RouteOwner)? = nil
  ) -> RouteID {
    router.map(pattern, owner: owner) { _, _, _, completed in
      calls.add(name)
      completed()
    }
  }

  @discardableResult
  private func proxy(
    _ pattern: RoutePattern,
    _ name: String,
    owner: (any RouteOwner)? = nil
  ) -> RouteID {
    router.proxy(pattern, owner: owner) { _, _, _, next in
      calls.add(name)
      next(nil)
    }
  }

  @Test func `a map that is disposed of is gone, and the one before it is back`() {
    map("/route", "old")
    let new = map("/route", "new")
    router.open("/route")
    #expect(router.dispose(of: new) == 1)
    #expect(router.open("/route"))
    #expect(calls.all == ["new", "old"])
  }

  @Test func `open tells that the only map is gone`() {
    let only = map("/route", "only")
    #expect(router.open("/route"))
    router.dispose(of: only)
    #expect(!router.open("/route"))
    #expect(calls.all == ["only"])
  }

  @Test func `a proxy that is disposed of is gone`() {
    map("/route", "map")
    let gone = proxy("/route", "proxy")
    proxy("/route", "other")
    router.open("/route")
    #expect(router.dispose(of: gone) == 1)
    router.open("/route")
    #expect(calls.all == ["other", "proxy", "map", "other", "map"])
  }

  @Test func `several go at once, and each of them once`() {
    let ids = (1...4).map { map("/route", "map \($0)") } + [proxy("/*", "proxy")]
    #expect(router.dispose(of: ids[0], ids[3], ids[3]) == 2)
    router.open("/route")
    #expect(calls.take() == ["proxy", "map 3"])
    #expect(router.dispose(of: ids) == 3)
    #expect(router.dispose(of: ids) == 0)
    #expect(!router.open("/route"))
    #expect(calls.all.isEmpty)
  }

  @Test func `a view and a group dispose of the routes of their router, and of no other`() {
    let ids = (1...3).map { map("/route", "map \($0)") }
    #expect(Router.lent().dispose(of: ids) == 0)
    #expect(router["Views"].dispose(of: ids[0]) == 1)
    router.group("/api") { api in #expect(api.dispose(of: ids[1]) == 1) }
    #expect(router.dispose(of: ids) == 1)
  }

  @Test func `a map goes with its owner`() {
    var screen: Screen? = Screen()
    map("/route", "router's")
    map("/route", "screen's", owner: screen)
    router.open("/route")
    screen = nil
    #expect(router.open("/route"))
    #expect(calls.all == ["screen's", "router's"])
  }

  @Test func `a proxy goes with its owner`() {
    var screen: Screen? = Screen()
    map("/route", "map")
    proxy("/route", "proxy", owner: screen)
    router.open("/route")
    screen = nil
    router.open("/route")
    #expect(calls.all == ["proxy", "map", "map"])
  }

  @Test func `a fallback goes with its owner`() async {
    var screen: Screen? = Screen()
    let id = router.fallback("/*", owner: screen) { _, _, _, completed in completed() }
    #expect(await router.dispatch("/x") == .handled(by: id))
    screen = nil
    #expect(await router.dispatch("/x") == .notFound)
    #expect(router.dispose(of: id) == 0)
  }

  @Test func `the router does not keep an owner alive`() {
    var screen: Screen? = Screen()
    weak let weakScreen = screen
    map("/route", "screen's", owner: screen)
    router.open("/route")
    screen = nil
    #expect(weakScreen == nil)
    #expect(!router.open("/route"))
  }

  @Test func `a route that goes while it waits for its turn does not start`() throws {
    let kept = Notes<@Sendable () -> Void>()
    router.map("/slow") { _, _, _, completed in kept.add(completed) }
    map("/route", "old")
    let new = map("/route", "new")
    router.open("/slow")
    #expect(router.open("/route"))
    router.dispose(of: new)
    try kept.complete()
    #expect(calls.all == ["old"])
  }

  @Test func `a handler that has begun goes on to its end when its route goes`() throws {
    let kept = Notes<@Sendable () -> Void>()
    let slow = router.map("/slow") { _, _, _, completed in kept.add(completed) }
    map("/route", "map")
    router.open("/slow")
    router.open("/route")
    #expect(router.dispose(of: slow) == 1)
    #expect(calls.all.isEmpty)
    try kept.complete()
    #expect(calls.all == ["map"])
  }
}

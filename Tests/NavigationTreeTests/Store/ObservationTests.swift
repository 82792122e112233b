import Dispatch
import NavigationTree
import RoutePatterns
import SwitchyardLocks
import Testing

/// Who looks at the states of a store.
@Suite struct ObservationTests {
  @Test func `observers see each state after it is shown, in their order`() {
    let scene = Scene.library()
    let first = scene.store.observe { scene.cast.script.write("first: \($0)") }
    let second = scene.store.observe { scene.cast.script.write("second: \($0)") }
    #expect(
      scene.play("login") == [
        "create login", "switch sections: login", "configure login",
        "first: /login", "second: /login",
      ]
    )
    #expect(scene.play("login").isEmpty)
    #expect(scene.play("nowhere").isEmpty)
    withExtendedLifetime((first, second)) {}
  }

  @Test func `an observation ends when it is cancelled, and when it is let go of`() {
    let scene = Scene.library()
    let cancelled = scene.store.observe { _ in scene.cast.script.write("cancelled") }
    var released: NavigationObservation? = scene.store.observe { _ in
      scene.cast.script.write("released")
    }
    #expect(scene.play("login").suffix(2) == ["cancelled", "released"])
    cancelled.cancel()
    cancelled.cancel()
    #expect(scene.play("today").suffix(2) == ["configure today", "released"])
    _ = released
    released = nil
    #expect(scene.play("books").last == "configure books")
  }

  @Test func `an observation may be cancelled from within`() {
    let scene = Scene.library()
    let own = Locked<NavigationObservation?>(nil)
    own.withLock {
      $0 = scene.store.observe { _ in
        scene.cast.script.write("once")
        own.withLock { $0 }?.cancel()
      }
    }
    scene.store.dispatch("login")
    scene.store.dispatch("today")
    #expect(scene.script.count { $0 == "once" } == 1)
  }

  @Test func `what observers dispatch is shown after all of them have seen the state`() {
    let scene = Scene.library()
    let first = scene.store.observe { [store = scene.store] state in
      scene.cast.script.write("first: \(state)")
      store.dispatch("today")
    }
    let second = scene.store.observe { scene.cast.script.write("second: \($0)") }
    scene.store.dispatch("login")
    #expect(
      scene.script.filter { $0.contains(":") && $0.contains("/") } == [
        "first: /login", "second: /login", "first: /today", "second: /today",
      ]
    )
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a stream begins with the present state and has all that follow`() async {
    let scene = Scene.library(after: ["login"])
    var states = scene.store.states().makeAsyncIterator()
    scene.store.dispatch("today")
    scene.store.dispatch("books/1")
    #expect(await states.next()?.description == "/login")
    #expect(await states.next()?.description == "/today")
    #expect(await states.next()?.description == "/books > /books/:id[id: 1] | /today")
  }

  @Test(.timeLimit(.minutes(5)))
  func `a stream begins in its turn, after what was dispatched before it`() async {
    let queue = DispatchQueue(label: "held")
    let store = RouterStore(tree: Cast().library, queue: queue)
    queue.suspend()
    store.dispatch("login")
    store.dispatch("today")
    var states = store.states().makeAsyncIterator()
    store.dispatch("books")
    queue.resume()
    #expect(await states.next()?.description == "/today")
    #expect(await states.next()?.description == "/books | /today")
  }

  @Test func `a stream that nobody reads keeps the latest`() async {
    let scene = Scene.library(after: ["login"])
    let stream = scene.store.states(bufferingPolicy: .bufferingNewest(1))
    scene.store.dispatch("today")
    scene.store.dispatch("books")
    var states = stream.makeAsyncIterator()
    #expect(await states.next()?.description == "/books | /today")
  }

  @Test(.timeLimit(.minutes(5)))
  func `a stream ends when its store is let go of`() async {
    var store: RouterStore<Page>? = RouterStore(tree: Cast().library, queue: nil)
    let stream = store?.states()
    store?.dispatch("login")
    store = nil
    var states: [String] = []
    for await state in stream ?? AsyncStream(unfolding: { nil }) { states.append("\(state)") }
    #expect(states == ["", "/login"])
  }
}

import Dispatch
import NavigationTree
import RoutePatterns
import SwitchyardLocks
import TestSupport
import Testing

/// Presenters run where their store was told, however many stores there are and whoever dispatches.
@Suite struct PresentationPlaceTests {
  @Test(.busy) func `a queue on which stores came and went is not taken for another`() {
    let (busy, own) = (DispatchQueue(label: "busy"), DispatchQueue(label: "own"))
    let key = DispatchSpecificKey<Bool>()
    own.setSpecific(key: key, value: true)
    for _ in 0..<2_000 { _ = RouterStore(tree: Cast().library, queue: busy) }
    for _ in 0..<50 {
      let places = Locked<[Bool]>([])
      let node = Node(
        .lazyPresenter {
          places.withLock { $0.append(DispatchQueue.getSpecific(key: key) == true) }
          return Page("page", Script())
        }
      ).endpoint("a")
      let store = RouterStore(tree: node, queue: own)
      busy.sync { _ = store.dispatch("a") }
      own.sync {}
      #expect(places.withLock { $0 } == [true])
    }
  }

  @MainActor
  @Test func `on the main actor presenters have followed, whoever dispatched just before`() {
    let cast = Cast()
    let store = RouterStore(tree: cast.library)
    let (isDispatched, isSeen) = (DispatchSemaphore(value: 0), Locked(false))
    DispatchQueue.global().async {
      store.dispatch("login")
      isSeen.withLock { $0 = true }
      isDispatched.signal()
    }
    isDispatched.wait()
    #expect(cast.script.take() == [])
    store.dispatch("books")
    let script = cast.script.take()
    #expect(script.contains("configure login"))
    #expect(script.last == "configure books")
  }

  @Test func `an observer that another one cancels is not called any more`() {
    let store = RouterStore(tree: Cast().library, queue: nil)
    let (second, calls) = (Locked<NavigationObservation?>(nil), Locked(0))
    let first = store.observe { _ in second.withLock { $0 }?.cancel() }
    let observation = store.observe { _ in calls.withLock { $0 += 1 } }
    second.withLock { $0 = observation }
    store.dispatch("login")
    #expect(calls.withLock { $0 } == 0)
    first.cancel()
  }
}

import Dispatch
import NavigationTree
import SwitchyardLocks
import Testing

/// A tab bar that reports what it is told to show, as if a finger had done it.
@Suite struct EchoTests {
  @Test func `no report takes back a newer request`() {
    let queue = DispatchQueue(label: "held")
    let scene = EchoingScene(queue: queue)
    #expect(selections(in: scene, on: queue) == ["select books", "select today"])
    #expect("\(scene.store.state)" == "/today | /books")
    #expect(scene.store.history.past.map(\.description) == ["/today", "/books | /today"])
  }

  @Test func `nor does one on the thread that dispatches`() {
    let scene = EchoingScene(queue: nil)
    let isFirst = Locked(true)
    let observation = scene.store.observe { [store = scene.store] _ in
      let isMine = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      guard isMine else { return }
      for request in ["books", "today"] { store.dispatch(request) }
    }
    scene.store.dispatch("today")
    observation.cancel()
    #expect(scene.selections == ["select today", "select books", "select today"])
    #expect("\(scene.store.state)" == "/today | /books")
  }

  @Test func `nor does one that comes later, but before the newer request is shown`() {
    let queue = DispatchQueue(label: "own")
    let scene = EchoingScene(queue: queue, later: queue)
    scene.store.dispatch("today")
    // What is shown, and the report of it.
    for _ in 0..<2 { queue.sync {} }
    _ = scene.selections
    queue.sync {
      scene.store.dispatch("books")
      // The report waits for the queue by now.
      let isDispatched = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        scene.store.dispatch("today")
        isDispatched.signal()
      }
      isDispatched.wait()
    }
    for _ in 0..<3 { queue.sync {} }
    #expect(scene.selections == ["select books", "select today"])
    #expect("\(scene.store.state)" == "/today | /books")
  }

  @Test func `a report of something else is a request`() {
    let queue = DispatchQueue(label: "held")
    // A bar that shows the profile instead of the books.
    let scene = EchoingScene(queue: queue) { $0 == "books" ? "profile" : $0 }
    let all = ["select books", "select today", "select profile"]
    #expect(selections(in: scene, on: queue) == all)
    #expect("\(scene.store.state)" == "/profile | /today | /books")
  }

  /// Returns what is selected for two requests behind the first tab, where the queue of the store
  /// gets to the one when the other is there.
  private func selections(in scene: EchoingScene, on queue: DispatchQueue) -> [String] {
    scene.store.dispatch("today")
    queue.sync {}
    _ = scene.selections
    queue.suspend()
    for request in ["books", "today"] { scene.store.dispatch(request) }
    queue.resume()
    queue.sync {}
    return scene.selections
  }
}

/// A store of three tabs, whose bar reports each that it is told to select.
private struct EchoingScene: Sendable {
  let store: RouterStore<Page>
  private let script: Script

  /// - Parameters:
  ///   - queue: the queue of the store.
  ///   - later: the queue on which the bar reports, if not at once.
  ///   - reported: the tab that it reports for the one that it is told to select.
  init(
    queue: DispatchQueue?,
    later: DispatchQueue? = nil,
    reported: @escaping @Sendable (String) -> String = { $0 }
  ) {
    let cast = Cast()
    let (script, link, count) = (cast.script, StoreLink<Page>(), Locked(0))
    let bar = RoutePresenterFork<Page>(
      getPresentable: { Page("bar", script) },
      setOptions: { _, _ in },
      setOptionSelected: { tab, bar in
        guard bar.show([tab]) else { return }
        script.write("select \(tab.name)")
        let number = count.withLock { count in
          count += 1
          return count
        }
        // Reports that lead on and on have an end here.
        guard number < 20 else { return }
        let request = reported(tab.name)
        let report: @Sendable () -> Void = {
          link.store?.dispatch(request, options: [.junctionsOnly, .alreadyShown])
        }
        if let later { later.async(execute: report) } else { report() }
      }
    )
    let tabs = ["today", "books", "profile"].map { Node(cast.page($0)).endpoint($0) }
    store = RouterStore(tree: Node(bar).fork(tabs), queue: queue)
    self.script = script
    link.lead(to: store)
  }

  /// The tabs that were selected since this was last asked for.
  var selections: [String] { script.take().filter { $0.hasPrefix("select ") } }
}

import Dispatch
import NavigationTree
import RoutePatterns
import SwitchyardLocks
import Testing

/// Where presenters and observers run, and when.
@Suite struct PresentationQueueTests {
  @MainActor
  @Test func `on the main actor they have followed when dispatch returns`() {
    let cast = Cast()
    let store = RouterStore(tree: cast.library)
    store.dispatch("login")
    #expect(cast.script.take().last == "configure login")
  }

  @Test func `from elsewhere they follow on the main queue`() async {
    let threads = Threads()
    let store = RouterStore(tree: threads.tree { Threads.isMain }, queue: .main)
    let observation = store.observe { _ in threads.note(Threads.isMain) }
    _ = await Task.detached { store.dispatch("a/1") }.value
    await store.settle()
    #expect(threads.all == [true, true, true])
    withExtendedLifetime(observation) {}
  }

  @Test func `in a block of the main queue they have followed as well`() async {
    let cast = Cast()
    let store = RouterStore(tree: cast.library)
    let script = await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        store.dispatch("login")
        continuation.resume(returning: cast.script.take())
      }
    }
    #expect(script.last == "configure login")
  }

  @Test func `on a queue of one's own they run there`() async {
    let key = DispatchSpecificKey<String>()
    let queue = DispatchQueue(label: "own")
    queue.setSpecific(key: key, value: "own")
    let threads = Threads()
    let store = RouterStore(
      tree: threads.tree { DispatchQueue.getSpecific(key: key) == "own" },
      queue: queue
    )
    let observation = store.observe { _ in
      threads.note(DispatchQueue.getSpecific(key: key) == "own")
    }
    store.dispatch("a/1")
    await store.settle()
    #expect(threads.all == [true, true, true])
    withExtendedLifetime(observation) {}
  }

  @Test func `and have followed when dispatch returns there`() {
    let queue = DispatchQueue(label: "own")
    let cast = Cast()
    let store = RouterStore(tree: cast.library, queue: queue)
    let script = queue.sync {
      store.dispatch("login")
      return cast.script.take()
    }
    #expect(script.last == "configure login")
  }

  @Test func `on a queue that is held up nothing is shown before its turn`() async {
    let queue = DispatchQueue(label: "held")
    queue.suspend()
    let cast = Cast()
    let store = RouterStore(tree: cast.library, queue: queue)
    store.dispatch("login")
    store.dispatch("today")
    #expect("\(store.state)" == "/today")
    #expect(cast.script.take().isEmpty)
    queue.resume()
    await store.settle()
    // Each state is shown in its turn.
    #expect(
      cast.script.take().prefix(4) == [
        "create login", "switch sections: login", "configure login", "unwind login",
      ]
    )
  }

  @Test func `without a queue they run on the thread that dispatches`() async {
    let threads = Threads()
    let store = RouterStore(tree: threads.tree { Threads.isMain }, queue: nil)
    _ = await Task.detached { store.dispatch("a/1") }.value
    await MainActor.run { _ = store.dispatch("a/2") }
    #expect(threads.all == [false, false, true])
  }

  @Test func `many threads dispatch, and all is shown one at a time`() async {
    let running = Locked(0)
    let tree = RoutingNode<Int>(
      .lazyPresenter(
        { 1 },
        setParameters: { _, _ in
          let count = running.withLock { count in
            count += 1
            return count
          }
          #expect(count == 1)
          running.withLock { $0 -= 1 }
        }
      )
    ).endpoint("a/:id")
    let store = RouterStore(tree: tree, queue: nil, historyLimit: 10_000)
    await withTaskGroup { group in
      for thread in 0..<8 {
        group.addTask { for id in 0..<100 { store.dispatch("a/\(thread)-\(id)") } }
      }
    }
    await store.settle()
    #expect(store.history.past.count == 799)
  }

  @Test func `a presenter may dispatch`() {
    let scene = Locked<RouterStore<Page>?>(nil)
    let cast = Cast()
    let tree = Node(cast.switcher("sections")).switcher([
      Node(
        .lazyPresenter(
          { Page("gate", cast.script) },
          setParameters: { _, page in
            page.script.write("configure gate")
            scene.withLock { $0 }?.dispatch("inside")
            page.script.write("configured gate")
          },
          unwind: { $0.script.write("unwind gate") }
        )
      ).endpoint("gate"),
      Node(cast.page("inside")).endpoint("inside"),
    ])
    let store = RouterStore(tree: tree, queue: nil)
    scene.withLock { $0 = store }
    store.dispatch("gate")
    scene.withLock { $0 = nil }
    #expect("\(store.state)" == "/inside")
    #expect(
      cast.script.take() == [
        "create gate", "switch sections: gate", "configure gate", "configured gate",
        "unwind gate", "create inside", "switch sections: inside", "configure inside",
      ]
    )
  }

  @Test func `what is presented can be looked at, in the order of the tree`() async {
    let scene = Scene.library(after: ["books/1", "today/story/a/2"])
    let nodes = await scene.store.presented { $0.map { "\($0.id): \($0.view.name)" } }
    #expect(
      nodes == [
        "fork(/today): tabs", "stack(/today): todayStack", "/today: today",
        "/today/story/:type/:id: story", "stack(/books): booksStack", "/books: books",
        "/books/:id: book",
      ]
    )
  }
}

/// Whether calls came where they should.
private final class Threads: Sendable {
  private let notes = Locked<[Bool]>([])

  /// The main queue by a key: on Linux it need not be served by the main thread.
  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  static var isMain: Bool { DispatchQueue.getSpecific(key: key) != nil }

  var all: [Bool] { notes.withLock { $0 } }

  func note(_ isThere: Bool) { notes.withLock { $0.append(isThere) } }

  func tree(_ isThere: @escaping @Sendable () -> Bool) -> RoutingNode<Int> {
    RoutingNode(
      .lazyPresenter(
        {
          self.note(isThere())
          return 1
        },
        setParameters: { _, _ in self.note(isThere()) }
      )
    ).endpoint("a/:id")
  }
}

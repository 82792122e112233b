import NavigationTree
import RoutePatterns
import Testing

/// A store goes when nobody holds it, and takes with it what it holds.
@Suite struct StoreLifeTests {
  @Test func `a store that is let go of is gone`() {
    weak var gone: RouterStore<Page>?
    do {
      let store = RouterStore(tree: Cast().library, queue: nil)
      store.dispatch("books/1")
      gone = store
      #expect(gone != nil)
    }
    #expect(gone == nil)
  }

  @Test func `an observation does not hold its store, nor what it closes over once that has gone`()
  {
    weak var held: Token?
    weak var gone: RouterStore<Page>?
    let observation: NavigationObservation
    do {
      let store = RouterStore(tree: Cast().library, queue: nil)
      let token = Token()
      observation = store.observe { _ in withExtendedLifetime(token) {} }
      store.dispatch("login")
      (gone, held) = (store, token)
    }
    #expect(gone == nil)
    #expect(held == nil)
    observation.cancel()
  }

  @Test func `what an observer holds goes when it is cancelled`() {
    let scene = Scene.library()
    weak var held: Token?
    let observation: NavigationObservation
    do {
      let token = Token()
      held = token
      observation = scene.store.observe { _ in withExtendedLifetime(token) {} }
    }
    #expect(held != nil)
    observation.cancel()
    #expect(held == nil)
  }

  @Test func `a stream does not hold its store`() async {
    weak var gone: RouterStore<Page>?
    let stream: AsyncStream<RouterState>
    do {
      let store = RouterStore(tree: Cast().library, queue: nil)
      stream = store.states()
      store.dispatch("login")
      gone = store
    }
    #expect(gone == nil)
    var states = stream.makeAsyncIterator()
    #expect(await states.next() != nil)
  }

  @Test func `a router that is fed from does not hold the store, and its maps go`() async {
    let router = Router()
    weak var gone: RouterStore<Page>?
    do {
      let store = RouterStore(tree: Cast().library, queue: nil)
      store.attach(to: router, tags: ["Views"])
      #expect(router["Views"].open("/login"))
      #expect("\(store.state)" == "/login")
      gone = store
    }
    #expect(gone == nil)
    #expect(!router["Views"].open("/login"))
    #expect(await router["Views"].dispatch("/login") == .notFound)
  }

  @Test func `what is presented goes with the store, without being unwound`() async {
    let cast = Cast()
    weak var page: Page?
    do {
      let store = RouterStore(tree: cast.library, queue: nil)
      store.dispatch("login")
      page = await store.presented { $0.first?.view }
      #expect(page != nil)
      withExtendedLifetime(store) {}
    }
    #expect(page == nil)
    #expect(cast.script.take() == ["create login", "switch sections: login", "configure login"])
  }

  @Test func `stores over one tree have presentables of their own`() async {
    let cast = Cast()
    let tree = cast.library
    let one = RouterStore(tree: tree, queue: nil)
    let two = RouterStore(tree: tree, queue: nil)
    one.dispatch("books/1")
    two.dispatch("books/2")
    #expect("\(one.state)" == "/books > /books/:id[id: 1]")
    #expect(cast.script.take().count { $0 == "create book" } == 2)
    let first = await one.presented { Set($0.map { ObjectIdentifier($0.view) }) }
    let second = await two.presented { Set($0.map { ObjectIdentifier($0.view) }) }
    #expect(first.count == 5)
    #expect(first.isDisjoint(with: second))
    one.reset()
    #expect("\(two.state)" == "/books > /books/:id[id: 2]")
  }

  @Test func `the root is handed over when it is made, and again after a reset`() {
    let cast = Cast()
    let tree = Node(cast.fork("tabs")).fork([Node(cast.page("a")).endpoint("a")])
    let store = RouterStore(
      tree: tree,
      queue: nil,
      setRoot: { $0.script.write("root is \($0.name)") }
    )
    #expect(cast.script.take().isEmpty)
    store.dispatch("a")
    #expect(cast.script.take().prefix(2) == ["create tabs", "root is tabs"])
    store.reset()
    _ = cast.script.take()
    store.dispatch("a")
    #expect(cast.script.take().prefix(2) == ["create tabs", "root is tabs"])
  }
}

private final class Token: Sendable {}

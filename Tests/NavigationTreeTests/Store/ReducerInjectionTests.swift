import NavigationTree
import RoutePatterns
import SwitchyardLocks
import Testing

/// A reducer and a state that a store is given are the ones it uses.
@Suite struct ReducerInjectionTests {
  @Test func `a reducer that is given is the one that is used`() {
    let cast = Cast()
    let store = RouterStore(
      tree: cast.library,
      reducer: { request, tree, state, options in
        let request = request.request == "home" ? "today" : request.request
        return try routerReducer(request: request, tree: tree, state: state, options: options)
      },
      queue: nil
    )
    #expect(store.dispatch("home").error == nil)
    #expect("\(store.state)" == "/today")
  }

  @Test func `and with the label that MonarchRouter has for the tree`() {
    let login = RouterState(active: [ActiveNode(route: "/login")])
    let store = RouterStore(
      router: Cast().library,
      state: RouterState(active: [ActiveNode(route: "/today")]),
      reducer: { _, _, _, _ in login },
      queue: nil
    )
    #expect("\(store.state)" == "/today")
    store.dispatch("books")
    #expect("\(store.state)" == "/login")
  }

  @Test func `a router that feeds the store uses it too`() async {
    let asked = Locked<[String]>([])
    let store = RouterStore(
      tree: Cast().library,
      reducer: { request, tree, state, options in
        asked.withLock { $0.append("\(request.request) \(options)") }
        return try routerReducer(request: "login", tree: tree, state: state, options: options)
      },
      queue: nil
    )
    let router = Router()
    store.attach(to: router, tags: ["Views"])
    guard case .handled = await router["Views"].dispatch("/books/1?title=x") else {
      Issue.record("no map took it")
      return
    }
    #expect("\(store.state)" == "/login")
    #expect(asked.withLock { $0 } == ["/books/1?title=x []"])
  }

  @Test func `a router that wants accesses runs the endpoints of a store that has one`() async {
    var configuration = Router.Configuration()
    configuration.access = .declared
    configuration.onFault = { _ in }
    let store = RouterStore(tree: Cast().library, queue: nil)
    for (access, isShown) in [(nil, false), (RouteAccess.public("a library"), true)] {
      let router = Router(configuration)
      store.attach(to: router, access: access)
      let outcome = await router.dispatch("/books/1")
      if case .handled = outcome { #expect(isShown) } else { #expect(!isShown) }
    }
  }

  @Test func `what a reducer gives is fitted to the tree`() {
    let cast = Cast()
    let store = RouterStore(
      tree: cast.library,
      reducer: { _, _, _, _ in
        RouterState(
          active: [ActiveNode(route: "/books/:id", parameters: ["id": "7"])],
          kept: [[ActiveNode(route: "/login")], [ActiveNode(route: "/today")]]
        )
      },
      queue: nil
    )
    store.dispatch("whatever")
    #expect("\(store.state)" == "/books > /books/:id[id: 7] | /today")
  }

  @Test func `a reducer that throws changes nothing, and its error is the reason`() {
    struct Closed: Error {}
    let cast = Cast()
    let store = RouterStore(
      tree: cast.library,
      state: RouterState(active: [ActiveNode(route: "/today")]),
      reducer: { _, _, _, _ in throw Closed() },
      queue: nil
    )
    _ = cast.script.take()
    #expect(store.dispatch("books").error is Closed)
    #expect("\(store.state)" == "/today")
    #expect(cast.script.take().isEmpty)
  }

  @Test func `a state that is given is shown at once, and is no step of the history`() {
    let cast = Cast()
    let store = RouterStore(
      tree: cast.library,
      state: RouterState(
        active: [ActiveNode(route: "/books")],
        kept: [[ActiveNode(route: "/today")]]
      ),
      queue: nil
    )
    #expect("\(store.state)" == "/books | /today")
    #expect(!store.canGoBack)
    #expect(cast.script.take().last == "configure books")
    // What is kept and was never shown is shown when it is asked for.
    store.dispatch("today", options: [.junctionsOnly])
    #expect(
      cast.script.take() == [
        "select tabs: todayStack", "create today", "root todayStack: today",
        "stack todayStack: today", "configure today",
      ]
    )
  }

  @Test func `a reducer that is asked again where another request came between sees its state`() {
    let cast = Cast()
    let store = Locked<RouterStore<Page>?>(nil)
    let calls = Locked<[String]>([])
    let made = RouterStore(
      tree: cast.library,
      reducer: { request, tree, state, options in
        let isFirst = calls.withLock { calls in
          calls.append("\(request.request) in \(state)")
          return calls.count == 1
        }
        if isFirst { store.withLock { $0 }?.dispatch("books/1") }
        return try routerReducer(request: request, tree: tree, state: state, options: options)
      },
      queue: nil
    )
    store.withLock { $0 = made }
    made.dispatch("today")
    store.withLock { $0 = nil }
    #expect("\(made.state)" == "/today | /books > /books/:id[id: 1]")
    #expect(
      calls.withLock { $0 } == [
        "today in ", "books/1 in ", "today in /books > /books/:id[id: 1]",
      ]
    )
  }
}

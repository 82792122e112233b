import Dispatch
import NavigationTree
import RoutePatterns
import Switchyard
import Testing

/// A router that feeds a store: its guards and proxies first, and its choice is the tree's.
@Suite struct AttachTests {
  private let cast = Cast()
  private let store: RouterStore<Page>
  private let router: Router

  init() {
    store = RouterStore(tree: cast.library, queue: nil)
    var configuration = Router.Configuration.app
    configuration.onFault = { _ in }
    router = Router(configuration)
  }

  @Test func `an endpoint's URL makes it active`() async {
    store.attach(to: router, tags: ["Views"])
    #expect(await isHandled("app://books/1?title=x#end"))
    #expect("\(store.state)" == "/books > /books/:id[id: 1]?title=x#end")
    #expect(router["Views"].open("/login"))
    #expect("\(store.state)" == "/login")
  }

  @Test func `there is a map for each endpoint, found by the tags alone`() async {
    let ids = store.attach(to: router, tags: ["Views", "Main"])
    #expect(ids.count == 5)
    #expect(
      Set(router.routes.map(\.pattern)) == [
        "/login", "/today", "/today/story/:type/:id", "/books", "/books/:id",
      ]
    )
    #expect(await router["Other"].dispatch("/login") == .notFound)
    #expect(await isHandled("/login"))
    guard case .handled = await router.dispatch("/today") else {
      Issue.record("the router without tags finds all")
      return
    }
  }

  @Test func `a guard that denies leaves the store as it is`() async {
    store.attach(to: router, tags: ["Views"])
    store.dispatch("login")
    _ = cast.script.take()
    let denial = router.guard("/books/*") { _, decide in decide(.deny) }
    #expect(await router["Views"].dispatch("/books/1") == .denied(by: denial))
    #expect("\(store.state)" == "/login")
    #expect(cast.script.take().isEmpty)
    #expect(await isHandled("/today"))
  }

  @Test func `a guard that redirects leads to another endpoint`() async {
    store.attach(to: router, tags: ["Views"])
    router.guard("/books/*") { _, decide in decide(.redirect("/login")) }
    #expect(await isHandled("/books/1"))
    #expect("\(store.state)" == "/login")
  }

  @Test func `where a proxy commits is where the store goes`() async {
    store.attach(to: router, tags: ["Views"])
    router.proxy("/old/:id") { context, next in
      next(
        .commit(
          "/books/\(context.parameters["id"] ?? "")",
          parameters: context.parameters.adding(["title": "new"]),
          payload: context.payload
        )
      )
    }
    #expect(await isHandled("/old/7"))
    #expect(store.state.current?.route == "/books/:id")
    #expect(store.state.current?.parameters["id"] == "7")
    #expect(store.state.current?.parameters["title"] == "new")
  }

  @Test func `within a group the prefix comes before the routes, which stay what they are`() async {
    router.group("/app/:tenant", tags: ["Views"]) { group in
      _ = store.attach(to: group)
    }
    #expect(await isHandled("/app/acme/books/1?x=2"))
    #expect(store.state.active.map(\.route) == ["/books", "/books/:id"])
    #expect(store.state.current?.parameters["id"] == "1")
    #expect(await router["Views"].dispatch("/books/1") == .notFound)
  }

  @Test func `a view of a router gives its tags`() async {
    store.attach(to: router["Views"])
    #expect(await isHandled("/books"))
  }

  @Test func `maps go by dispose`() async {
    let ids = store.attach(to: router, tags: ["Views"])
    #expect(router.dispose(of: ids) == 5)
    #expect(await router["Views"].dispatch("/login") == .notFound)
    #expect(router.routes.isEmpty)
  }

  @Test func `maps go with the store, and the store is not held`() async {
    var store: RouterStore<Page>? = RouterStore(tree: cast.library, queue: nil)
    store?.attach(to: router, tags: ["Views"])
    #expect(router["Views"].open("/login"))
    store = nil
    #expect(await router["Views"].dispatch("/today") == .notFound)
    #expect(cast.script.take() == ["create login", "switch sections: login", "configure login"])
  }

  @Test func `options are those of all requests that come this way`() async {
    store.attach(to: router, tags: ["Views"], options: [.junctionsOnly])
    for request in ["/books/1", "/today", "/books"] { #expect(await isHandled(request)) }
    #expect("\(store.state)" == "/books > /books/:id[id: 1] | /today")
  }

  @Test(arguments: [
    ("help/:topic", "/help/x", true), ("account/help/:topic", "/account/help/x", false),
  ])
  func `a guard is not asked about what is shown beneath, unless it covers both`(
    _ route: String,
    _ url: String,
    _ isShown: Bool
  ) async {
    let help = Node(cast.page("help")).endpoint(route)
    let account = Node(cast.page("account")).endpoint("account", children: [help])
    let store = RouterStore(tree: Node(cast.stack("stack")).stack([account]), queue: nil)
    store.attach(to: router, tags: ["Views"])
    router.guard("/account/*") { _, decide in decide(.deny) }
    #expect(await !isHandled("/account"))
    #expect(await isHandled(url) == isShown)
    #expect(store.state.active.map(\.route) == (isShown ? ["/account", "/help/:topic"] : []))
  }

  @Test func `what a tab was left with comes back without a guard, until it is forgotten`() async {
    store.attach(to: router, tags: ["Views"], options: [.junctionsOnly])
    for request in ["/books/1", "/today"] { #expect(await isHandled(request)) }
    router.guard("/books/:id") { _, decide in decide(.deny) }
    #expect(await !isHandled("/books/1"))
    #expect(await isHandled("/books"))
    #expect("\(store.state)" == "/books > /books/:id[id: 1] | /today")
    store.reset()
    #expect(await isHandled("/books"))
    #expect("\(store.state)" == "/books")
  }

  @Test func `the outcome comes after the screen has followed`() async {
    let queue = DispatchQueue(label: "own")
    let store = RouterStore(tree: cast.library, queue: queue)
    store.attach(to: router, tags: ["Views"])
    for number in 0..<50 {
      #expect(await isHandled("/books/\(number)"))
      #expect(cast.script.take().last == "configure book [id: \(number)]")
    }
  }

  @Test func `a reducer that fails fails the dispatch with its error`() async throws {
    struct Closed: Error {}
    let store = RouterStore(
      tree: cast.library,
      reducer: { _, _, _, _ in throw Closed() },
      queue: nil
    )
    store.attach(to: router, tags: ["Views"])
    guard case .failed(let error) = await router["Views"].dispatch("/books/1") else {
      Issue.record("no failure")
      return
    }
    #expect(error.code == .handlerThrew)
    #expect(error.cause is Closed)
  }

  @Test func `a serial router goes through the states in the order of the calls`() async {
    store.attach(to: router, tags: ["Views"])
    for number in 0..<20 { router["Views"].open("/books/\(number)") }
    #expect(await isHandled("/login"))
    let states = store.history.past.compactMap { $0.current?.parameters["id"] }
    #expect(states == (0..<20).map(String.init))
  }

  @Test func `a concurrent router loses none`() async {
    let router = Router(.server)
    let store = RouterStore(tree: cast.library, queue: nil, historyLimit: 1_000)
    store.attach(to: router, tags: ["Views"])
    await withTaskGroup { group in
      for number in 0..<100 {
        group.addTask { _ = await router["Views"].dispatch("/books/\(number)") }
      }
    }
    let states = Set(
      (store.history.past + [store.state]).compactMap { $0.current?.parameters["id"] }
    )
    #expect(states == Set((0..<100).map(String.init)))
  }

  private func isHandled(_ url: String) async -> Bool {
    if case .handled = await router["Views"].dispatch(url) { true } else { false }
  }
}

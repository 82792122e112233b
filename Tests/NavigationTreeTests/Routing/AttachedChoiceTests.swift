import NavigationTree
import Switchyard
import Testing

/// Of endpoints that take the same URL a router prefers the one that the tree does.
@Suite struct AttachedChoiceTests {
  @Test(arguments: [
    "a", "a/1", "a/1/2", "a/x", "b", "b/1", "b/1/2", "b/x/y", "c/1", "c/x", "x", "x/y", "x/y/z",
    "closed/1", "closed/a?b=1", "closed", "a/closed",
  ])
  func `the router's choice is the tree's`(_ url: String) async {
    let router = Router()
    let attached = RouterStore(tree: Self.tree(Cast()), queue: nil)
    attached.attach(to: router, tags: ["Views"])
    let direct = RouterStore(tree: Self.tree(Cast()), queue: nil)
    let outcome = await router["Views"].dispatch(url)
    let isRejected = direct.dispatch(url).error != nil
    #expect(isRejected == (outcome == .notFound))
    #expect(attached.state == direct.state)
  }

  @Test func `a router that goes by how specific patterns are chooses for itself`() async {
    let router = Router(.server)
    let cast = Cast()
    let tree = Node(cast.fork("tabs")).fork([
      Node(cast.page("new")).endpoint(":kind/new"),
      Node(cast.page("book")).endpoint("books/:id"),
    ])
    let store = RouterStore(tree: tree, queue: nil)
    store.attach(to: router, tags: ["Views"])
    store.dispatch("books/new")
    #expect(store.state.current?.route == "/:kind/new")
    _ = await router["Views"].dispatch("/books/new")
    #expect(store.state.current?.route == "/books/:id")
  }

  @Test(arguments: [
    "/admin", "/%61dmin", "/%2561dmin", "/%252561dmin", "/admin%3F", "/admin%3Fx=1", "/admin%23",
    "/x/%252E%252E/admin", "/x/%2E%2E/admin", "/admin%2F", "/admin%5C", "//admin", "/admin/",
    "//x/../admin", "/x/..//admin",
  ])
  func `a closure that reads the path as a URL sees that of the guards`(_ url: String) async {
    for slashes in [RouteTarget.SlashPolicy.lenient, .strict] {
      var configuration = Router.Configuration.app
      configuration.slashes = slashes
      let router = Router(configuration)
      let cast = Cast()
      let tree = Node(cast.switcher("root")).switcher([
        Node(cast.page("home")).endpoint("home"),
        Node(cast.page("admin")).endpoint(
          name: "admin",
          isMatching: { ((try? $0.resolve(for: "/admin")) ?? nil) != nil },
          resolve: { _ in [:] }
        ),
      ])
      let store = RouterStore(tree: tree, queue: nil)
      router.guard("/admin") { _ async in .deny }
      store.attach(to: router)
      let outcome = await router.dispatch(url)
      // Where the guard was not asked, there is nothing.
      if outcome != .notFound {
        guard case .denied = outcome else {
          Issue.record("\(url) leads to \(outcome)")
          continue
        }
      }
      #expect(store.state.current?.route != "admin")
    }
  }

  private static func tree(_ cast: Cast) -> Node {
    func node(_ route: String, children: [Node] = [], modals: [Node] = []) -> Node {
      Node(cast.page(route)).endpoint(route, children: children, modals: modals)
    }
    return Node(cast.switcher("root")).switcher([
      Node(cast.stack("stack")).stack([
        node("a/:id(\\d)", children: [node(":any/1")], modals: [node("a/...")])
      ]),
      node("b/:id{/:page}?", children: [node(":x/:y")]),
      Node(cast.page("closed")).endpoint(
        name: "closed",
        isMatching: { $0.request.contains("closed/") },
        resolve: { ["text": $0.request] }
      ),
      node("*"),
    ])
  }
}

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

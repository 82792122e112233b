import NavigationTree
import Testing

/// A switcher that keeps forks: the state remembers, and the screen releases.
@Suite struct KeepingSwitcherTests {
  private let cast = Cast()

  private var tree: Node {
    Node(cast.switcher("sections")).switcher(
      [
        Node(cast.page("login")).endpoint("login"),
        Node(cast.fork("tabs")).fork([
          Node(cast.stack("first")).stack([page("today", page("news"))]),
          Node(cast.stack("second")).stack([page("books", page("books/:id"))]),
        ]),
      ],
      keepsForks: true
    )
  }

  private func page(_ route: String, _ children: Node...) -> Node {
    Node(cast.page(route)).endpoint(route, children: children)
  }

  @Test func `what is left is released, and made anew as it was`() {
    let store = RouterStore(tree: tree, queue: nil)
    for request in ["news", "books/1"] { store.dispatch(request) }
    _ = cast.script.take()
    store.dispatch("login")
    #expect(
      cast.script.take() == [
        "unwind books/:id", "unwind books", "unwind second", "unwind news", "unwind today",
        "unwind first", "unwind tabs", "create login", "switch sections: login", "configure login",
      ]
    )
    store.dispatch("books")
    #expect("\(store.state)" == "/books | /today > /news")
    let shown = cast.script.take()
    #expect(shown.first == "unwind login")
    // What is not selected waits.
    #expect(!shown.contains("create news"))
    store.dispatch("today", options: [.junctionsOnly])
    #expect("\(store.state)" == "/today > /news | /books")
    #expect(cast.script.take().contains("create news"))
  }

  @Test func `a store that goes on from a saved state shows what is active, and nothing more`() {
    let first = RouterStore(tree: tree, queue: nil)
    for request in ["news", "books/1", "login"] { first.dispatch(request) }
    _ = cast.script.take()
    let second = RouterStore(tree: tree, state: first.state, queue: nil)
    #expect(second.state == first.state)
    #expect(cast.script.take() == ["create login", "switch sections: login", "configure login"])
    second.dispatch("today", options: [.junctionsOnly])
    #expect("\(second.state)" == "/books > /books/:id[id: 1] | /today > /news")
    second.goBack()
    #expect(second.state == first.state)
  }

  @Test func `a state made with it is fitted to a switcher that forgets`() {
    let store = RouterStore(tree: tree, queue: nil)
    for request in ["books/1", "login"] { store.dispatch(request) }
    #expect("\(store.state)" == "/login | /books > /books/:id[id: 1]")
    #expect("\(store.state.fitted(to: cast.library))" == "/login")
  }
}

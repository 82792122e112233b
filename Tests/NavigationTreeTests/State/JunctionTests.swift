import NavigationTree
import Testing

/// What a tap on a tab means, with forks in forks and several items in a stack.
@Suite struct JunctionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: [String]
    let request: String
    let state: String
  }

  private static func page(_ cast: Cast, _ route: String) -> Node {
    Node(cast.page(route)).endpoint(route)
  }

  /// The tree: `fork([stack([today, archive]), stack([books > books/:id])])`.
  private static func items(_ cast: Cast) -> Node {
    Node(cast.fork("tabs")).fork([
      Node(cast.stack("first")).stack([page(cast, "today"), page(cast, "archive")]),
      Node(cast.stack("second")).stack([
        Node(cast.page("books")).endpoint("books", children: [page(cast, "books/:id")])
      ]),
    ])
  }

  @Test(arguments: [
    Case(
      testDescription: "another item of the stack was left there",
      before: ["archive", "books"],
      request: "today",
      state: "/archive | /books"
    ),
    Case(
      testDescription: "the other item is asked for by itself",
      before: ["today", "books"],
      request: "archive",
      state: "/archive | /books"
    ),
    Case(
      testDescription: "a stack was left there",
      before: ["books/1", "today"],
      request: "books",
      state: "/books > /books/:id[id: 1] | /today"
    ),
    Case(
      testDescription: "the option is shown already",
      before: ["books/1"],
      request: "books",
      state: "/books > /books/:id[id: 1]"
    ),
    Case(
      testDescription: "what is not the first of its option is a request as any other",
      before: ["books/1", "today"],
      request: "books/2",
      state: "/books > /books/:id[id: 2] | /today"
    ),
  ])
  func `an option is shown as it was left`(_ sample: Case) {
    let store = RouterStore(tree: Self.items(Cast()), queue: nil)
    for request in sample.before { store.dispatch(request) }
    store.dispatch(sample.request, options: [.junctionsOnly])
    #expect(store.state.description == sample.state)
  }

  @Test func `with forks in forks the one that switches is meant`() {
    let cast = Cast()
    let tree = Node(cast.fork("outer")).fork([
      Node(cast.fork("inner")).fork([Self.page(cast, "a1"), Self.page(cast, "a2")]),
      Self.page(cast, "b"),
    ])
    let store = RouterStore(tree: tree, queue: nil)
    for request in ["a1", "a2", "b"] { store.dispatch(request) }
    store.dispatch("a1", options: [.junctionsOnly])
    #expect(store.state.description == "/a2 | /b | /a1")
    store.dispatch("a1", options: [.junctionsOnly])
    #expect(store.state.description == "/a1 | /a2 | /b")
  }
}

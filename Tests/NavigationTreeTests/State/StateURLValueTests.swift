import NavigationTree
import Testing

/// Values of all kinds stand in the URL of a state as they stood in the request.
@Suite struct StateURLValueTests {
  @Test(arguments: [
    "/u/a@b.c", "/u/1:2", "/u/a+b", "/u/(x)", "/u/a,b;c=d", "/u/O'Hara", "/u/a!", "/u/%2F%5C",
    "/u/100%25", "/u/%252F", "/u/x?q=a%20b&q=%26&flag", "/u/x#%25%23", "/f/a/b%2Fc/d", "/f",
    "/f/%252F",
  ])
  func `the URL of a state is that which led to it`(_ url: String) throws {
    let cast = Cast()
    let tree = Node(cast.switcher("root")).switcher([
      Node(cast.page("user")).endpoint("u/:id"),
      Node(cast.page("files")).endpoint("f/*"),
    ])
    let store = RouterStore(tree: tree, queue: nil)
    store.dispatch(url)
    let again = try store.url()
    #expect(again == url || url == "/f")
    let other = RouterStore(tree: tree, queue: nil)
    other.dispatch(again)
    #expect(other.state == store.state)
  }

  @Test func `a state whose ways are of different times has no URL`() {
    let cast = Cast()
    let tree = Node(cast.stack("stack")).stack([
      Node(cast.page("user")).endpoint(
        "users/:id",
        children: [Node(cast.page("post")).endpoint("users/:id/posts/:post")]
      )
    ])
    let state = RouterState(active: [
      ActiveNode(route: "/users/:id", parameters: ["id": "8"]),
      ActiveNode(route: "/users/:id/posts/:post", parameters: ["id": "7", "post": "1"]),
    ])
    let error = #expect(throws: NavigationError.self) { try tree.url(of: state) }
    #expect(error?.code == .notReversible("/users/:id/posts/:post", nil))
  }

  @Test func `patterns keep their options, and all of a tree read slashes alike`() throws {
    let cast = Cast()
    let strict = RoutePattern.Options(slashes: .strict, letterCase: .insensitive)
    let tree = Node(cast.switcher("root")).switcher([
      Node(cast.page("a")).endpoint(try RoutePattern(parsing: "/A/", options: strict))
    ])
    let store = RouterStore(tree: tree, queue: nil)
    #expect(store.dispatch("/a").error != nil)
    #expect(store.dispatch("/a/").error == nil)

    let mixed = Node(cast.switcher("root")).switcher([
      Node(cast.page("b")).endpoint("b"),
      Node(cast.page("a"), file: "App/Tree.swift", line: 3)
        .endpoint(
          try RoutePattern(parsing: "/A/", options: strict),
          file: "App/Tree.swift",
          line: 4
        ),
    ])
    #expect(
      mixed.validate().map(\.description) == [
        """
        App/Tree.swift:4: the pattern /A/ reads slashes as strict, and the first of the tree as lenient. \
        Make all patterns of a tree with the same slash policy.
        """
      ]
    )
  }
}

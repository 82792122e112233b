import NavigationTree
import Testing

/// What can be wrong with a tree, with the whole text of what is said of it.
@Suite struct TreeFaultTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let faults: [String]
    let tree: @Sendable (Cast) -> Node

    init(_ rule: String, _ faults: [String], _ tree: @escaping @Sendable (Cast) -> Node) {
      testDescription = rule
      self.faults = faults
      self.tree = tree
    }
  }

  @Test(arguments: cases)
  func `a tree with a fault says what and where`(_ sample: Case) {
    #expect(sample.tree(Cast()).validate().map(\.description) == sample.faults)
  }

  @Test func `the trees of the samples have no faults`() {
    #expect(Cast().library.validate().isEmpty)
    #expect(Cast().readingRoom.validate().isEmpty)
  }

  @Test func `a fault has its kind, its route and its place`() throws {
    let cast = Cast()
    let tree = Node(cast.fork("tabs")).fork(
      [at(1, cast, "books"), at(2, cast, "/books")],
      file: "App/Tree.swift",
      line: 9
    )
    let fault = try #require(tree.validate().first)
    #expect(fault.code == .duplicateRoute(at: "App/Tree.swift:1"))
    #expect(fault.route == "/books")
    #expect(fault.place == "App/Tree.swift:2")
  }

  @Test func `the place is that of the line where it was said what the node does`() throws {
    let line: UInt = #line + 1
    let tree = Node(Cast().fork("tabs")).fork([])
    #expect(tree.validate().map(\.place) == ["NavigationTreeTests/TreeFaultTests.swift:\(line)"])
  }

  @Test func `a node by itself is a tree`() {
    let tree = Node(Cast().page("books")).endpoint("books")
    #expect(tree.validate().isEmpty)
    #expect(RouterStore(tree: tree, queue: nil).dispatch("books").error == nil)
  }

  private static let file: StaticString = "App/Tree.swift"

  private static let cases: [Case] = [
    Case("the same route twice", [sameRoute("/books/:id")]) { cast in
      fork(cast, [at(1, cast, "books/:id"), at(2, cast, "/books/:id")])
    },
    Case("the same route in a modal", [sameRoute("/books")]) { cast in
      fork(cast, [at(1, cast, "books", modals: [at(2, cast, "books")])])
    },
    Case("the same name of closures twice", [sameRoute("news")]) { cast in
      fork(cast, [closure(1, cast, "news"), closure(2, cast, "news")])
    },
    Case(
      "a route that an earlier one takes all requests of",
      [
        """
        App/Tree.swift:2: the route /books/new can never be reached, as /books/:id at \
        App/Tree.swift:1 takes all of its requests. Put the more special route first.
        """
      ]
    ) { cast in fork(cast, [at(1, cast, "books/:id"), at(2, cast, "books/new")]) },
    Case(
      "a child that a modal takes all requests of",
      [
        """
        App/Tree.swift:3: the route /today/:story can never be reached, as /today/... at \
        App/Tree.swift:2 takes all of its requests. Put the more special route first.
        """
      ]
    ) { cast in
      let child = at(3, cast, "today/:story")
      let modal = at(2, cast, "today/...")
      return fork(cast, [at(1, cast, "today", children: [child], modals: [modal])])
    },
    Case("the more special route first is no fault", []) { cast in
      fork(cast, [at(1, cast, "books/new"), at(2, cast, "books/:id")])
    },
    Case("a fork without options", [noOption]) { cast in fork(cast, []) },
    Case("a switcher without options", [noOption]) { cast in
      Node(cast.switcher("sections")).switcher([], file: file, line: 9)
    },
    Case("a stack without items", ["App/Tree.swift:4: a stack has no item. Give it one."]) { cast in
      fork(cast, [Node(cast.stack("stack")).stack([], file: file, line: 4)])
    },
    Case(
      "a node that does nothing",
      [
        """
        App/Tree.swift:4: a node has a presenter and nothing to do. \
        Say .endpoint, .stack, .fork or .switcher.
        """
      ]
    ) { cast in fork(cast, [Node(cast.page("books"), file: file, line: 4)]) },
    Case(
      "a stack that is made an endpoint",
      [
        """
        App/Tree.swift:4: a node with the presenter of a stack is made an endpoint. \
        Give it a RoutePresenter.
        """
      ]
    ) { cast in
      fork(cast, [Node(cast.stack("books")).endpoint("books", file: file, line: 4)])
    },
    Case(
      "an endpoint's presenter for a fork",
      [
        """
        App/Tree.swift:4: a node with the presenter of an endpoint is made a fork. \
        Give it a RoutePresenterFork.
        """
      ]
    ) { cast in Node(cast.page("tabs")).fork([at(1, cast, "books")], file: file, line: 4) },
    Case(
      "a switcher without a presentable within a fork",
      [
        """
        App/Tree.swift:4: a switcher without a presentable stands in another node, which could \
        not show it. Give it one, or make it the root.
        """
      ]
    ) { cast in
      let switcher = Node(cast.switcher("inner"))
      return fork(cast, [switcher.switcher([at(1, cast, "books")], file: file, line: 4)])
    },
    Case(
      "a route that is no pattern",
      [
        """
        App/Tree.swift:1: The pattern is not valid at byte 10. This parenthesis is never closed; \
        add ), or write \\( for a parenthesis.
        books/:id/(
                  ^
        """
      ]
    ) { cast in
      fork(cast, [at(1, cast, "books/:id/(")])
    },
    Case(
      "a route with a query",
      [
        """
        App/Tree.swift:1: The pattern is not valid at byte 5. A pattern has no query, which takes \
        no part in matching; remove it, and read the parameters of the query in the handler.
        books?title=:title
             ^
        """
      ]
    ) { cast in
      fork(cast, [at(1, cast, "books?title=:title")])
    },
    Case(
      "all faults in the order of the tree, unreachable routes last",
      [
        "App/Tree.swift:3: a stack has no item. Give it one.",
        """
        App/Tree.swift:4: the route /books/:id stands at App/Tree.swift:1 already. \
        Give each endpoint a route of its own.
        """,
        """
        App/Tree.swift:2: the route /books/new can never be reached, as /books/:id at \
        App/Tree.swift:1 takes all of its requests. Put the more special route first.
        """,
      ]
    ) { cast in
      let empty = Node(cast.stack("stack")).stack([], file: file, line: 3)
      let last = at(4, cast, "books/:id")
      return fork(cast, [at(1, cast, "books/:id"), at(2, cast, "books/new"), empty, last])
    },
  ]

  private static let noOption = """
    App/Tree.swift:9: a fork or switcher has no option. Give it at least one in .fork or .switcher.
    """

  private static func sameRoute(_ route: String) -> String {
    """
    App/Tree.swift:2: the route \(route) stands at App/Tree.swift:1 already. \
    Give each endpoint a route of its own.
    """
  }

  private static func fork(_ cast: Cast, _ options: [Node]) -> Node {
    Node(cast.fork("tabs")).fork(options, file: file, line: 9)
  }

  private static func at(
    _ line: UInt,
    _ cast: Cast,
    _ route: String,
    children: [Node] = [],
    modals: [Node] = []
  ) -> Node {
    Node(cast.page(route))
      .endpoint(route, children: children, modals: modals, file: file, line: line)
  }

  private func at(_ line: UInt, _ cast: Cast, _ route: String) -> Node {
    Self.at(line, cast, route)
  }

  private static func closure(_ line: UInt, _ cast: Cast, _ name: String) -> Node {
    Node(cast.page(name)).endpoint(
      name: name,
      isMatching: { _ in false },
      resolve: { _ in [:] },
      file: file,
      line: line
    )
  }
}

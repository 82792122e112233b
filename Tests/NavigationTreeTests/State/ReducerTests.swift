import NavigationTree
import Testing

/// The state that a request leads to, as a function of request, tree and state.
@Suite struct ReducerTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: [String]
    let request: String
    let options: DispatchOptions
    let state: String

    init(
      _ testDescription: String,
      after before: [String] = [],
      _ request: String,
      options: DispatchOptions = [],
      _ state: String
    ) {
      self.testDescription = testDescription
      self.before = before
      self.request = request
      self.options = options
      self.state = state
    }
  }

  @Test(arguments: ancestors + forks + junctions)
  func `a request leads to a state`(_ sample: Case) throws {
    try check(sample, Self.tree(Cast()))
  }

  @Test(arguments: keepingSwitchers)
  func `a switcher can keep forks`(_ sample: Case) throws {
    try check(sample, Self.tree(Cast(), keepsForks: true))
  }

  private func check(_ sample: Case, _ tree: Node) throws {
    try #require(tree.validate().isEmpty)
    let before = try sample.before.reduce(RouterState()) { state, request in
      try routerReducer(request: request, tree: tree, state: state)
    }
    let state = try routerReducer(
      request: sample.request,
      tree: tree,
      state: before,
      options: sample.options
    )
    #expect(state.description == sample.state)
    // The same arguments, the same state.
    let again = try routerReducer(
      request: sample.request,
      tree: tree,
      state: before,
      options: sample.options
    )
    #expect(again == state)
  }

  private static let ancestors = [
    Case(
      "an endpoint that is led through gets what the path names",
      "users/7/orders/9",
      "/users/:user[user: 7] > /users/:user/orders/:order[user: 7, order: 9]"
    ),
    Case(
      "and neither query nor fragment",
      "users/7/orders/9?page=2#end",
      "/users/:user[user: 7] > /users/:user/orders/:order[user: 7, order: 9]?page=2#end"
    ),
    Case(
      "what it has it keeps where the path agrees",
      after: ["users/7?tab=b#top"],
      "users/7/orders/9",
      "/users/:user[user: 7]?tab=b#top > /users/:user/orders/:order[user: 7, order: 9]"
    ),
    Case(
      "what it has is replaced where the path says something else",
      after: ["users/7?tab=b"],
      "users/8/orders/9",
      "/users/:user[user: 8] > /users/:user/orders/:order[user: 8, order: 9]"
    ),
    Case(
      "what it has it keeps where the path does not name it",
      after: ["users/7?tab=b"],
      "help",
      "/users/:user[user: 7]?tab=b > [/help]"
    ),
    Case(
      "without what it had and without a name it has nothing",
      "help",
      "/users/:user > [/help]"
    ),
    Case(
      "a value of several segments is nobody else's",
      "files/a/b",
      "/files > /files/:path/info > /files/:path*[path: a/b]"
    ),
    Case(
      "a query never names what a path does",
      "help?user=7",
      "/users/:user > [/help[]?user=7]"
    ),
    Case(
      "going up drops what stood above",
      after: ["users/7/orders/9"],
      "users/7",
      "/users/:user[user: 7]"
    ),
    Case(
      "a switcher forgets",
      after: ["users/7/orders/9", "login"],
      "help",
      "/users/:user > [/help]"
    ),
  ]

  private static let forks = [
    Case(
      "a fork keeps the option that is left",
      after: ["users/7/orders/9"],
      "a",
      "/a | /users/:user[user: 7] > /users/:user/orders/:order[user: 7, order: 9]"
    ),
    Case(
      "the latest that was left comes first",
      after: ["users/7", "a"],
      "files",
      "/files | /a | /users/:user[user: 7]"
    ),
    Case(
      "what is active is not kept as well",
      after: ["users/7", "a"],
      "users/8",
      "/users/:user[user: 8] | /a"
    ),
    Case(
      "a modal is not kept",
      after: ["help"],
      "a",
      "/a | /users/:user"
    ),
    Case(
      "a fork in an option keeps its own",
      after: ["a", "b"],
      "a",
      "/a | /b"
    ),
    Case(
      "and keeps them while its option is left",
      after: ["a", "b/1"],
      "users/7",
      "/users/:user[user: 7] | /b > /b/:id[id: 1] | /a"
    ),
    Case(
      "and shows the one that is asked for when it comes back",
      after: ["a", "b/1", "users/7"],
      "a",
      "/a | /users/:user[user: 7] | /b > /b/:id[id: 1]"
    ),
    Case(
      "what forks of a section keep goes with the section",
      after: ["a", "b/1", "users/7"],
      "login",
      "/login"
    ),
    Case(
      "a fork in a modal keeps its own while the modal is open",
      after: ["settings/mail"],
      "settings/sound",
      "/a > [/settings/sound] | /a > [/settings/mail]"
    ),
    Case(
      "and keeps nothing when the modal closes",
      after: ["settings/mail", "settings/sound"],
      "a",
      "/a"
    ),
    Case(
      "nor when the tab below is left: one way there is kept",
      after: ["settings/mail", "settings/sound"],
      "users/7",
      "/users/:user[user: 7] | /a"
    ),
  ]

  private static let junctions = [
    Case(
      "the first endpoint of an option shows the option as it was left",
      after: ["b/1", "users/7"],
      "b",
      options: [.junctionsOnly],
      "/b > /b/:id[id: 1] | /users/:user[user: 7]"
    ),
    Case(
      "another endpoint of the option is shown itself",
      after: ["b/1", "users/7"],
      "b/2",
      options: [.junctionsOnly],
      "/b > /b/:id[id: 2] | /users/:user[user: 7]"
    ),
    Case(
      "and so is the first with other parameters in its path",
      after: ["users/7/orders/9", "a"],
      "users/8",
      options: [.junctionsOnly],
      "/users/:user[user: 8] | /a"
    ),
    Case(
      "another query does not make it another",
      after: ["users/7/orders/9", "a"],
      "users/7?tab=b",
      options: [.junctionsOnly],
      "/users/:user[user: 7] > /users/:user/orders/:order[user: 7, order: 9] | /a"
    ),
    Case(
      "an option that was never shown has its first endpoint shown",
      after: ["users/7"],
      "b",
      options: [.junctionsOnly],
      "/b | /users/:user[user: 7]"
    ),
    Case(
      "the option that is active stays as it is",
      after: ["users/7/orders/9"],
      "users/7",
      options: [.junctionsOnly],
      "/users/:user[user: 7] > /users/:user/orders/:order[user: 7, order: 9]"
    ),
    Case(
      "a modal closes",
      after: ["users/7", "help"],
      "users/7",
      options: [.junctionsOnly],
      "/users/:user[user: 7]"
    ),
    Case(
      "of nested forks the inner one counts",
      after: ["b/1", "a", "users/7"],
      "b",
      options: [.junctionsOnly],
      "/b > /b/:id[id: 1] | /users/:user[user: 7] | /a"
    ),
    Case(
      "a fork in a modal shows an option as it was left",
      after: ["settings/mail/1", "settings/sound"],
      "settings/mail",
      options: [.junctionsOnly],
      "/a > [/settings/mail] > /settings/mail/:id[id: 1] | /a > [/settings/sound]"
    ),
    Case(
      "a switcher is no fork",
      after: ["users/7/orders/9"],
      "login",
      options: [.junctionsOnly],
      "/login"
    ),
  ]

  private static let keepingSwitchers = [
    Case(
      "a switcher that keeps forks keeps all ways through them",
      after: ["users/7/orders/9", "b/1", "a"],
      "login",
      "/login | /a | /b > /b/:id[id: 1] | /users/:user[user: 7] > /users/:user/orders/:order[user: 7, order: 9]"
    ),
    Case(
      "they are as they were when the option is shown again, and the other one is forgotten",
      after: ["users/7/orders/9", "b/1", "login"],
      "files",
      "/files | /b > /b/:id[id: 1] | /users/:user[user: 7] > /users/:user/orders/:order[user: 7, order: 9]"
    ),
    Case(
      "without the modal that was open",
      after: ["users/7", "settings/mail/1"],
      "login",
      "/login | /a | /users/:user[user: 7]"
    ),
    Case(
      "the first endpoint of the option means it as it was left",
      after: ["users/7", "b/1", "login"],
      "a",
      options: [.junctionsOnly],
      "/b > /b/:id[id: 1] | /users/:user[user: 7]"
    ),
    Case(
      "an option without a fork is forgotten",
      after: ["users/7", "login"],
      "users/7",
      "/users/:user[user: 7]"
    ),
  ]

  private static func tree(_ cast: Cast, keepsForks: Bool = false) -> Node {
    func node(_ route: String, _ children: [Node] = [], modals: [Node] = []) -> Node {
      Node(cast.page(route)).endpoint(route, children: children, modals: modals)
    }
    func stack(_ items: Node...) -> Node { Node(cast.stack("stack")).stack(items) }
    return Node(cast.switcher("sections")).switcher(
      [
        node("login"),
        Node(cast.fork("tabs")).fork([
          Node(cast.fork("inner")).fork([
            node(
              "a",
              modals: [
                Node(cast.fork("settings")).fork([
                  stack(node("settings/mail", [node("settings/mail/:id")])),
                  node("settings/sound"),
                ])
              ]
            ),
            stack(node("b", [node("b/:id")])),
          ]),
          stack(
            node("users/:user", [node("users/:user/orders/:order")], modals: [node("help")])
          ),
          stack(node("files", [node("files/:path/info", [node("files/:path*")])])),
        ]),
      ],
      keepsForks: keepsForks
    )
  }
}

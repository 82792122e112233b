import Switchyard
import Testing

/// A proxy of `/a/:id` that commits, and what the guard and the map of the new target see.
struct CommitCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let opened: String
  let route: String?
  let change: @Sendable (Parameters) -> Parameters?
  /// As `Parameters` describes itself.
  let expected: String

  init(
    _ name: String,
    _ opened: String,
    to route: String?,
    expected: String,
    _ change: @escaping @Sendable (Parameters) -> Parameters? = { $0 }
  ) {
    testDescription = name
    self.opened = opened
    self.route = route
    self.expected = expected
    self.change = change
  }

  static let all = [
    CommitCase("handed on, the path loses", "/a/1", to: "/b/2", expected: "[id: 2]"),
    CommitCase("left out, the path loses", "/a/1", to: "/b/2", expected: "[id: 2]", { _ in nil }),
    CommitCase("changed, the path wins", "/a/1", to: "/b/2", expected: "[id: 9]") {
      $0.adding(["id": "9"])
    },
    CommitCase("added, a name wins", "/a/1", to: "/b/2?new=x", expected: "[id: 2, new: y]?new=x") {
      $0.adding(["new": "y"])
    },
    CommitCase("handed on, the query stays", "/a/1?q=1", to: "/b/2", expected: "[id: 2]?q=1"),
    CommitCase("left out, the query stays", "/a/1?q=1", to: "/b/2", expected: "[id: 2]?q=1") { _ in
      nil
    },
    CommitCase("handed on, the query loses", "/a/1?q=1", to: "/b/2?q=5", expected: "[id: 2]?q=5"),
    CommitCase(
      "of the old query nothing stays",
      "/a/1?q=1",
      to: "/b/2?r=5",
      expected: "[id: 2]?r=5"
    ),
    CommitCase("an empty query is one", "/a/1?q=1", to: "/b/2?", expected: "[id: 2]"),
    CommitCase(
      "changed, the query wins",
      "/a/1?q=1",
      to: "/b/2?q=5&r=6",
      expected: "[id: 2]?r=6&q=9"
    ) { given in
      var changed = given
      changed.query["q"] = "9"
      return changed
    },
    CommitCase("changed, the query stays", "/a/1?q=1&r=2", to: "/b/2", expected: "[id: 2]?q=9&r=2")
    {
      given in
      var changed = given
      changed.query["q"] = "9"
      return changed
    },
    CommitCase("taken away, it is gone", "/a/1?q=1&r=2", to: "/b/2", expected: "[id: 2]?r=2") {
      given in
      var changed = given
      changed.query["q"] = nil
      return changed
    },
    CommitCase("without a route", "/a/1?q=1", to: nil, expected: "[id: 9]?q=1") {
      $0.adding(["id": "9"])
    },
    CommitCase(
      "the fragment of the new target",
      "/a/1#old",
      to: "/b/2#new",
      expected: "[id: 2]#new"
    ),
    CommitCase("a fragment that was changed", "/a/1#old", to: "/b/2#new", expected: "[id: 2]#mine")
    {
      given in
      var changed = given
      changed.fragment = "mine"
      return changed
    },
  ]
}

@Suite struct `Rule 5, parameters after a commit` {
  @Test(arguments: CommitCase.all)
  func `guards and map see the same`(_ row: CommitCase) async throws {
    let yard = Yard()
    let seen = Mailbox<Parameters>()
    let asked = Shared(0)
    yard.router.guard("/:kind(a|b)/:id") { context in
      let isSecond = asked.withLock { count in
        count += 1
        return count == 2
      }
      if isSecond { seen.put(context.parameters) }
      return .allow
    }
    yard.router.map("/:kind(a|b)/:id") { context in seen.put(context.parameters) }
    yard.router.proxy("/:kind(a)/:id") { context in
      .commit(row.route, parameters: row.change(context.parameters))
    }
    _ = await yard.router.dispatch(row.opened)
    var parameters = try await [seen.take(), seen.take()]
    for index in parameters.indices { parameters[index].path["kind"] = nil }
    #expect(parameters.map(\.description) == [row.expected, row.expected])
  }

  @Test func `the names of the proxy's own pattern do not leak`() async throws {
    let yard = Yard()
    let seen = Mailbox<Parameters>()
    yard.router.map("/b/:new") { context in seen.put(context.parameters) }
    yard.router.proxy("/a/:old") { _, parameters, passed, next in
      next(("/b/2", parameters, passed))
    }
    _ = await yard.router.dispatch("/a/1")
    #expect(try await seen.take() == ["new": "2"])
  }

  @Test func `a redirect leaves what a commit has changed behind`() async throws {
    let yard = Yard()
    let seen = Mailbox<Parameters>()
    yard.router.proxy("/a/:id") { _ in .commit("/b/2?q=1", parameters: ["id": "9"]) }
    yard.guard("/b/:id", says: .redirect("/c/3"))
    yard.router.map("/c/:id") { context in seen.put(context.parameters) }
    _ = await yard.router.dispatch("/a/1")
    #expect(try await seen.take() == ["id": "3"])
  }
}

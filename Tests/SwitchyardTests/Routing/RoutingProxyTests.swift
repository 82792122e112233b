import Switchyard
import Testing

/// What the library Routing documents of proxies.
@Suite struct RoutingProxyTests {
  let router = Router.lent()
  let calls = Notes<String>()

  /// Maps a pattern to a handler that notes the route, some parameters, and what was passed.
  @discardableResult
  private func map(_ pattern: RoutePattern, _ names: String...) -> RouteID {
    router.map(pattern) { route, parameters, passed, completed in
      let values = names.map { "\($0)=\(parameters[$0] ?? "nil")" }
      let payload = passed.map { ["passed \($0)"] } ?? []
      calls.add(([route] + values + payload).joined(separator: " "))
      completed()
    }
  }

  @Test func `a proxy leads to another map`() {
    map("demo://route/one")
    map("demo://route/two")
    router.proxy("demo://route/one") { _, parameters, passed, next in
      next(("demo://route/two", parameters, passed))
    }
    #expect(router.open("demo://route/one"))
    #expect(calls.all == ["demo://route/two"])
  }

  @Test func `a proxy with a wildcard runs for all below`() {
    map("/route/:x")
    map("/other")
    router.proxy("/route/*") { route, parameters, _, next in
      calls.add("proxy \(route) \(parameters["0"] ?? "nil")")
      next(nil)
    }
    router.open("demo://route/one")
    router.open("/other")
    #expect(calls.all == ["proxy demo://route/one one", "demo://route/one", "/other"])
  }

  @Test func `a proxy changes an argument of the path`() {
    map("demo://route/:argument", "argument")
    router.proxy("demo://route/:argument") { route, parameters, passed, next in
      var parameters = parameters
      parameters["argument"] = "two"
      next((route, parameters, passed))
    }
    router.open("demo://route/one")
    #expect(calls.all == ["demo://route/one argument=two"])
  }

  @Test func `a proxy changes, adds and leaves items of the query`() {
    map("demo://route", "q", "added", "left")
    router.proxy("demo://route") { route, parameters, passed, next in
      var parameters = parameters
      parameters.query["q"] = "bar"
      parameters.query["added"] = "new"
      next((route, parameters, passed))
    }
    router.open("demo://route?q=foo&left=there")
    #expect(calls.all == ["demo://route q=bar added=new left=there"])
  }

  @Test func `a proxy changes what is passed`() {
    map("demo://route")
    router.proxy("demo://route") { _, _, passed, next in
      next((nil, nil, (passed as? Int).map { $0 + 1 }))
    }
    router.open("demo://route", passing: 1)
    #expect(calls.all == ["demo://route passed 2"])
  }

  @Test func `proxies and the map see the same parameters`() {
    map("demo://route/:argument", "argument", "query")
    router.proxy("demo://route/:argument") { route, parameters, passed, next in
      calls.add("proxy \(parameters["argument"] ?? "") \(parameters["query"] ?? "")")
      next((route, parameters, passed))
    }
    router.open("demo://route/foo?query=bar")
    #expect(calls.all == ["proxy foo bar", "demo://route/foo argument=foo query=bar"])
  }

  struct CommitCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let commit: @Sendable (String, Parameters) -> ProxyCommit?
    let runs: [String]
  }

  static let commits = [
    CommitCase(
      testDescription: "nothing",
      commit: { _, _ in nil },
      runs: ["3", "2", "1", "demo://route"]
    ),
    CommitCase(
      testDescription: "a route",
      commit: { route, _ in (route, nil, nil) },
      runs: ["3", "2", "demo://route"]
    ),
    CommitCase(
      testDescription: "parameters",
      commit: { _, parameters in (nil, parameters, nil) },
      runs: ["3", "2", "demo://route"]
    ),
    CommitCase(
      testDescription: "what is passed",
      commit: { _, _ in (nil, nil, 1) },
      runs: ["3", "2", "demo://route passed 1"]
    ),
    CommitCase(
      testDescription: "all left as it is",
      commit: { _, _ in (nil, nil, nil) },
      runs: ["3", "2", "demo://route"]
    ),
  ]

  @Test(arguments: commits)
  func `the latest proxy comes first, and after a commit no other`(_ row: CommitCase) {
    map("demo://route")
    for number in 1...3 {
      router.proxy("demo://route") { route, parameters, _, next in
        calls.add("\(number)")
        next(number == 2 ? row.commit(route, parameters) : nil)
      }
    }
    router.open("demo://route")
    #expect(calls.all == row.runs)
  }

  @Test func `a proxy of the route that was committed to does not run`() {
    map("/two")
    router.proxy("/two") { _, _, _, next in
      calls.add("proxy of two")
      next(nil)
    }
    router.proxy("/one") { _, _, _, next in next(("/two", nil, nil)) }
    router.open("/one")
    #expect(calls.all == ["/two"])
  }

  @Test func `a proxy without a map behind it runs, and open tells that there is none`() {
    router.proxy("/route") { route, _, _, next in
      calls.add(route)
      next(nil)
    }
    #expect(!router.open("/route"))
    #expect(calls.all == ["/route"])
  }
}

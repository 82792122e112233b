import Switchyard
import SwitchyardLocks
import Testing

/// What a proxy hands on, keeps and takes away.
@Suite struct CommittedPayloadTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let payload: (any Sendable)?
    let expected: String?
  }

  @Test(arguments: [
    Case(testDescription: "nothing said", payload: nil, expected: "secret"),
    Case(testDescription: "another", payload: "public", expected: "public"),
    Case(testDescription: "none", payload: NoPayload(), expected: nil),
  ])
  func `a commit decides on the payload`(_ sample: Case) async {
    let router = Router(.server)
    let seen = Locked<[String?]>([])
    router.map("/b") { (context: RouteContext) async in
      seen.withLock { $0.append(context.payload(as: String.self)) }
    }
    router.proxy("/a") { (_: RouteContext) async in .commit("/b", payload: sample.payload) }
    _ = await router.dispatch("/a", payload: "secret")
    #expect(seen.withLock { $0 } == [sample.expected])
  }

  @Test func `nil passes nothing on in the form of Routing, and empty parameters keep the query`()
    async
  {
    let router = Router(.server)
    let seen = Locked<[String]>([])
    router.map("/b") { route, parameters, passed, completed in
      seen.withLock { $0 += ["\(passed == nil) \(parameters["x"] ?? "none")"] }
      completed()
    }
    router.proxy("/a") { _, _, _, next in next(("/b", Parameters(), nil)) }
    _ = await router.dispatch("/a?x=1", payload: "secret")
    #expect(seen.withLock { $0 } == ["true 1"])
  }

  @Test func `a handler sees the map that it leads to`() async {
    let router = Router(.server)
    let seen = Locked<[String]>([])
    router.map("/books/:id", name: "book") { (_: RouteContext) async in }
    router.guard("/*") { (context: RouteContext) async in
      let destination = context.destination
      seen.withLock {
        $0 += [
          "\(destination?.matched.name ?? "none") \(destination?.parameters["id"] ?? "none") "
            + (context.parameters["id"] ?? "none")
        ]
      }
      return .allow
    }
    _ = await router.dispatch("/books/42")
    _ = await router.dispatch("/nowhere")
    #expect(seen.withLock { $0 } == ["book 42 none", "none none none"])
  }
}

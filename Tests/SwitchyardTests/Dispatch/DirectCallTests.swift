import Dispatch
import RoutePatterns
import Switchyard
import Testing

/// Maps that have done their work when they return, and are called as functions where that can be.
@Suite struct DirectCallTests {
  /// What a server would attach, which notes what it is told.
  private final class Request: DispatchAttachment {
    let router: Router
    let target: RouteTarget
    let lookupTags: [RouteTag] = ["A"]
    let told = Mailbox<RouteOutcome>()
    let gone = Signal()

    init(_ yard: Yard, _ target: String) throws {
      router = yard.router
      self.target = try RouteTarget(target)
    }

    func report(_ fault: RouterFault) { router.configuration.onFault(fault) }

    func dispatchEnded(_ end: DispatchEnd) { told.put(end.outcome) }
    func dispatchIsGone() { gone.fire() }
  }

  private struct Refusal: Error {}

  @discardableResult
  private func map(
    _ yard: Yard,
    _ pattern: RoutePattern,
    _ kind: RouteKind = .map,
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    _ handler: @escaping @Sendable (RouteContext) throws -> Void = { _ in }
  ) -> RouteID {
    yard.router.register(
      kind,
      pattern,
      RouteOptions(["A"], queue, owner, nil, #fileID, #line),
      returning: handler
    )
  }

  /// How a dispatch ends, and whether it has when `begin` returns.
  private func outcome(
    _ yard: Yard,
    _ target: String
  ) async throws -> (RouteOutcome, isDirect: Bool) {
    let request = try Request(yard, target)
    switch yard.router.begin(attachment: request) {
    case .ended(let end):
      #expect(request.told.all.isEmpty)
      return (end.outcome, true)
    case .underWay:
      let outcome = try await request.told.take()
      try await request.gone.take()
      return (outcome, false)
    }
  }

  @Test func `a map is called on the thread, with what any map is told`() async throws {
    let yard = Yard(.server)
    let id = map(yard, "/:a") { context in
      #expect(context.parameters["a"] == "x")
      #expect(context.target.description == "/x?y=1")
      #expect(context.tags == ["A"])
      #expect(context.payload is Request)
      #expect(context.attachment is Request)
      #expect(context.trail.isEmpty)
      #expect(context[Int.self] == nil)
      context[Int.self] = 7
      #expect(context[Int.self] == 7)
      yard.journal("called")
    }
    #expect(try await outcome(yard, "/x?y=1") == (.handled(by: id), true))
    #expect(yard.journal.entries == ["called"])
  }

  @Test func `what it throws fails the dispatch, and where there is no map that is the end`()
    async throws
  {
    let yard = Yard(.server)
    map(yard, "/a") { _ in throw Refusal() }
    let (outcome, isDirect) = try await outcome(yard, "/a")
    guard case .failed(let error) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(isDirect && error.code == .handlerThrew && error.cause is Refusal)
    #expect(try await self.outcome(yard, "/b") == (.notFound, true))
    let fallback = map(yard, "/*", .fallback)
    #expect(try await self.outcome(yard, "/b") == (.handled(by: fallback), true))
  }

  @Test func `a guard, a proxy or a queue before it make a dispatch of it`() async throws {
    let yard = Yard(.server)
    yard.router.guard("/guarded") { _ async in .deny }
    yard.router.proxy("/old") { (_: RouteContext) async throws in .commit("/new") }
    map(yard, "/guarded") { _ in Issue.record("the guard has denied") }
    let new = map(yard, "/new")
    let queued = map(yard, "/queued", queue: DispatchQueue(label: "queue")) { _ in
      dispatchPrecondition(condition: .notOnQueue(.main))
    }
    let (denied, _) = try await outcome(yard, "/guarded")
    guard case .denied = denied else {
      Issue.record("\(denied)")
      return
    }
    #expect(try await outcome(yard, "/old") == (.handled(by: new), true))
    #expect(try await outcome(yard, "/queued") == (.handled(by: queued), false))
    #expect(try await outcome(yard, "/new") == (.handled(by: new), true))
  }

  @Test func `a router with a queue calls it there`() async throws {
    let queue = DispatchQueue(label: "router")
    let yard = Yard(.server) { $0.queue = queue }
    let id = map(yard, "/a") { _ in dispatchPrecondition(condition: .onQueue(queue)) }
    #expect(try await outcome(yard, "/a") == (.handled(by: id), false))
  }

  @Test func `a route that is gone is not called`() async throws {
    let yard = Yard(.server)
    let id = map(yard, "/a") { _ in Issue.record("it is disposed of") }
    var owner: Owner? = Owner()
    map(yard, "/b", owner: owner) { _ in Issue.record("its owner is gone") }
    yard.router.dispose(of: id)
    withExtendedLifetime(owner) {}
    owner = nil
    #expect(try await outcome(yard, "/a") == (.notFound, true))
    #expect(try await outcome(yard, "/b") == (.notFound, true))
  }

  @Test func `other dispatches reach it as any map`() async throws {
    let yard = Yard(.server)
    let id = map(yard, "/a") { context in
      #expect(context.payload(as: Int.self) == 1)
    }
    #expect(await yard.router.dispatch("/a", payload: 1) == .handled(by: id))
    map(yard, "/b") { _ in throw Refusal() }
    guard case .failed = await yard.router.dispatch("/b") else {
      Issue.record("it has thrown")
      return
    }
  }

  @Test func `a handler whose time is up is told of by another thread, and once`() async throws {
    let yard = Yard(.server)
    let (arrived, gate, returned) = (Signal(), Gate(), Signal())
    map(yard, "/slow") { _ in
      arrived.fire()
      gate.pass()
    }
    let request = try Request(yard, "/slow")
    DispatchQueue.global().async {
      let begun = yard.router.begin(attachment: request)
      guard case .underWay = begun else {
        Issue.record("its time was up before")
        return
      }
      returned.fire()
    }
    try await arrived.take()
    yard.clock.advance(by: .seconds(30))
    #expect(try await request.told.take() == .timedOut)
    gate.open()
    try await returned.take()
    #expect(request.told.all.isEmpty)
    #expect(yard.faults.texts.count == 1)
    yard.clock.advance(by: .seconds(60))
    #expect(request.told.all.isEmpty)
  }
}

private final class Owner: RouteOwner {}

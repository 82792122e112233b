import RoutePatterns
import Switchyard
import Testing

/// What a server needs that begins dispatches and is told of their ends.
@Suite struct AdaptorTests {
  /// An end that the adaptor was told of.
  private struct End: Equatable {
    let outcome: RouteOutcome
    let target: String
  }

  /// What a server would attach.
  private final class Request: DispatchAttachment {
    let router: Router
    let target: RouteTarget
    let lookupTags: [RouteTag]
    let others: @Sendable () -> MethodTags
    let ends: Mailbox<End>

    init(
      _ router: Router,
      _ target: RouteTarget,
      _ tags: [RouteTag],
      rivals: @escaping @Sendable () -> MethodTags = { MethodTags(tags: [], change: 0) },
      _ ends: Mailbox<End>
    ) {
      self.router = router
      self.target = target
      lookupTags = tags
      others = rivals
      self.ends = ends
    }

    var rivals: MethodTags? { others() }

    func report(_ fault: RouterFault) { router.configuration.onFault(fault) }

    func dispatchEnded(_ end: DispatchEnd) {
      ends.put(End(outcome: end.outcome, target: end.target.description))
    }

    func foundNoMap(among tags: Set<RouteTag>) { told.withLock { $0 = tags } }

    func dispatchIsGone() {}

    private let told = Shared<Set<RouteTag>?>(nil)
    var tagsOfMaps: Set<RouteTag>? { told.withLock { $0 } }
  }

  @discardableResult
  private func begin(
    _ yard: Yard,
    _ target: String,
    tags: [RouteTag] = ["A"],
    rivals: @escaping @Sendable () -> MethodTags = { MethodTags(tags: [], change: 0) },
    _ ends: Mailbox<End>
  ) throws -> Router.BegunDispatch? {
    let target = try RouteTarget(target, options: yard.router.targetOptions)
    let request = Request(yard.router, target, tags, rivals: rivals, ends)
    switch yard.router.begin(attachment: request) {
    case .ended(let end):
      ends.put(End(outcome: end.outcome, target: end.target.description))
      return nil
    case .underWay(let dispatch): return dispatch
    }
  }

  @Test func `what ends at once has ended before begin returns, on its thread`() throws {
    let yard = Yard(.server)
    yard.guard("/*")
    yard.router.guard("/*") { _ async in .allow }
    yard.router.proxy("/*") { (_: RouteContext) async throws in .pass }
    let map = yard.router.map("/a", tags: ["A"]) { (_: RouteContext) async throws in }
    let ends = Mailbox<End>()
    try begin(yard, "/a", ends)
    #expect(ends.all.map(\.outcome) == [.handled(by: map)])
  }

  @Test func `what is attached stays, whatever a commit passes`() async throws {
    let yard = Yard(.server)
    let seen = Mailbox<[String]>()
    yard.router.proxy("/a") { (_: RouteContext) async throws in .commit("/b?x=1", payload: "new") }
    yard.router.map("/b", tags: ["A"]) { (context: RouteContext) async throws in
      let attached = (context.attachment as? Request)?.target.description
      seen.put([attached ?? "nothing", "\(context.payload ?? "nothing")"])
    }
    let ends = Mailbox<End>()
    try begin(yard, "/a", ends)
    #expect(try await seen.take() == ["/a", "new"])
    #expect(try await ends.take().target == "/b?x=1")
    #expect(await yard.router["A"].dispatch("/b").isHandled)
    #expect(try await seen.take() == ["nothing", "nothing"])
  }

  @Test func `a map for other tags keeps fallbacks from running, where it is a rival`() async throws
  {
    let yard = Yard(.server)
    yard.map("/a", tags: ["B"])
    let fallback = yard.fallback("/*", tags: ["A"])
    let ends = Mailbox<End>()
    try begin(yard, "/a", rivals: { MethodTags(tags: ["A", "B"], change: 0) }, ends)
    #expect(try await ends.take() == End(outcome: .notFound, target: "/a"))
    try begin(yard, "/a", rivals: { MethodTags(tags: ["C"], change: 0) }, ends)
    #expect(try await ends.take().outcome == .handled(by: fallback))
    try begin(yard, "/a", ends)
    #expect(try await ends.take().outcome == .handled(by: fallback))
    try begin(yard, "/b", rivals: { MethodTags(tags: ["A", "B"], change: 0) }, ends)
    #expect(try await ends.take().outcome == .handled(by: fallback))
  }

  @Test func `a rival that comes with a version counts in each leg that reads it`() async throws {
    let yard = Yard(.server)
    yard.fallback("/*", tags: ["A"])
    let (router, questions) = (yard.router, Shared(0))
    let ends = Mailbox<End>()
    // Its route and its tag come when the leg has asked for tags, and has not looked for routes.
    let rivals = { @Sendable () -> MethodTags in
      let number = questions.withLock {
        $0 += 1; return $0
      }
      if number == 1 { router.map("/a", tags: ["B"]) { _ in } }
      return number == 1 ? MethodTags(tags: [], change: 0) : MethodTags(tags: ["B"], change: 1)
    }
    try begin(yard, "/a", rivals: rivals, ends)
    #expect(try await ends.take() == End(outcome: .notFound, target: "/a"))
    #expect(questions.withLock { $0 } == 3)
  }

  @Test func `methods that never stop to change end the search for rivals`() async throws {
    let yard = Yard(.server)
    let (fallback, map) = (yard.fallback("/*", tags: ["A"]), yard.map("/m", tags: ["A"]))
    let questions = Shared(0)
    let ends = Mailbox<End>()
    let rivals = { @Sendable () -> MethodTags in
      MethodTags(
        tags: ["B"],
        change: questions.withLock {
          $0 += 1; return $0
        }
      )
    }
    try begin(yard, "/a", rivals: rivals, ends)
    #expect(try await ends.take().outcome == .handled(by: fallback))
    #expect(questions.withLock { $0 } == 9)
    // Where a map is found they have no say.
    try begin(yard, "/m", rivals: rivals, ends)
    #expect(try await ends.take().outcome == .handled(by: map))
    #expect(questions.withLock { $0 } == 10)
  }

  @Test func `a redirect is reported, and guards come first also where no map is`() async throws {
    let yard = Yard(.server)
    yard.router.guard("/a") { _ async in .redirect("/login") }
    yard.fallback("/*", tags: ["A"])
    let ends = Mailbox<End>()
    try begin(yard, "/a", rivals: { MethodTags(tags: ["B"], change: 0) }, ends)
    #expect(try await ends.take().outcome == .redirected(to: try RouteTarget("/login")))
  }

  @Test func `a dispatch that was begun can be cancelled, once`() async throws {
    let yard = Yard(.server)
    let (arrived, cancelled) = (Signal(), Signal())
    yard.router.map("/a", tags: ["A"]) { (_: RouteContext) async throws in
      arrived.fire()
      try? await Task.sleep(for: .seconds(600))
      cancelled.fire()
    }
    let ends = Mailbox<End>()
    let dispatch = try begin(yard, "/a", ends)
    try await arrived.take()
    dispatch?.cancel()
    try await cancelled.take()
    #expect(try await ends.take().outcome == .cancelled)
    dispatch?.cancel()
    #expect(yard.faults.texts.isEmpty)
  }

  @Test func `where there is no map the tags of all that match are told, and none of fallbacks`()
    throws
  {
    let yard = Yard(.server)
    yard.map("/a", tags: ["A", RouteTag(method: "GET")])
    yard.map("/:x", tags: ["B"])
    yard.map("/b", tags: ["C"])
    yard.fallback("/*", tags: ["D"])
    yard.router.proxy("/*", tags: ["E"]) { (_: RouteContext) async throws in .pass }
    func tags(_ path: String) throws -> Set<RouteTag>? {
      let request = Request(yard.router, try RouteTarget(path), ["F"], Mailbox())
      _ = yard.router.begin(attachment: request)
      return request.tagsOfMaps
    }
    #expect(try tags("/a") == ["A", "B", RouteTag(method: "GET")])
    #expect(try tags("/x/y") == [])
  }

  /// A map for GET with a closure, and one for POST whose match takes all steps of a dispatch.
  private func costlyYard(_ isAccepted: Bool) throws -> (Yard, map: RouteID) {
    let yard = Yard(.server)
    let checked = try RoutePattern(
      parsing: #"/y/:id(\w+\b)"#,
      where: ["id": .check { _ in isAccepted }]
    )
    let costly = try RoutePattern(parsing: "/y/:a((?:a|aa)+(?:b|c))")
    let map = yard.map(checked, tags: [RouteTag(method: "GET")])
    yard.map(costly, tags: [RouteTag(method: "POST")])
    return (yard, map)
  }

  private static let costlyTarget = "/y/" + String(repeating: "a", count: 60)

  @Test func `maps for other tags take no steps from a map that its closure decides about`() throws
  {
    let (yard, map) = try costlyYard(true)
    let ends = Mailbox<End>()
    try begin(yard, Self.costlyTarget, tags: [RouteTag(method: "GET")], ends)
    #expect(ends.all.map(\.outcome) == [.handled(by: map)])
  }

  @Test func `where a closure turns the only map away, the tags of the others are told`() throws {
    let (yard, _) = try costlyYard(false)
    yard.map("/y/:any", tags: [RouteTag(method: "PUT")])
    let target = try RouteTarget(Self.costlyTarget)
    let request = Request(yard.router, target, [RouteTag(method: "GET")], Mailbox())
    _ = yard.router.begin(attachment: request)
    #expect(request.tagsOfMaps == [RouteTag(method: "PUT")])
  }
}

extension RouteOutcome {
  fileprivate var isHandled: Bool { if case .handled = self { true } else { false } }
}

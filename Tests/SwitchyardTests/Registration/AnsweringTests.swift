import Dispatch
import Switchyard
import Testing

/// Handlers that receive a context, and answer by a closure.
@Suite struct AnsweringTests {
  /// The ways in which a handler deals with its closure.
  enum Deed: CaseIterable, Sendable { case calls, callsLater, drops, callsTwice }

  private let yard = Yard()
  private var router: Router { yard.router }

  private func deal<Answer: Sendable>(
    _ deed: Deed,
    _ answer: Answer,
    _ reply: @escaping @Sendable (Answer) -> Void
  ) {
    switch deed {
    case .calls: reply(answer)
    case .callsLater: DispatchQueue.global().async { reply(answer) }
    case .drops: break
    case .callsTwice:
      reply(answer)
      reply(answer)
    }
  }

  private func faults(_ deed: Deed, _ route: String) -> [String] {
    switch deed {
    case .calls, .callsLater: []
    case .drops: ["\(route): droppedAnswer"]
    case .callsTwice: ["\(route): repeatedAnswer"]
    }
  }

  @Test(arguments: Deed.allCases)
  func `a map completes by its closure`(_ deed: Deed) async {
    let seen = Notes<String>()
    let id = router.map("/books/:id") { context, completed in
      seen.add("\(context.parameters["id"] ?? "") \(context.payload(as: Int.self) ?? 0)")
      deal(deed, ()) { completed() }
    }
    #expect(await router.dispatch("/books/7", payload: 3) == .handled(by: id))
    #expect(seen.all == ["7 3"])
    #expect(yard.faults.summary == faults(deed, "map /books/:id"))
  }

  @Test(arguments: Deed.allCases)
  func `a fallback completes by its closure`(_ deed: Deed) async {
    let id = router.fallback("/*") { _, completed in deal(deed, ()) { completed() } }
    #expect(await router.dispatch("/a") == .handled(by: id))
    #expect(yard.faults.summary == faults(deed, "fallback /*"))
  }

  @Test(arguments: Deed.allCases)
  func `a proxy decides by its closure`(_ deed: Deed) async {
    let old = router.map("/old") { _, completed in completed() }
    let new = router.map("/new") { _, completed in completed() }
    let proxy = router.proxy("/old") { _, next in deal(deed, ProxyDecision.commit("/new"), next) }
    let outcome = await router.dispatch("/old")
    if deed == .drops {
      guard case .failed(let error) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(error.code == .droppedNext)
    } else {
      #expect(outcome == .handled(by: new))
    }
    #expect(yard.faults.summary == faults(deed, "proxy /old"))
    router.dispose(of: proxy)
    router.proxy("/old") { _, next in next(.pass) }
    #expect(await router.dispatch("/old") == .handled(by: old))
  }

  @Test(arguments: Deed.allCases)
  func `a guard decides by its closure`(_ deed: Deed) async {
    let map = router.map("/a") { _, completed in completed() }
    let `guard` = router.guard("/a") { _, decide in deal(deed, GuardVerdict.allow, decide) }
    let outcome = await router.dispatch("/a")
    #expect(outcome == (deed == .drops ? .denied(by: `guard`) : .handled(by: map)))
    #expect(yard.faults.summary == faults(deed, "guard /a"))
    router.guard("/a") { _, decide in decide(.deny) }
    guard case .denied = await router.dispatch("/a") else {
      Issue.record("It was not denied.")
      return
    }
  }

  @Test func `with the main queue they run on the main actor`() async {
    let router = router
    router.guard("/a", queue: .main) { _, decide in
      MainActor.preconditionIsolated()
      decide(.allow)
    }
    router.proxy("/a", queue: .main) { _, next in
      MainActor.preconditionIsolated()
      next(.pass)
    }
    let map = router.map("/a", queue: .main) { _, completed in
      MainActor.preconditionIsolated()
      completed()
    }
    let fallback = router.fallback("/*", queue: .main) { _, completed in
      MainActor.preconditionIsolated()
      completed()
    }
    #expect(await router.dispatch("/a") == .handled(by: map))
    #expect(await router.dispatch("/b") == .handled(by: fallback))
  }

  @Test func `on a queue they run there`() async {
    let queue = DispatchQueue(label: "answering")
    let router = router
    let map = router.map("/a", queue: queue) { _, completed in
      dispatchPrecondition(condition: .onQueue(queue))
      completed()
    }
    #expect(await router.dispatch("/a") == .handled(by: map))
  }
}

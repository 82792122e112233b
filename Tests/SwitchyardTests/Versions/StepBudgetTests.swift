import Switchyard
import Testing

/// However often a dispatch begins anew, its matches have the steps of one.
@Suite(.bug(id: "M3")) struct StepBudgetTests {
  /// How a dispatch ends that a costly guard stands before, and how often its routes are exchanged meanwhile.
  private func outcome(_ length: Int, exchanges: Int) async -> (RouteOutcome, ran: [String]) {
    let yard = Yard(.server) { $0.matchSteps = 20_000 }
    let rest = Shared(exchanges)
    let map = Shared<RouteID?>(nil)
    yard.router.guard("/*") { _, _, _, decide in
      let isDue = rest.withLock { rest in
        rest -= 1
        return rest >= 0
      }
      if isDue, let old = map.withLock({ $0 }) {
        let new = yard.router.replace(old) { table in
          table.map("/*") { _, _, _, completed in
            yard.journal("map")
            completed()
          }
        }
        map.withLock { $0 = new }
      }
      decide(.allow)
    }
    yard.guard("/:x((?:b|bb)+[cd])", "never")
    map.withLock { $0 = yard.map("/*", "map") }
    let outcome = await yard.router.dispatch("/" + String(repeating: "b", count: length) + "e")
    return (outcome, yard.journal.entries)
  }

  @Test func `beginnings share the steps of a dispatch`() async {
    var quiet: [Bool] = []
    var restless: [Bool] = []
    for length in 1...28 {
      for exchanges in [0, 6] {
        let (outcome, ran) = await outcome(length, exchanges: exchanges)
        let isDone = if case .handled = outcome { true } else { false }
        #expect(ran == (isDone ? ["map"] : []))
        if !isDone { #expect(outcome.isDenial, "\(outcome)") }
        if exchanges == 0 { quiet.append(isDone) } else { restless.append(isDone) }
      }
    }
    // What is too much for one look is too much for seven. With each byte the steps become some 1.6 times as many: for
    // four lengths seven looks are too much and one is not, and for two at the most where two looks are too much.
    #expect(quiet.first == true && quiet.last == false)
    #expect(restless.first == true)
    #expect(zip(quiet, restless).allSatisfy { $0 || !$1 })
    #expect(zip(quiet, restless).count { $0 && !$1 } >= 3)
  }

  /// What runs of an `open` in line behind another that a costly guard stands before, where a route may be registered
  /// before its turn.
  private func ran(inLine length: Int, registering: Bool) -> [String] {
    let yard = Yard { $0.matchSteps = 20_000 }
    yard.guard("/:x((?:b|bb)+[cd])", "never")
    yard.map("/*", "map")
    yard.router.map("/first") { _, _, _, completed in
      yard.router.open("/" + String(repeating: "b", count: length) + "e")
      if registering { yard.map("/unrelated") }
      completed()
    }
    yard.router.open("/first")
    return yard.journal.entries
  }

  @Test func `what an open in line looks up for its answer takes no steps from its dispatch`() {
    let lengths = Array(1...28)
    let quiet = lengths.map { ran(inLine: $0, registering: false) }
    #expect(quiet.first == ["map"] && quiet.last == [])
    // For one length at least two looks are too much and one is not: with each byte the steps become less than twice as
    // many.
    #expect(lengths.map { ran(inLine: $0, registering: true) } == quiet)
  }

  @Test(arguments: [RouteKind.guard, .proxy, .map])
  func `a route that has gone ends nothing, though its match has hit a limit`(
    _ kind: RouteKind
  ) async throws {
    let yard = Yard(.server) { $0.matchSteps = 1 }
    let decisions = Mailbox<@Sendable () -> Void>()
    yard.router.guard("/x/*") { _, decide in decisions.put { decide(.allow) } }
    let pattern = try RoutePattern(parsing: #"/x/:a((?!q)\w+)"#)
    let undecided =
      switch kind {
      case .guard: yard.guard(pattern)
      case .proxy: yard.proxy(pattern)
      default: yard.map(pattern)
      }
    let fallback = yard.fallback("/x/*")
    // As long as it is there, it ends the dispatch.
    let first = yard.start("/x/abc")
    try await decisions.take()()
    #expect(await first.value != .handled(by: fallback))
    let second = yard.start("/x/abc")
    let decide = try await decisions.take()
    yard.router.dispose(of: undecided)
    decide()
    // The leg begins anew, and the guard is asked again.
    try await decisions.take()()
    #expect(await second.value == .handled(by: fallback))
  }
}

extension RouteOutcome {
  /// Whether a guard did not allow it.
  fileprivate var isDenial: Bool { if case .denied = self { true } else { false } }
}

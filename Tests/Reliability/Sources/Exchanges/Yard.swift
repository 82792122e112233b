import TestSupport
import Dispatch
import Switchyard
import Synchronization
import Trials

/// A router in which what stands at one path is exchanged all the time.
final class Yard: Sendable {
  private struct State {
    var routes: [RouteID] = []
    /// The owner of the map that there is; the one before goes with the exchange.
    var owner: Owner?
    var generation = 0
  }

  private let plan: Plan
  private let router: Router
  private let counts = Counts()
  private let state = Mutex(State())

  init(_ plan: Plan) {
    self.plan = plan
    var configuration = plan.configuration
    configuration.onFault = { [counts] fault in
      if (fault.error as? DispatchError)?.code == .unsettled {
        return counts.unsettled.count()
      }
      counts.faults.withLock { $0.append("\(fault)") }
    }
    router = Router(configuration)
    router.map("/flush") { _, _, _, completed in completed() }
    router.proxy("/start") { [counts] _, _, _, next in
      counts.led.count()
      next(("/report", nil, nil))
    }
    router.guard("/old") { [counts] _, _, _, decide in
      counts.led.count()
      decide(.redirect("/report"))
    }
    router.proxy("/report") { _, _, _, next in next(nil) }
    router.fallback("/*") { [counts] _, _, _, completed in
      counts.missed.count()
      completed()
    }
    exchange()
  }

  // MARK: - Exchanges

  private func exchange() {
    let (old, generation) = state.withLock { ($0.routes, $0.generation) }
    let owner = plan.way == .ownerDies ? Owner() : nil
    let new =
      plan.way == .update
      ? router.update { table in
        table.dispose(of: old)
        return add(generation, owner, to: table)
      }
      : add(generation, owner, to: router)
    // The end of the old owner is not to come under the lock.
    let last = state.withLock { state in
      defer { state = State(routes: new, owner: owner, generation: generation + 1) }
      return state.owner
    }
    _ = consume last
    // The map goes before the guard that it stands behind.
    if plan.way == .newFirst { for id in old.reversed() { router.dispose(of: id) } }
    if plan.way == .ownerDies { router.dispose(of: old.dropLast()) }
  }

  /// Registers the routes of a generation, the map last.
  private func add(
    _ generation: Int,
    _ owner: Owner?,
    to registrar: some RouteRegistrar
  ) -> [RouteID] {
    switch plan.kind {
    case .generations:
      return [
        registrar.guard("/report") { (context: RouteContext) async in
          context[Set<Int>.self] = (context[Set<Int>.self] ?? []).union([generation])
          return .allow
        },
        registrar.map("/report", tags: ["T"], owner: owner) {
          [counts] (context: RouteContext) async in
          let isGuarded = context[Set<Int>.self]?.contains(generation) == true
          if isGuarded { counts.reached.count() } else { counts.unguarded.count() }
        },
      ]
    case .secrets where generation % 2 == 0:
      return [
        registrar.map("/report", tags: ["T"], owner: owner) { [counts] _, _, _, completed in
          counts.reached.count()
          completed()
        }
      ]
    case .secrets:
      return [
        registrar.guard("/report") { [counts] _, _, _, decide in
          counts.denied.count()
          decide(.deny)
        },
        registrar.map("/report", tags: ["T"], owner: owner) { [counts] _, _, _, completed in
          counts.unguarded.count()
          completed()
        },
      ]
    }
  }

  // MARK: - Opens

  /// Opens what is exchanged, so many times.
  func play(opens: Int, _ random: inout SeededGenerator, _ tally: inout Tally) throws {
    let exchanger = Exchanger { [self] in exchange() }
    defer { exchanger.end() }
    let target = try RouteTarget("/report")
    let view = router["T"]
    // Where this thread is much the faster, exchanges would be few.
    while tally.draws < opens || exchanger.exchanges < opens / 50 {
      tally.draws += 1
      switch random.below(8) {
      case 0: router.open("/start")
      case 1: router.open("/old")
      case 2: if !view.open(target) { counts.missed.count() }
      case 3: if try router.match(target) == nil { counts.missed.count() }
      default: if !router.open(target) { counts.missed.count() }
      }
      // What waits for its turn is not to become more and more.
      if tally.draws % 64 == 0 { try flush() }
    }
    try flush()
    tally.count("exchanges", exchanger.exchanges)
    try check()
    tally.count("denied", counts.denied.value)
    tally.count("reached", counts.reached.value)
    tally.count("led there", counts.led.value)
    tally.count("unsettled", counts.unsettled.value)
  }

  /// Waits for what is under way.
  private func flush() throws {
    let ended = DispatchSemaphore(value: 0)
    Task { [router] in
      _ = await router.dispatch("/flush")
      ended.signal()
    }
    guard ended.wait(timeout: .now() + 600) == .success else {
      throw Disagreement("nothing goes on: \(plan)")
    }
  }

  private func check() throws {
    let (unguarded, missed) = (counts.unguarded.value, counts.missed.value)
    guard unguarded == 0 else { throw Disagreement("\(unguarded) maps ran unguarded: \(plan)") }
    guard missed == 0 else { throw Disagreement("\(missed) times there was no map: \(plan)") }
    let faults = counts.faults.withLock { $0 }
    if let fault = faults.first { throw Disagreement("\(fault)\n\(plan)") }
  }
}

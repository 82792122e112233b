import Switchyard
import TestSupport
import Testing

/// What reaches a handler where no guard stands is stopped by the guard where one does, however it is written.
@Suite struct GuardTargetTests {
  @Test(arguments: [
    ["127.0.0.1", "127.1", "0x7f.1", "0177.0.0.01", "2130706433", "127.0.0.1.", "127.0.0.1:8080"],
    ["[::1]", "[0:0:0:0:0:0:0:1]", "[::0:1]", "[0::0.0.0.1]", "[0:0::0001]:8080"],
  ])
  func `no notation of an address leads past its guard`(_ hosts: [String]) async throws {
    for scheme in ["http", "https", "ws", "wss", "ftp"] {
      for guarded in hosts.filter({ !$0.hasSuffix("8080") }) {
        let router = Router()
        let map = router.map("/*") { _, completed in completed() }
        let pattern = try RoutePattern(parsing: "\(scheme)://\(guarded)/*")
        let id = router.guard(pattern) { _ async in .deny }
        for host in hosts {
          #expect(await router.dispatch("\(scheme)://\(host)/x") == .denied(by: id), "\(host)")
        }
        #expect(await router.dispatch("\(scheme)://127.0.0.2/x") == .handled(by: map))
        #expect(await router.dispatch("\(scheme)://[::2]/x") == .handled(by: map))
      }
    }
  }

  @Test func `a numbered reference in its expression leads nowhere past a guard`() async throws {
    let router = Router()
    let map = router.map("/admin/*") { _, completed in completed() }
    let pattern = try RoutePattern(parsing: #"/admin/:v((?<x>\d)\2(?<y>\d))"#)
    let id = router.guard(pattern) { _ async in .deny }
    #expect(await router.dispatch("/admin/112") == .denied(by: id))
    #expect(await router.dispatch("/admin/12") == .handled(by: map))
  }

  @Test(.busy, arguments: GuardTargetCase.all)
  func `no way of writing a target leads past a guard`(_ policies: GuardTargetCase) async throws {
    let all = try HostileTarget.all()
    #expect(all.count > 200)
    // Some of them in each run, others in the next; the trial `guards` opens all, and mutated ones.
    let stride = PropertyRun.isSlow ? 8 : 3
    var random = PropertyRun.generator(for: "guard targets", cases: all.count / stride)
    let first = random.below(stride)
    let targets = Swift.stride(from: first, to: all.count, by: stride).map { all[$0] }
    let forms = targets.map { TargetForms($0, policies.slashes) }
    var counts = GuardCounts()
    for precedence in [Router.Precedence.latestFirst, .mostSpecific] {
      for maps in GuardTargetCase.maps {
        try await compare(forms, policies, precedence, maps, &counts)
      }
    }
    print("guard targets, \(policies.testDescription): \(targets.count) targets, \(counts)")
    #expect(counts.reached > targets.count * 20)
    #expect(counts.ways == Set(WayIn.allCases))
    #expect(counts.denied == counts.reached * 2)
  }

  /// Opens each target without the guard, and if it gets to a handler that the guard stands before, with it.
  private func compare(
    _ forms: [TargetForms],
    _ policies: GuardTargetCase,
    _ precedence: Router.Precedence,
    _ maps: GuardTargetCase.Maps,
    _ counts: inout GuardCounts
  ) async throws {
    let open = GuardedYard(policies, precedence, maps, guard: .none)
    let guarded = [GuardedYard.Guard.first, .last].map {
      GuardedYard(policies, precedence, maps, guard: $0)
    }
    var verdicts: [String: Bool] = [:]
    func isGuarded(_ route: String) throws -> Bool {
      if let verdict = verdicts[route] { return verdict }
      let verdict = try policies.isGuarded(route)
      verdicts[route] = verdict
      return verdict
    }
    for form in forms {
      for way in WayIn.allCases {
        counts.tried += 1
        await way.go(form, to: open)
        guard let reached = open.take().only, try isGuarded(reached.visit.route) else { continue }
        counts.reached += 1
        counts.ways.insert(way)
        for yard in guarded {
          let outcome = await way.go(form, to: yard)
          let steps = yard.take()
          // Plain values first: an expectation costs more than a dispatch.
          let isDenied = outcome == nil || outcome == yard.denial
          if isDenied, steps.only == Step(.guard, reached.visit) {
            counts.denied += 1
          } else if counts.tellsFault() {
            Issue.record(
              """
              \(form) by \(way), \(policies.testDescription), \(precedence), \(maps), guard \(yard.guard): \
              without it \(reached), with it \(steps), \(outcome.map { "\($0)" } ?? "opened")
              """
            )
          }
        }
      }
    }
  }
}

/// How much was compared.
private struct GuardCounts: CustomStringConvertible {
  /// Targets times combinations.
  var tried = 0
  /// Those that got to a handler without the guard.
  var reached = 0
  /// The ways in on which any did.
  var ways: Set<WayIn> = []
  /// Those that were denied with it, in either order of registration.
  var denied = 0

  private var faults = 0

  var description: String {
    "\(tried) ways tried, \(reached) reached without the guard, \(denied) denied with it"
  }

  /// Counts a fault, and says whether it is one of the first, which are enough to read.
  mutating func tellsFault() -> Bool {
    faults += 1
    return faults <= 10
  }
}

extension Array {
  fileprivate var only: Element? { count == 1 ? first : nil }
}

import TestSupport
import SwitchyardHTTP
import SwitchyardProof
import Trials

/// Mistakes that open what was guarded: each that a request of a small alphabet shows is found, with a URL that shows it
/// when it is dispatched, and nothing is found where none was made.
@main
struct Access {
  static func main() {
    Trial("Access", draws: 1_000).run(
      requiring: Mistake.allCases.map(\.rawValue) + [
        "sound tables", "found by the audit", "found by the check",
      ]
    ) { random in
      let seed = random.next()
      return try waited {
        var random = SeededGenerator(seed: seed)
        var tally = Tally()
        var plan = try await sound(&random, &tally)
        for mistake in Mistake.allCases {
          while try await !find(mistake, in: plan, &random, &tally) {
            // None of its kind has an effect that the alphabet shows.
            plan = try await sound(&random, &tally)
          }
        }
        return tally
      }
    }
  }

  /// Draws a plan, and shows that nothing is found in it.
  private static func sound(
    _ random: inout SeededGenerator,
    _ tally: inout Tally
  ) async throws -> Plan {
    let plan = Plan.draw(&random)
    let stand = try Stand(plan)
    for visitor in [Stand.Visitor.nobody] + Plan.badges.map(Stand.Visitor.without) {
      let brute = await stand.brute(visitor)
      guard brute.isEmpty else {
        throw Disagreement("The plan is not sound for \(visitor): \(brute)\n  \(plan)")
      }
      let (open, undecided) = try await stand.audit(visitor)
      guard open.isEmpty, undecided.isEmpty else {
        throw Disagreement(
          "In a sound plan \(visitor) is said to come to \(open), undecided \(undecided)\n  \(plan)"
        )
      }
    }
    let (found, undecided) = stand.check()
    guard found.isEmpty, undecided.isEmpty else {
      throw Disagreement("In a sound plan the check finds \(found), \(undecided)\n  \(plan)")
    }
    tally.count("sound tables")
    return plan
  }

  /// Makes a mistake of which the alphabet shows an effect, and shows that it is found.
  /// - Returns: whether there is one.
  private static func find(
    _ mistake: Mistake,
    in sound: Plan,
    _ random: inout SeededGenerator,
    _ tally: inout Tally
  ) async throws -> Bool {
    for _ in 0..<16 {
      var plan = sound
      guard mistake.make(in: &plan, &random) else { continue }
      let stand = try Stand(plan)
      var visitors = [Stand.Visitor.nobody]
      if mistake == .wrongGuard { visitors += Plan.badges.map(Stand.Visitor.without) }
      var isFound = false
      var reached: Set<Int> = []
      for visitor in visitors {
        let brute = await stand.brute(visitor)
        guard !brute.isEmpty else { continue }
        isFound = true
        reached.formUnion(brute.keys)
        let (open, undecided) = try await stand.audit(visitor)
        for (end, request) in brute where open[end] == nil {
          throw Disagreement(
            "The audit does not find that \(visitor) comes to \(plan.ends[end]) by \(request); "
              + "undecided \(undecided)\n  \(plan)"
          )
        }
        for (end, request) in open {
          let reached = await stand.end(of: request, by: visitor)
          guard reached == end else {
            throw Disagreement(
              "\(request) of the audit does not lead \(visitor) to \(plan.ends[end])\n  \(plan)"
            )
          }
          tally.count("URLs that show one")
        }
      }
      guard isFound else { continue }
      try await check(stand, plan, reached, &tally)
      tally.count(mistake.rawValue)
      tally.count("found by the audit")
      tally.draws += 1
      return true
    }
    return false
  }

  /// Shows that the check of patterns finds what the alphabet shows, and that its URLs show it.
  private static func check(
    _ stand: Stand,
    _ plan: Plan,
    _ reached: Set<Int>,
    _ tally: inout Tally
  ) async throws {
    let (found, undecided) = stand.check()
    // That no guard has a name is said without a URL; the audit has one.
    for end in reached where found[end] == nil && undecided.contains(end) {
      tally.count("found by the check without a URL")
    }
    for end in reached where found[end] == nil && !undecided.contains(end) {
      throw Disagreement(
        "The check does not find that \(plan.ends[end]) is open; undecided \(undecided)\n  \(plan)"
      )
    }
    for (end, request) in found {
      // Where another guard stands before it, who has that badge comes to it.
      var visitor = Stand.Visitor.nobody
      if case .holders(let badge) = plan.ends[end].access { visitor = .without(badge) }
      let come = await stand.end(of: request, by: visitor)
      guard come == end else {
        throw Disagreement(
          "\(request) of the check does not lead \(visitor) to \(plan.ends[end])\n  \(plan)"
        )
      }
      tally.count("URLs of the check that show one")
    }
    tally.count("found by the check")
  }
}

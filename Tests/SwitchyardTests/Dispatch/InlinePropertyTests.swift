import Switchyard
import TestSupport
import Testing

/// Handlers that are called on the caller's stack, against the same ones that are not.
@Suite struct InlinePropertyTests {
  @Test func `outcomes, trails and faults are the same, wherever handlers run`() async {
    let cases = PropertyRun.cases(default: 600)
    var seeds = PropertyRun.generator(for: "handlers in line", cases: min(cases, 2000))
    for _ in 0..<min(cases, 2000) {
      let seed = seeds.next()
      var generator = SeededGenerator(seed: seed)
      let plan = PlannedRouter(&generator)
      let expected = await plan.run(.router)
      for places in [PlannedRouter.Places.caller, .mixed] {
        let seen = await plan.run(places)
        guard seen != expected else { continue }
        let text = [
          "\(places), seed \(seed), \(plan.order)", "\(plan.handlers)", "\(plan.targets)",
        ]
        Issue.record(
          "\((text + ["seen"] + seen + ["expected"] + expected).joined(separator: "\n"))"
        )
        return
      }
    }
  }
}

@testable import PatternTestSupport
import RoutePatterns
import TestSupport
import Testing

/// Targets that got past the guards of other routers.
@Suite struct HostileTargetTests {
  @Test func `each is rejected or canonical`() throws {
    let targets = try HostileTarget.all()
    var accepted = 0
    for hostile in targets {
      for mode in [TargetCase.Mode.text, .server] {
        for slashes in [RouteTarget.SlashPolicy.lenient, .strict] {
          let row = TargetCase(
            rule: "",
            input: hostile.bytes,
            mode: mode,
            slashes: slashes,
            expected: .canonical("")
          )
          guard let target = try? row.target else { continue }
          accepted += 1
          #expect(TargetInvariants.fault(in: target, slashes) == nil, "\(hostile)")
          let again = TargetCase(
            rule: "",
            input: Array(target.description.utf8),
            mode: mode,
            slashes: slashes,
            expected: .canonical(target.description)
          )
          #expect(again.outcome == again.expected)
        }
      }
    }
    let lines = targets.count
    print("hostile targets: \(lines) lines, \(accepted) of \(lines * 4) readings are canonical")
    #expect(lines > 200)
    #expect(accepted > lines)
  }
}

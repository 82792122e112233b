import TestSupport
import Foundation
import SwitchyardServer
import Trials

/// A server beside whose slow regular expressions others want their answers.
///
///     CrowdedServer [--long] [--seed N] [--only N] [--steps N]
///
/// The short form attacks some expressions at once, the long one each alone. `--steps` takes another limit of steps for a
/// dispatch than the default, which shows that the trial sees it: with ten times as many it fails.
@main
struct CrowdedServer {
  static func main() async throws {
    var options = TrialOptions(
      "CrowdedServer",
      usage: "[--long] [--seed N] [--only N] [--steps N]"
    )
    let isLong = options.flag("--long")
    let seed = options.seed()
    let only = options.number("--only")
    let steps = options.number("--steps")
    options.finish()

    say("CrowdedServer: seed \(seed)", to: 2)
    let lines = try RunawayExpression.all()
    let attacks = try attacks(lines)
    let cases =
      try (isLong ? attacks.map { Crowd.Case([$0]) } : groups(attacks)) + [crowded(attacks)]
    var failures = 0
    for (number, one) in cases.enumerated() where only.map({ $0 == number }) ?? true {
      say("\(number): \(one.name)")
      failures += try await holds(one, isLong: isLong, seed: seed, steps: steps) ? 0 : 1
    }
    let again = "CrowdedServer\(isLong ? " --long" : "") --seed \(seed)"
    say(
      "CrowdedServer: \(attacks.count) of \(lines.count) expressions, \(failures) failed; \(again)"
    )
    exit(failures == 0 ? 0 : 1)
  }

  /// The expressions that are constraints, each with its worst target; the others are named.
  private static func attacks(_ lines: [RunawayExpression]) throws -> [Attack] {
    var attacks: [Attack] = []
    for (number, line) in lines.enumerated() {
      guard let attack = try Attack(line, path: "/slow\(number)") else {
        say("refused by the compiler: \(line.regex)")
        continue
      }
      attacks.append(attack)
    }
    return attacks
  }

  /// Four groups, the same in each run.
  private static func groups(_ attacks: [Attack]) -> [Crowd.Case] {
    (0..<4).map { first in
      Crowd.Case(stride(from: first, to: attacks.count, by: 4).map { attacks[$0] })
    }
  }

  /// A table of one shape, each of whose routes is asked for the same target: of all expressions, or of one that many
  /// matches in a row keep busy, each within the few steps that cost one.
  ///
  /// No table should be like that. It shows what bounds a dispatch then, the steps of all its matches, and what others
  /// make of it.
  private static func crowded(_ attacks: [Attack]) throws -> Crowd.Case {
    var worst: (cost: Duration, patterns: [RoutePattern], target: String) = (.zero, [], "")
    for choice in [attacks] + attacks.map({ [$0] }) {
      let different = try choice.map { try $0.pattern(path: "/slow") }
      let patterns = (0..<Crowd.routes - Crowd.calmRoutes).map { different[$0 % different.count] }
      for attack in choice {
        for segment in attack.segments {
          let cost = try Attack.cost(of: patterns, "/slow/" + segment)
          if cost > worst.cost { worst = (cost, patterns, "/slow/" + segment) }
        }
      }
    }
    let text = worst.patterns.first?.text ?? ""
    var crowded = Crowd.Case(
      name:
        "\(worst.patterns.count) routes of one shape, such as \(text), for \(worst.target.prefix(40))",
      patterns: worst.patterns,
      targets: [worst.target]
    )
    // What it takes depends on the caches, and so on what else the machine does: from 7 to 25 milliseconds were seen.
    crowded.longest = .milliseconds(100)
    crowded.sparesOthers = false
    return crowded
  }

  /// Whether a case holds; one that does not is looked at again for longer, as noise goes and a fault stays.
  private static func holds(
    _ one: Crowd.Case,
    isLong: Bool,
    seed: UInt64,
    steps: Int?
  ) async throws -> Bool {
    var slowest = try one.slowest(steps: steps, repeats: 4)
    say("  the slowest dispatch: \(milliseconds(slowest.cost)) of thread time, \(slowest.pattern)")
    // Looked at again as well: caches that others have emptied add to the time of a thread, and so does what runs on the
    // same core. By how much goes by the lesser of what it is before and behind, and is twice at the most.
    for _ in 0..<5 where slowest.cost > one.longest && slowest.cost < one.longest * 4 {
      let before = try Attack.slowdown()
      slowest = try one.slowest(steps: steps, repeats: 20)
      let slowdown = min(before, try Attack.slowdown(), 2)
      slowest.cost /= slowdown
      say(
        "  again: \(milliseconds(slowest.cost)) on a core that is not slowed down (this one is, by "
          + "\((slowdown * 100).rounded() / 100)), \(slowest.pattern)"
      )
    }
    let isQuick = slowest.cost <= one.longest
    if !isQuick {
      say(
        "  FAILED: \(milliseconds(slowest.cost)) for one dispatch, where \(milliseconds(one.longest)) are the most, "
          + slowest.pattern
      )
    }
    let crowd = try Crowd(one, steps: steps)
    for rounds in one.sparesOthers ? [8, 24] : [8] {
      let verdict = try crowd.judge(rounds: rounds, of: .milliseconds(250), seed: seed)
      let before = "\(milliseconds(verdict.calmMedian)) / \(milliseconds(verdict.calm))"
      let after = "\(milliseconds(verdict.attackedMedian)) / \(milliseconds(verdict.attacked))"
      let statuses = verdict.statuses.sorted { $0.key < $1.key }.map {
        "\($0.value) with \($0.key)"
      }
      say("  p50 / p99: \(before) without, \(after) with the attack, ratio of p99 \(verdict.ratio)")
      say("  attacking: \(statuses.joined(separator: ", ")); \(verdict.heldBack) held back")
      // What is so short is the system's own unrest, of which a short run has more to tell than of the server. Where
      // that is calm, whoever comes behind one slow dispatch waits for the whole of it, and for no more than one.
      let slack: Duration = .microseconds(500)
      let bound =
        isLong
        ? verdict.calm * 2.0 + slack
        : max(verdict.calm * 4.0 + slack, verdict.calm + one.longest)
      if verdict.statuses.isEmpty { throw Disagreement("nothing has attacked") }
      if !one.sparesOthers || verdict.attacked <= bound {
        await crowd.server.stop(gracePeriod: .zero)
        return isQuick
      }
    }
    say("  FAILED: the p99 of others has grown too much")
    await crowd.server.stop(gracePeriod: .zero)
    return false
  }

  private static func milliseconds(_ time: Duration) -> String {
    "\((time / .microseconds(1)).rounded() / 1_000) ms"
  }
}

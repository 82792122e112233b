import Foundation
import RoutePatterns
import Trials

/// What patterns and routers say of patterns beside one another, against all targets of a small alphabet, and beyond
/// them against all paths of its characters.
@main
struct Relations {
  static func main() {
    let usage =
      "[--patterns N] [--sets N] [--shuffles N] [--seed N] [--threads N] "
      + "[--pattern N | --row N | --set N]"
    var options = TrialOptions("Relations", usage: usage)
    let patterns = max(2, options.number("--patterns") ?? 400)
    let sets = options.number("--sets") ?? 200
    let shuffles = options.number("--shuffles") ?? 1000
    let seed = options.seed()
    let threads = options.number("--threads") ?? ProcessInfo.processInfo.activeProcessorCount
    let only =
      options.number("--pattern").map { (part: "pattern", index: $0) }
      ?? options.number("--row").map { (part: "row", index: $0) }
      ?? options.number("--set").map { (part: "set", index: $0) }
    options.finish()

    let again = "--seed \(seed) --patterns \(patterns) --sets \(sets) --shuffles \(shuffles)"
    let run = Run(again, seed: seed, threads: max(1, threads), only: only)
    let population: Population
    do {
      population = try Population(patterns, seed: seed, threads: run.threads)
    } catch {
      say("\(error)\nRelations failed; again: Relations \(again)")
      exit(1)
    }
    say(
      "Relations: \(population.members.count) patterns, \(population.lenient.targets.count) and "
        + "\(population.strict.targets.count) targets, seed \(seed)"
    )
    for (refusal, times) in population.refusals.counts { say("  \(times) not used: \(refusal)") }
    let matches = MatchTrial(population: population)
    run.parts("pattern", population.members.count) { try matches.pattern($0, &$2) }
    let routes = RouteSetTrial(population: population, shuffles: shuffles)
    run.parts("set", sets) { try routes.set($0, &$1, &$2) }
    let pairs = PairTrial(population: population)
    run.parts("row", population.members.count) { try pairs.row($0, &$1, &$2) }
    run.require(required + (sets < 1000 ? [] : requiredOfMany))
  }

  private static let required = [
    "targets that are matched", "targets that are not matched",
    "duplicate, yes", "shadowed, yes", "unmet, yes", "unguarded, yes", "narrowGuard, yes",
    "routes that run",
    "overlaps: yes", "overlaps: no", "overlaps: unknown",
    "overlaps: yes, shown by a target of a longer search alone",
    "covers: yes", "covers: no", "covers: unknown",
  ]
  /// What is so rare that few sets of routes may be without it.
  private static let requiredOfMany = [
    "routes in the shadow of several", "shadowed, unknown", "unmet, unknown",
    "unguarded, unknown", "narrowGuard, unknown",
  ]
}

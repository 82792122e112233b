import URLPatternTestSupport
import Trials
import URLPatterns

/// Lists of patterns of URLs, while they change, against the loop over their patterns.
///
/// A draw is a pair of a pattern and an input.
@main
struct Lists {
  static func main() throws {
    let trial = Trial("Lists", draws: 1_000_000)
    trial.run(requiring: ["found", "not the first", "disposed"]) { random in
      var check = ListCheck(random)
      for _ in 0..<20 { try check.check(patternsUpTo: 200, inputs: 100) }
      random = check.draw.random
      var tally = Tally()
      tally.draws = check.counts.pairs
      tally.count("found", check.counts.found)
      tally.count("not the first", check.counts.overtaken)
      tally.count("disposed", check.counts.disposed)
      return tally
    }
  }
}

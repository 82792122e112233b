import Foundation
import SwitchyardFleet
import Trials

/// Servers that share one table, while that is published again and again.
///
///     Fleets [--store folder|sqlite|postgres] [--routes N] [--processes N] [--changes N] [--requests N] [--large N]
///            [--seed N] [--postgres SCRIPT]      the script that starts a server of PostgreSQL
///
/// Each process follows the source and answers requests all the time, of which none may meet half a generation, or a
/// map before its guard. Some generations name a handler that nobody has: none of the processes may ever have one. Then
/// a table of many routes is changed in one process, beside a reader. Ends with lines of figures and exit code 0, or
/// with what was found and exit code 1.
@main
struct Fleets {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.count == 5, words[0] == "work", let number = Int(words[3]),
      let requests = Int(words[4])
    {
      return await Worker(folder: words[1], store: words[2], number: number).run(requests: requests)
    }
    var options = TrialOptions(
      "Fleets",
      usage: "[--store folder|sqlite|postgres] [--routes N] [--processes N] [--changes N] "
        + "[--requests N] [--large N] [--seed N] [--postgres SCRIPT]"
    )
    let script = options.text("--postgres")
    let all = ["folder", "sqlite"] + (script == nil ? [] : ["postgres"])
    let stores = options.text("--store").map { [$0] } ?? all
    let plan = Plan(
      routes: options.number("--routes") ?? 10_000,
      processes: options.number("--processes") ?? 4,
      changes: options.number("--changes") ?? 100,
      requests: options.number("--requests") ?? 250_000,
      script: script
    )
    let large = options.number("--large") ?? 100_000
    let seed = options.seed()
    options.finish()
    do {
      for store in stores { say("Fleets: \(store): \(try await plan.run(store, seed: seed))") }
      if large > 0 { say("Fleets: \(try await LargeTable(count: large).run(seed: seed))") }
    } catch {
      say("\(error)\nFleets failed; again: Fleets --seed \(seed)")
      exit(1)
    }
  }
}

/// The milliseconds of a clock that all processes of the machine have.
func milliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

extension [Double] {
  /// The value below which a share of them lies.
  func share(_ share: Double) -> Double {
    let sorted = sorted()
    return sorted.isEmpty ? 0 : sorted[Swift.min(count - 1, Int(Double(count) * share))]
  }

  /// The median, the 99th percentile and the greatest, in words.
  var words: String {
    [share(0.5), share(0.99), self.max() ?? 0].map { String(format: "%.1f", $0) }
      .joined(separator: ", ") + " ms (p50, p99, most)"
  }
}

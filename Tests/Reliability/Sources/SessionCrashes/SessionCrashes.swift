import Foundation
import SwitchyardSessions
import Trials

/// Processes that make steps on the sessions of one file, while one after the other is killed.
///
///     SessionCrashes [--requests N] [--sessions N] [--processes N] [--pause MILLISECONDS] [--seed N]
///
/// Each process notes down a request before it makes it, and its answer when it has come. One that is started anew sends
/// again what has no answer. At the end each session has made every step that was acknowledged, none twice, and shows
/// the screen of the last. Ends with a line of figures and exit code 0, or with what was found and exit code 1.
@main
struct SessionCrashes {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.count == 4, words[0] == "work", let seed = UInt64(words[3]) {
      return await Worker(folder: words[1], name: words[2], seed: seed).run()
    }
    var options = TrialOptions(
      "SessionCrashes",
      usage: "[--requests N] [--sessions N] [--processes N] [--pause MILLISECONDS] [--seed N]"
    )
    let plan = Plan(
      requests: options.number("--requests") ?? 20_000,
      sessions: options.number("--sessions") ?? 1000,
      processes: options.number("--processes") ?? 4,
      pause: options.number("--pause") ?? 300,
      seed: options.seed()
    )
    options.finish()
    do {
      say("SessionCrashes: \(try await plan.run())")
    } catch {
      say("\(error)\nSessionCrashes failed; again: SessionCrashes --seed \(plan.seed)")
      exit(1)
    }
  }
}

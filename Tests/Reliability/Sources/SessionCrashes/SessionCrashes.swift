import Foundation
import SwitchyardSessions
import Trials

/// Processes that make steps on the sessions of one file, or of one database of PostgreSQL that is ended twice, while one
/// process after the other is killed.
///
///     SessionCrashes [--requests N] [--sessions N] [--processes N] [--pause MILLISECONDS] [--seed N]
///                    [--postgres SCRIPT]      the script that starts a server
///                    [--commit on|off]        whether its commits wait for its disk
///
/// Each process notes down a request before it makes it, and its answer when it has come. One that is started anew sends
/// again what has no answer. At the end each session has made every step that was acknowledged, none twice, and shows
/// the screen of the last. With `--commit off` a crash of the server may cost the last steps: how many, and how old the
/// oldest was, is said. Ends with a line of figures and exit code 0, or with what was found and exit code 1.
@main
struct SessionCrashes {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.count == 4, words[0] == "work", let seed = UInt64(words[3]) {
      return await Worker(folder: words[1], name: words[2], seed: seed).run()
    }
    var options = TrialOptions(
      "SessionCrashes",
      usage: "[--requests N] [--sessions N] [--processes N] [--pause MILLISECONDS] [--seed N] "
        + "[--postgres SCRIPT] [--commit on|off]"
    )
    let plan = Plan(
      requests: options.number("--requests") ?? 20_000,
      sessions: options.number("--sessions") ?? 1000,
      processes: options.number("--processes") ?? 4,
      pause: options.number("--pause") ?? 300,
      seed: options.seed(),
      script: options.text("--postgres"),
      isSynchronous: options.text("--commit") != "off"
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

import Foundation
import Trials

/// Faults around a server, each played against a process of its own.
///
///     ServerFaults [NAME …] [--long] [--rounds N] [--seed N] [--threads N]
///
/// While a fault lasts, ordinary clients ask and are answered, or told that there is no room; when it has ended the
/// server answers as before, has let go of all descriptors, and ends when it is told to; no request is lost that
/// it has begun. Ends with a line for each fault and exit code 0, or with what was found and exit code 1, also where
/// nothing could be played.
@main
struct ServerFaults {
  static func main() {
    if CommandLine.arguments.dropFirst().first == "serve" { Site.serve() }
    // A server that leaves is an answer as well.
    signal(SIGPIPE, SIG_IGN)
    // A server that is to die does so without a report.
    setenv("SWIFT_BACKTRACE", "enable=no", 1)
    var options = TrialOptions(
      "ServerFaults",
      usage: "[NAME …] [--long] [--rounds N] [--seed N] [--threads N]"
    )
    let rounds = options.number("--rounds") ?? (options.flag("--long") ? 20 : 1)
    let seed = options.seed()
    let threads = options.number("--threads") ?? 4
    let names = options.rest()
    for name in names where !Fault.all.contains(where: { $0.name == name }) {
      options.fail("there is no fault \(name); there are \(Fault.all.map(\.name))")
    }
    let faults = Fault.all.filter { names.isEmpty || names.contains($0.name) }
    say("ServerFaults: \(faults.count) faults, seed \(seed)", to: 2)
    let program = Program(faults: faults, rounds: rounds, seed: seed)
    do {
      try together(threads) { _ in program.play() }
    } catch {
      say("\(error)", to: 2)
    }
    program.end()
  }
}

/// The plays of a run, which threads take one after the other.
private final class Program: @unchecked Sendable {
  private let faults: [Fault]
  private let rounds: Int
  private let seed: UInt64
  private let lock = NSLock()
  private let began = Date.now
  private var next = 0
  private var skipped = 0
  private var played = 0

  init(faults: [Fault], rounds: Int, seed: UInt64) {
    (self.faults, self.rounds, self.seed) = (faults, rounds, seed)
  }

  func play() {
    while let (fault, round) = take() {
      let start = Date.now
      do {
        let tally = try fault.run(seed: seed &+ UInt64(round))
        let counts = tally.counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        let time = seconds(since: start)
        lock.withLock { played += 1 }
        say("\(fault.name): \(counts.joined(separator: ", ")); \(time) s")
      } catch let skip as Skipped {
        lock.withLock { skipped += 1 }
        say("\(fault.name): skipped, \(skip.reason)")
      } catch {
        lock.withLock {
          say("\(fault.name): \(error)")
          let again = "\(fault.name) --seed \(seed &+ UInt64(round))"
          say("ServerFaults failed; again: ServerFaults \(again)")
          exit(1)
        }
      }
    }
  }

  func end() -> Never {
    let figures = "\(played) faults played, \(skipped) skipped"
    say("ServerFaults: \(figures); seed \(seed), \(seconds(since: began)) s")
    if played == 0 { say("ServerFaults failed: nothing was played") }
    exit(played == 0 ? 1 : 0)
  }

  private func take() -> (Fault, Int)? {
    lock.withLock {
      guard next < rounds * faults.count else { return nil }
      defer { next += 1 }
      return (faults[next % faults.count], next / faults.count)
    }
  }

  private func seconds(since start: Date) -> Double {
    (-start.timeIntervalSinceNow * 10).rounded() / 10
  }
}

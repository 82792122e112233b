import TestSupport
import Dispatch
import Foundation
import SwitchyardHTTP
import Synchronization
import Trials

/// Mutated targets by every way into a router: none reaches a handler that a guard stands before and has not allowed.
@main
struct Guards {
  /// How many targets each yard gets.
  private static let targets = 2_000

  static func main() throws {
    let mutator = TargetMutator(seeds: try SeedTargets())
    let runaways = try Runaways()
    try waited { try await runaways.show() }
    Trial("Guards", draws: 200_000).run(
      requiring: [
        "denied", "denied by a guard that hit its limit", "guards replaced meanwhile",
        "reached past guards that allowed", "reached where none stands", "rejected", "not found",
      ]
    ) { random in
      let (layout, seed) = (Layout.draw(&random), random.next())
      let limited = runaways.draw(&random)
      return try waited {
        var random = SeededGenerator(seed: seed)
        var tally = Tally()
        try await play(layout, mutator, &random, &tally)
        try await limited.play(&random, &tally)
        return tally
      }
    }
  }

  /// Sends targets into one yard.
  private static func play(
    _ layout: Layout,
    _ mutator: TargetMutator,
    _ random: inout SeededGenerator,
    _ tally: inout Tally
  ) async throws {
    let yard = Yard(layout)
    let check = GuardCheck(layout)
    // A commit to what is no target is a failure.
    var settings = RouteResponder.Configuration()
    settings.onFault = { _ in }
    let responder =
      layout.forms == .requests
      ? try RouteResponder(router: yard.router, configuration: settings) : nil
    let replacer = layout.isRestless ? Replacer(yard) : nil
    defer { if let replacer { tally.count("guards replaced meanwhile", replacer.stop()) } }
    for _ in 0..<targets {
      let attempt = Attempt.draw(layout, mutator, &random)
      yard.stage.begin(attempt.mood)
      let ending = await attempt.go(yard, responder)
      let notes = yard.stage.take()
      try check.check(notes.steps, ending, attempt, &tally)
      tally.draws += 1
      count(notes, ending, &tally)
      if random.below(64) == 0, let target = attempt.target(yard) {
        _ = try yard.router.match(target)
        _ = try yard.router["Views"].match(target)
        guard yard.stage.take().steps.isEmpty else {
          throw Disagreement("A look at \(target) runs a handler.\n  \(layout)")
        }
      }
    }
  }

  private static func count(_ notes: Stage.Notes, _ ending: Ending, _ tally: inout Tally) {
    if notes.drops > 0 { tally.count("verdicts dropped", notes.drops) }
    switch ending {
    case .unmade: return tally.count("rejected")
    case .opened where notes.rejections > 0: return tally.count("rejected")
    case .opened: if notes.steps.isEmpty { tally.count("not found") }
    case .ended(.rejected): tally.count("rejected")
    case .ended(.notFound): tally.count("not found")
    case .ended(.failed): tally.count("failed")
    case .ended(.handled), .ended(.denied), .ended(.redirected), .ended(.timedOut),
      .ended(.cancelled):
      break
    case .answered(let status): tally.count("answered \(status.code)")
    }
  }
}

/// A thread that replaces the guards of a yard, one after the other.
private final class Replacer: Sendable {
  private let isDone = Atomic(false)
  private let count = Atomic(0)
  private let ended = DispatchSemaphore(value: 0)

  init(_ yard: Yard) {
    Thread { [self] in
      while !isDone.load(ordering: .acquiring) {
        for post in yard.layout.posts.indices {
          yard.replace(post)
          count.add(1, ordering: .relaxed)
        }
      }
      ended.signal()
    }
    .start()
  }

  /// Ends it.
  /// - Returns: how often it replaced one.
  func stop() -> Int {
    isDone.store(true, ordering: .releasing)
    ended.wait()
    return count.load(ordering: .relaxed)
  }
}

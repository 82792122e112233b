import Dispatch
import Foundation
import Switchyard
import Trials

/// Threads that open, map, dispose, replace guards and let owners die, in several routers at once.
@main
struct Soak {
  static func main() {
    var options = TrialOptions(
      "Soak",
      usage: "[--opens N] [--threads N] [--seed N] [--growth PERCENT [--resident PERCENT]]"
    )
    // Of what is resident it may be another one than of what is allocated.
    let resident = options.number("--resident")
    let growth = options.number("--growth").map {
      Watch.Growth(allocated: $0, resident: resident ?? $0)
    }
    let watch = Watch(
      opens: options.number("--opens") ?? 2_000_000,
      threads: max(1, options.number("--threads") ?? 16),
      seed: options.seed(),
      growth: growth
    )
    options.finish()
    // Memory that nobody tells of would seem not to grow.
    if growth != nil, Memory.resident == nil {
      options.fail("--growth takes a system that tells what is resident, by \(Memory.source)")
    }
    Thread.detachNewThread { watch.run() }
    // For the handlers of the main queue.
    dispatchMain()
  }
}

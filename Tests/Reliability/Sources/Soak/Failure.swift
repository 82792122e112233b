import Foundation
import Synchronization
import Trials

/// How the trial ends when something does not hold.
enum Failure {
  private static let isKnown = Atomic(false)

  /// Says what does not hold, and how to try again; the first one counts.
  static func stop(_ text: String) -> Never {
    if isKnown.exchange(true, ordering: .acquiringAndReleasing) { while true { sleep(1) } }
    say("Soak: \(text)")
    let words = CommandLine.arguments.dropFirst().joined(separator: " ")
    say("Soak failed; again, though threads meet in other ways each time: Soak \(words)")
    // Not `exit`: other threads are at work with what that would take away.
    _exit(1)
  }
}

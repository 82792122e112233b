import Synchronization

/// What handlers have counted; they hold nothing else, so that nothing holds itself.
final class Counts: Sendable {
  /// Secrets that were met, and maps that ran without the guard of their generation.
  let unguarded = Atomic(0)
  /// How often there was no map where there always is one.
  let missed = Atomic(0)
  let reached = Atomic(0)
  let denied = Atomic(0)
  let led = Atomic(0)
  /// Dispatches whose routes went before their turn, again and again.
  let unsettled = Atomic(0)
  /// What else was reported.
  let faults = Mutex<[String]>([])
}

extension Atomic<Int> {
  func count() { add(1, ordering: .relaxed) }

  var value: Int { load(ordering: .relaxed) }
}

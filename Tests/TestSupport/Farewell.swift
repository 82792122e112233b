import Foundation

/// Ends at the end of the process what tests leave alive, so that what is left after it is a leak.
///
/// Handlers of tests often hold the router that keeps them, and clocks of tests have sleepers whom nobody wakes. Both
/// hold one another for ever, which is the test's doing. They are named here when they are made, and are not held.
public enum Farewell {
  private struct Guest {
    let isThere: @Sendable () -> Bool
    let end: @Sendable () -> Void
  }

  private struct State {
    var guests: [Guest] = []
    var limit = 1024
    var isPlanned = false
  }

  private static let lock = NSLock()
  // Touched within the lock alone.
  nonisolated(unsafe) private static var state = State()

  /// Has something told to end, if it is still there when the process ends.
  public static func plan<Object: AnyObject & Sendable>(
    for object: Object,
    _ end: @escaping @Sendable (Object) -> Void
  ) {
    let guest = Guest { [weak object] in
      object != nil
    } end: { [weak object] in
      if let object { end(object) }
    }
    lock.withLock {
      // What the sanitizer looks at comes after this, as it was planned earlier.
      if !state.isPlanned { atexit { Farewell.take() } }
      state.isPlanned = true
      state.guests.append(guest)
      guard state.guests.count >= state.limit else { return }
      state.guests.removeAll { !$0.isThere() }
      state.limit = max(1024, state.guests.count * 2)
    }
  }

  private static func take() {
    let guests = lock.withLock { state.guests }
    for guest in guests { guest.end() }
    // Threads of others have to let go of them. Whom nobody lets go of, the sanitizer names, but not where a global
    // holds it.
    let end = Date(timeIntervalSinceNow: 10)
    while Date() < end, guests.contains(where: { $0.isThere() }) { usleep(10_000) }
    let left = guests.count { $0.isThere() }
    if left > 0 { FileHandle.standardError.write(Data("Farewell: \(left) are left\n".utf8)) }
    // Threads that have let go of the last may still be on their way out. The guests stay where a global holds them:
    // what their weak references point to would otherwise be found by nobody while its object ends.
    usleep(500_000)
  }
}

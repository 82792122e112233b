import Synchronization

/// Names each check that has failed.
final class Checks: Sendable {
  private let state = Mutex((count: 0, failed: 0))

  func equal<Value: Equatable>(_ name: String, _ found: Value?, _ expected: Value?) {
    state.withLock { $0.count += 1 }
    guard found != expected else { return }
    state.withLock { $0.failed += 1 }
    let shown = [found, expected].map { $0.map { "\($0)" } ?? "nothing" }
    print("failed: \(name): found \(shown[0]), expected \(shown[1])")
  }

  func holds(_ name: String, _ holds: Bool) { equal(name, holds, true) }

  /// Whether all hold.
  func end() -> Bool {
    let (count, failed) = state.withLock { $0 }
    print("\(count) checks, \(failed) failed")
    return failed == 0
  }
}

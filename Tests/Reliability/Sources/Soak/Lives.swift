import Synchronization

/// How many objects there are that something of a router has to let go of.
final class Lives: Sendable {
  fileprivate let number = Atomic(0)

  var count: Int { number.load(ordering: .acquiring) }
}

/// An object whose life is counted, to be captured or owned.
final class Tracked: Sendable {
  private let lives: Lives

  init(_ lives: Lives) {
    self.lives = lives
    lives.number.add(1, ordering: .relaxed)
  }

  deinit { lives.number.subtract(1, ordering: .releasing) }

  /// What a closure calls in order to capture it.
  func use() {}
}

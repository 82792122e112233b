import Foundation
import Testing

/// What handlers have noted, in order, from whatever thread.
///
/// All is touched under the lock, hence `@unchecked`.
final class Notes<Note: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var notes: [Note] = []

  func add(_ note: Note) { lock.withLock { notes.append(note) } }

  var all: [Note] { lock.withLock { notes } }
  var last: Note? { lock.withLock { notes.last } }

  /// What was noted since the last time.
  func take() -> [Note] {
    lock.withLock {
      defer { notes.removeAll(keepingCapacity: true) }
      return notes
    }
  }
}

extension Notes<@Sendable () -> Void> {
  /// Calls the completion that was kept.
  func complete() throws {
    let completed = try #require(take().first)
    completed()
  }
}

import RoutePatterns
import SwitchyardHTTP
import SwitchyardLocks

/// Things that are noted down by several threads.
package final class Notes<Note: Sendable>: Sendable {
  private let notes = Locked<[Note]>([])

  package init() {}

  package var all: [Note] { notes.withLock { $0 } }
  package func add(_ note: Note) { notes.withLock { $0.append(note) } }

  /// What has been noted down, which is then forgotten.
  package func take() -> [Note] {
    notes.withLock { notes in
      defer { notes = [] }
      return notes
    }
  }
}

/// Something that one task waits for until another says so.
package final class Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  package init() { (stream, continuation) = AsyncStream.makeStream() }

  package func open() { continuation.finish() }
  package func wait() async { for await _ in stream {} }
}

/// Entries of the log, as an observer receives them.
extension Notes: RequestObserver where Note == AccessLogEntry {}

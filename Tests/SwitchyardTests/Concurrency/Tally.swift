import Foundation
import Switchyard

/// What has happened, counted by kind; the lock guards all.
final class Tally: @unchecked Sendable, CustomStringConvertible {
  enum Kind: Int, CaseIterable {
    case opened, notFound
    case sync, elsewhere, queue, async, dropped, doubled, brief, fallback
    case droppedFault, doubledFault, otherFault
    case doubledTicket, wrongOutcome, overlap
  }

  private let lock = NSLock()
  private var counts = Array(repeating: 0, count: Kind.allCases.count)
  private var running = 0

  subscript(kind: Kind) -> Int { lock.withLock { counts[kind.rawValue] } }

  /// How many handlers have been called.
  var handled: Int {
    lock.withLock { counts[Kind.sync.rawValue...Kind.fallback.rawValue].reduce(0, +) }
  }

  var description: String {
    lock.withLock {
      Kind.allCases.map { "\($0) \(counts[$0.rawValue])" }.joined(separator: ", ")
    }
  }

  func add(_ kind: Kind) { lock.withLock { counts[kind.rawValue] += 1 } }

  /// A handler has been called with a ticket.
  func run(_ kind: Kind, _ passed: (any Sendable)?) {
    let isFirst = (passed as? Ticket)?.take() ?? false
    lock.withLock {
      counts[kind.rawValue] += 1
      if !isFirst { counts[Kind.doubledTicket.rawValue] += 1 }
      running += 1
      if running > 1 { counts[Kind.overlap.rawValue] += 1 }
    }
  }

  /// A handler ends.
  func end(_ completed: () -> Void) {
    lock.withLock { running -= 1 }
    completed()
  }
}

/// What is passed when something is opened: good for one handler.
final class Ticket: @unchecked Sendable {
  private let tracked: Tracked
  // Guards what follows.
  private let lock = NSLock()
  private var isTaken = false

  init(_ lives: Counter) { tracked = Tracked(lives) }

  /// Whether nobody has taken it before.
  func take() -> Bool {
    lock.withLock {
      defer { isTaken = true }
      return !isTaken
    }
  }
}

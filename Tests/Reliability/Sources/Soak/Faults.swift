import Foundation
import Switchyard

/// The faults of a router: those that were brought about, and those that it has reported.
final class Faults: @unchecked Sendable {
  enum Kind: Int, CaseIterable {
    case dropped, repeated, guardFailed, threw, loop, badCommit, rejected, timeLimit, late, other
  }

  // Guards what follows.
  private let lock = NSLock()
  private var expected = Array(repeating: 0, count: Kind.allCases.count)
  private var reported = Array(repeating: 0, count: Kind.allCases.count)
  private var text: String?

  /// One is about to be brought about.
  func expect(_ kind: Kind) { lock.withLock { expected[kind.rawValue] += 1 } }

  /// One is reported.
  func report(_ fault: RouterFault) {
    let kind: Kind =
      switch fault.code {
      case .droppedAnswer: .dropped
      case .repeatedAnswer: .repeated
      case .guardFailed: .guardFailed
      case .rejectedTarget: .rejected
      case .timeLimit: .timeLimit
      case .lateAnswer: .late
      case .dispatchFailed:
        switch (fault.error as? DispatchError)?.code {
        case .handlerThrew: .threw
        case .loop: .loop
        case .badCommit: .badCommit
        default: .other
        }
      default: .other
      }
    lock.withLock {
      reported[kind.rawValue] += 1
      // Whoever is late answers later.
      if kind == .timeLimit {
        expected[kind.rawValue] += 1
        expected[Kind.late.rawValue] += 1
      }
      if kind == .other { text = "\(fault)" }
    }
  }

  /// How many there were of a kind.
  subscript(kind: Kind) -> Int { lock.withLock { reported[kind.rawValue] } }

  /// What does not agree.
  var disagreement: String? {
    lock.withLock {
      if let text { return "a fault that nobody has brought about: \(text)" }
      guard expected != reported else { return nil }
      return Kind.allCases
        .filter { expected[$0.rawValue] != reported[$0.rawValue] }
        .map { "\(reported[$0.rawValue]) faults \($0) for \(expected[$0.rawValue])" }
        .joined(separator: ", ")
    }
  }
}

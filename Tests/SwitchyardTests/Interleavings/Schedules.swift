import Dispatch
import Foundation
import TestSupport

@testable import Switchyard

/// The orders in which three programs of four operations each can be carried out.
enum Schedules {
  static let programs = 3
  static let operations = 4

  /// All 34,650 of them; each names the program whose turn it is.
  static let all: [[Int]] = {
    var orders: [[Int]] = []
    var left = [Int](repeating: operations, count: programs)
    func extend(_ order: [Int]) {
      guard order.count < programs * operations else { return orders.append(order) }
      for program in 0..<programs where left[program] > 0 {
        left[program] -= 1
        extend(order + [program])
        left[program] += 1
      }
    }
    extend([])
    return orders
  }()

  /// As many of them as a test may take, drawn by the seed of the run; all where `SWITCHYARD_CASES` allows it.
  static func drawn(for name: String, default count: Int) -> [[Int]] {
    let count = min(all.count, PropertyRun.cases(default: count))
    var generator = PropertyRun.generator(for: name, cases: count)
    return count == all.count
      ? all
      : all.shuffled(using: &generator).prefix(count).sorted {
        $0.lexicographicallyPrecedes($1)
      }
  }
}

/// Threads of which one at a time goes on, up to the end of its operation, when it is told to.
///
/// So what several threads do happens on threads of their own, and yet always in the order that is asked for.
final class Troupe: @unchecked Sendable {
  /// All but the semaphores is touched by the thread that plays, or by the one that it has told to go on.
  private final class Actor: @unchecked Sendable {
    let mayGoOn = DispatchSemaphore(value: 0)
    let hasStopped = DispatchSemaphore(value: 0)
    var program: (@Sendable () -> Void)?
    var isOver = false
    var isInProgram = false
    var thread: ThreadID?
  }

  private let actors: [Actor]

  init(_ count: Int = Schedules.programs) {
    actors = (0..<count).map { _ in Actor() }
    for actor in actors {
      Thread.detachNewThread { Self.live(actor) }
      // From then on it is known which thread that is.
      actor.hasStopped.wait()
    }
  }

  private static func live(_ actor: Actor) {
    actor.thread = .current
    actor.hasStopped.signal()
    while true {
      actor.mayGoOn.wait()
      if actor.isOver { return }
      if let program = actor.program {
        actor.program = nil
        actor.isInProgram = true
        program()
        actor.isInProgram = false
      }
      actor.hasStopped.signal()
    }
  }

  /// Ends the operation of the thread that calls it; the next begins when it is told to.
  ///
  /// Does nothing on threads of no troupe.
  func pause() {
    let thread = ThreadID.current
    guard let actor = actors.first(where: { $0.thread == thread && $0.isInProgram }) else { return }
    actor.hasStopped.signal()
    actor.mayGoOn.wait()
  }

  /// Has programs carried out in an order, and what is left of them when that is at its end one after the other.
  /// - Returns: whether they came to their ends; else one waits for ever, and the threads are of no use any more.
  func play(_ order: [Int], _ programs: [@Sendable () -> Void]) -> Bool {
    for (actor, program) in zip(actors, programs) { actor.program = program }
    for number in order { guard goOn(actors[number]) else { return false } }
    for _ in 0..<100 {
      let unfinished = actors.filter { $0.isInProgram || $0.program != nil }
      if unfinished.isEmpty { return true }
      for actor in unfinished { guard goOn(actor) else { return false } }
    }
    return false
  }

  private func goOn(_ actor: Actor) -> Bool {
    actor.mayGoOn.signal()
    return actor.hasStopped.wait(timeout: .now() + 60) == .success
  }

  /// Lets the threads end.
  func end() {
    for actor in actors {
      actor.isOver = true
      actor.mayGoOn.signal()
    }
  }
}

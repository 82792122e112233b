@testable import DispatchTestSupport
import RoutePatterns
import TestSupport
import Testing

@testable import Switchyard

/// Events of three sources, in all orders.
@Suite struct InterleavedMachineTests {
  typealias Machine = DispatchMachine

  /// What a source has happen, seen from where the machine is.
  enum Source: String {
    /// Whatever is owed, to the effect that it goes on.
    case goesOn
    /// The handler that runs takes the dispatch elsewhere.
    case leads
    /// The handler that runs has gone before it began.
    case vanishes
    /// The time of the handler that runs is up.
    case outlasts
    /// The handler before the one that runs answers once more.
    case repeats
    case cancels
    /// The turn comes, or comes again.
    case begins
    /// A guard of the leg has gone before its map began.
    case losesGuard
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let programs: [[Source]]
    var testDescription: String {
      programs.map { $0.map(\.rawValue).joined(separator: " ") }.joined(separator: " | ")
    }
  }

  @Test(
    .busy,
    arguments: [
      Case(programs: [
        [.begins, .goesOn, .goesOn, .goesOn], [.goesOn, .goesOn, .goesOn, .goesOn],
        [.outlasts, .repeats, .cancels, .repeats],
      ]),
      Case(programs: [
        [.begins, .goesOn, .goesOn, .goesOn], [.vanishes, .goesOn, .vanishes, .goesOn],
        [.cancels, .begins, .cancels, .outlasts],
      ]),
      Case(programs: [
        [.begins, .goesOn, .leads, .goesOn], [.goesOn, .leads, .goesOn, .repeats],
        [.vanishes, .losesGuard, .outlasts, .cancels],
      ]),
      Case(programs: [
        [.begins, .goesOn, .vanishes, .goesOn], [.repeats, .goesOn, .goesOn, .leads],
        [.goesOn, .repeats, .leads, .outlasts],
      ]),
    ]
  )
  func `a machine ends once and gives its turn on once, in whatever order`(_ test: Case) throws {
    let answers = try MachinePlay.Answers()
    for redirects in [RedirectPolicy.follow, .report] {
      for order in Schedules.drawn(for: "\(test.testDescription)", default: 34_650) {
        guard let fault = play(order, test.programs, answers, redirects) else { continue }
        Issue.record("\(order), \(redirects): \(fault)")
        return
      }
    }
  }

  private func play(
    _ order: [Int],
    _ programs: [[Source]],
    _ answers: MachinePlay.Answers,
    _ redirects: RedirectPolicy
  ) -> String? {
    var play = MachinePlay(answers, hopLimit: 2, redirects: redirects)
    var next = [Int](repeating: 0, count: programs.count)
    for program in order {
      let source = programs[program][next[program]]
      next[program] += 1
      if let event = event(source, in: play), let fault = play.feed(event) { return fault }
    }
    while play.owed != .nothing {
      if let fault = play.feed(play.finalEvent) { return fault }
    }
    return play.faultAtEnd
  }

  private func event(_ source: Source, in play: MachinePlay) -> Machine.Event? {
    let run: Machine.Run? = if case .answer(let run) = play.owed { run } else { nil }
    switch source {
    case .goesOn:
      switch play.owed {
      case .search: return .found(guards: 2, proxies: 1, hasMap: true)
      default: return play.finalEvent
      }
    case .leads: return run.map { .answers($0, play.leading(from: $0)) }
    case .vanishes: return run.map { .vanishes($0, isOfGuard: false) }
    case .outlasts: return run.map { .outlasts($0) }
    case .repeats: return play.pastRuns.last.map { .answers($0, .proceeds) }
    case .cancels: return .isCancelled
    case .begins: return .begins
    case .losesGuard: return run.map { .vanishes($0, isOfGuard: true) }
    }
  }
}

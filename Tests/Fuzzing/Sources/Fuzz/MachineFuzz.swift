@testable import DispatchTestSupport
import TestSupport

@testable import Switchyard

/// Events of a dispatch, those that are owed and any others.
enum MachineFuzz {
  private static let answers: MachinePlay.Answers = {
    guard let answers = try? MachinePlay.Answers() else { fail("no answers") }
    return answers
  }()

  static func play() {
    var chance = SeededGenerator(seed: 0)
    var play = MachinePlay(
      answers,
      hopLimit: chance.below(4),
      redirects: chance.below(4) == 0 ? .report : .follow
    )
    for _ in 0..<64 where !SeededGenerator.isSpent {
      let isStray = play.isOver || chance.below(4) == 0
      let event = isStray ? play.strayEvent(&chance) : play.owedEvent(&chance)
      if let fault = play.feed(event) { fail("\(event): \(fault)") }
    }
    while play.owed != .nothing {
      if let fault = play.feed(play.finalEvent) { fail(fault) }
    }
    if let fault = play.faultAtEnd { fail(fault) }
  }
}

import TestSupport

/// Programs of registrations, openings, answers and time, against a model of what may come of them.
enum DispatchFuzz {
  static func play() {
    var chance = SeededGenerator(seed: 0)
    let play = DispatchPlay(&chance)
    for _ in 0..<80 where !SeededGenerator.isSpent {
      play.step(&chance)
      play.settle()
    }
    play.end()
  }
}

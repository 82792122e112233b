import Measuring

/// All that is measured in one run, round after round, so that ratios are of the same moments.
struct Contest {
  /// How it is measured.
  struct Terms {
    var rounds: Int
    /// How long an entry works in a round, in nanoseconds; longer where one operation takes longer.
    var time: Double
  }

  let terms: Terms
  let progress: Progress
  private var contestants: [Contestant] = []

  init(terms: Terms, progress: Progress) {
    self.terms = terms
    self.progress = progress
  }

  mutating func add(_ contestants: [Contestant]) { self.contestants += contestants }

  /// Warms everything up, finds out how often each is done in a round, and measures: all, or those of some groups.
  func standings(of groups: Set<String>? = nil) throws -> Standings {
    let contestants = contestants.filter { groups?.contains($0.group) ?? true }
    var standings = Standings(contestants)
    let times = try contestants.enumerated().map { index, contestant in
      progress.show("warming up", index, of: contestants.count, contestant)
      return try warmedUp(contestant)
    }
    for round in 1...terms.rounds {
      for (index, contestant) in contestants.enumerated() {
        progress.show("round \(round) of \(terms.rounds)", index, of: contestants.count, contestant)
        standings.add(try contestant.run(times[index]), times: times[index], at: index)
      }
    }
    progress.clear()
    return standings
  }

  private func warmedUp(_ contestant: Contestant) throws -> Int {
    let time = terms.time * contestant.lengths
    var times = 1
    while times < contestant.most {
      let spent = try leastTime(contestant, times, upTo: time)
      let factor = time / spent
      if factor < 1.5 {
        guard let wanted = contestant.wanted else { break }
        return spent / Double(times) * Double(wanted) < 2e9 ? wanted : times
      }
      times = min(Int((Double(times) * min(factor, 10)).rounded(.up)), contestant.most)
    }
    return contestant.wanted ?? times
  }

  /// The least of three, for this thread may just have lost its core; of one, where that would take long.
  private func leastTime(
    _ contestant: Contestant,
    _ times: Int,
    upTo time: Double
  ) throws -> Double {
    var least = try contestant.run(times).nanoseconds
    for _ in 0..<2 where least * 1.5 > time && least < 1e9 {
      least = min(least, try contestant.run(times).nanoseconds)
    }
    return max(least, 1)
  }
}

@testable import NavigationTestSupport
import NavigationTree
import TestSupport
import Testing

@Suite struct `Properties of navigation` {
  /// The sequences are shared out among as many tests as run at a time.
  static let shares = [0, 1]

  @Test(.busy, arguments: shares)
  func `any sequence of requests shows what its states say, by the fewest steps`(
    _ share: Int
  ) throws {
    let cases = PropertyRun.cases(default: 10_000)
    let count = max(1, cases / Self.shares.count)
    var seeds = PropertyRun.generator(for: "navigation \(share)", cases: count)
    seeds = SeededGenerator(seed: seeds.next() &+ UInt64(share))
    var tally = Play.Tally()
    while tally.sequences < count {
      let treeSeed = seeds.next()
      var generator = SeededGenerator(seed: treeSeed)
      let theatre = Theatre(Sketch(&generator))
      let tree = theatre.tree()
      let faults = tree.validate()
      guard faults.isEmpty else {
        Issue.record("\(faults)\n\(theatre.sketch)")
        return
      }
      let names = NodeNames(theatre.sketch)
      // A small tree has few sequences that differ, and many trees find more than many sequences.
      for _ in 0..<min(count - tally.sequences, 15 * (1 + theatre.sketch.nodes.count / 2)) {
        var play = Play(theatre, tree, names, seed: generator.next(), tally)
        if let fault = try play.run() {
          let operations = play.operations.map(\.description).joined(separator: "\n")
          Issue.record("\(fault)\n\(theatre.sketch)\n\(operations)")
          return
        }
        tally = play.tally
      }
    }
    print("navigation \(share): \(tally)")
    // Of few sequences nothing is sure.
    if count >= 10_000 {
      #expect(tally.gestures >= PropertyRun.least(oneIn: 50, of: count))
      #expect(tally.tabs >= PropertyRun.least(oneIn: 100, of: count))
      #expect(tally.kept >= PropertyRun.least(oneIn: 20, of: count))
      #expect(tally.behindSwitchers >= PropertyRun.least(oneIn: 1_000, of: count))
      #expect(tally.forthAndBack >= PropertyRun.least(oneIn: 100, of: count))
      #expect(tally.urls >= PropertyRun.least(oneIn: 50, of: count))
      #expect(tally.endpointStates >= PropertyRun.least(oneIn: 20, of: count))
      #expect(tally.twins >= PropertyRun.least(oneIn: 50, of: count))
      #expect(tally.replays >= PropertyRun.least(oneIn: 20, of: count))
      #expect(tally.silences >= PropertyRun.least(oneIn: 100, of: count))
    }
  }
}

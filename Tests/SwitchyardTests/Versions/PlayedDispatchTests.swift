import Switchyard
import TestSupport
import Testing

/// Programs of changes between any two steps of a dispatch, against what the rules alone predict.
@Suite struct PlayedDispatchTests {
  /// What has come of some programs.
  private struct Count {
    var programs = 0
    var begunAnew = 0
    var unsettled = 0

    mutating func add(_ prediction: PlayedPrediction) {
      programs += 1
      if prediction.hasBegunAnew { begunAnew += 1 }
      if case .unsettled = prediction.ending { unsettled += 1 }
    }
  }

  /// All tables, or some in each run, and others in the next.
  private static let tables = PlayedProgram.tables.enumerated().filter { place, _ in
    (UInt64(place) &+ PropertyRun.seed % 1_000).isMultiple(of: UInt64(PropertyRun.stride))
  }
  .map(\.element)
  private static let hasAll = PropertyRun.stride == 1

  private func play(_ programs: [PlayedProgram], _ count: inout Count) async {
    let watchdog = PlayedWatchdog()
    await watchdog.watch {
      for program in programs {
        let (fault, prediction) = await PlayedDispatch.play(program, watchedBy: watchdog)
        count.add(prediction)
        guard let fault else { continue }
        // What is wrong with one is wrong with many.
        Issue.record("\(fault)")
        return
      }
    }
  }

  @Test(.busy, arguments: PlayedProgram.Setting.all)
  func `one change at any moment`(_ setting: PlayedProgram.Setting) async {
    var count = Count()
    for table in Self.tables {
      await play(PlayedProgram.ofOneChange(setting, table), &count)
    }
    #expect(count.begunAnew > 25 * Self.tables.count || !Self.hasAll)
  }

  @Test(.busy, arguments: PlayedProgram.Setting.all)
  func `a change in each handler`(_ setting: PlayedProgram.Setting) async {
    var count = Count()
    for table in Self.tables {
      await play(PlayedProgram.ofAlways(setting, table), &count)
    }
    #expect(count.begunAnew > 25 * Self.tables.count || !Self.hasAll)
    #expect(count.unsettled > 0 || !Self.hasAll)
  }

  @Test(.busy) func `two changes at any moments`() async {
    var count = Count()
    // The smallest table, or as many of them as cases are asked for.
    for table in PlayedProgram.tables.prefix(PropertyRun.cases(default: 1)) {
      await play(PlayedProgram.ofTwoChanges(.init(), table), &count)
    }
    #expect(count.begunAnew > 100)
  }

  @Test(.busy) func `drawn changes to drawn routes`() async {
    let cases = PropertyRun.cases(default: 1_000)
    var random = PropertyRun.generator(for: "changes", cases: cases)
    var count = Count()
    await play((0..<cases).map { _ in .drawn(&random) }, &count)
    #expect(count.begunAnew >= PropertyRun.least(oneIn: 20, of: cases))
  }
}

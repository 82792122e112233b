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

  private func play(_ programs: [PlayedProgram], _ count: inout Count) async {
    for program in programs {
      let (fault, prediction) = await PlayedDispatch.play(program)
      if let fault { Issue.record("\(fault)") }
      count.add(prediction)
    }
  }

  @Test(.busy, arguments: PlayedProgram.Setting.all)
  func `one change at any moment`(_ setting: PlayedProgram.Setting) async {
    var count = Count()
    for table in PlayedProgram.tables {
      await play(PlayedProgram.ofOneChange(setting, table), &count)
    }
    #expect(count.begunAnew > 100)
  }

  @Test(.busy, arguments: PlayedProgram.Setting.all)
  func `a change in each handler`(_ setting: PlayedProgram.Setting) async {
    var count = Count()
    for table in PlayedProgram.tables {
      await play(PlayedProgram.ofAlways(setting, table), &count)
    }
    #expect(count.begunAnew > 100)
    #expect(count.unsettled > 0)
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
    let cases = PropertyRun.cases(default: 2_000)
    var random = PropertyRun.generator(for: "changes", cases: cases)
    var count = Count()
    for _ in 0..<cases { await play([.drawn(&random)], &count) }
    #expect(count.begunAnew > cases / 20)
  }
}

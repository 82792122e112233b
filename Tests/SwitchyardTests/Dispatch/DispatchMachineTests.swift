@testable import DispatchTestSupport
import TestSupport
import Testing

@testable import Switchyard

@Suite struct `The machine of a dispatch` {
  // MARK: - Any sequence of events

  @Test(.busy) func `keeps its order whatever happens`() throws {
    let cases = PropertyRun.cases(default: 200_000)
    var seeds = PropertyRun.generator(for: "events of a dispatch", cases: cases)
    let answers = try MachinePlay.Answers()
    for _ in 0..<cases {
      let seed = seeds.next()
      guard let fault = play(seed, answers) else { continue }
      Issue.record("\(fault)\n\(events(of: seed, answers).joined(separator: "\n"))")
      return
    }
  }

  /// Plays the sequence of a seed.
  /// - Returns: what should not have happened, if something has.
  private func play(
    _ seed: UInt64,
    _ answers: MachinePlay.Answers,
    listener: ((DispatchMachine.Event) -> Void)? = nil
  ) -> String? {
    var generator = SeededGenerator(seed: seed)
    var play = MachinePlay(
      answers,
      hopLimit: generator.below(4),
      redirects: generator.below(4) == 0 ? .report : .follow
    )
    for _ in 0..<(4 + generator.below(16)) {
      let isStray = play.isOver || generator.below(4) == 0
      let event = isStray ? play.strayEvent(&generator) : play.owedEvent(&generator)
      listener?(event)
      if let fault = play.feed(event) { return fault }
    }
    while play.owed != .nothing {
      let event = play.finalEvent
      listener?(event)
      if let fault = play.feed(event) { return fault }
    }
    return play.faultAtEnd
  }

  private func events(of seed: UInt64, _ answers: MachinePlay.Answers) -> [String] {
    var events: [String] = []
    _ = play(seed, answers) { events.append("  \($0)") }
    return events
  }

  // MARK: - Sequences with a name

  @Test(arguments: MachineCase.all)
  func `does what a sequence asks for`(_ sequence: MachineCase) throws {
    #expect(try sequence.actions() == sequence.expected)
  }
}

/// A sequence of events, each with what has to come of it.
struct MachineCase: Sendable, CustomTestStringConvertible {
  enum Step: Sendable {
    case begins, cancelled
    case found(guards: Int, proxies: Int, hasMap: Bool = true)
    /// What the handler that was started last does.
    case proceeds, denies, fails, commits, redirects, vanishes, outlasts
    /// A guard has gone that allowed the handler.
    case losesGuard
    /// What a handler does that was started before: the first, the second, …
    case earlier(Int, proceeds: Bool)
  }

  let testDescription: String
  var hopLimit = 8
  var redirects = RedirectPolicy.follow
  let steps: [(step: Step, action: String)]

  var expected: [String] { steps.map { "\($0.step): \($0.action)" } }

  /// Feeds the events to a machine, and writes down its actions.
  func actions() throws -> [String] {
    var machine = DispatchMachine(hopLimit: hopLimit, redirects: redirects)
    let answers = try MachinePlay.Answers()
    var runs: [DispatchMachine.Run] = []
    return try steps.map { step, _ in
      let action = machine.receive(try event(step, runs, answers))
      if case .starts(let run) = action { runs.append(run) }
      return "\(step): \(text(of: action))"
    }
  }

  private func event(
    _ step: Step,
    _ runs: [DispatchMachine.Run],
    _ answers: MachinePlay.Answers
  ) throws -> DispatchMachine.Event {
    switch step {
    case .begins: .begins
    case .cancelled: .isCancelled
    case .found(let guards, let proxies, let hasMap):
      .found(guards: guards, proxies: proxies, hasMap: hasMap)
    case .proceeds: .answers(try #require(runs.last), .proceeds)
    case .denies: .answers(try #require(runs.last), .ends(.denied))
    case .fails: .answers(try #require(runs.last), .ends(.failed(answers.failure)))
    case .commits: .answers(try #require(runs.last), .commits(answers.commit))
    case .redirects: .answers(try #require(runs.last), .redirects(answers.redirect))
    case .vanishes: .vanishes(try #require(runs.last), isOfGuard: false)
    case .losesGuard: .vanishes(try #require(runs.last), isOfGuard: true)
    case .outlasts: .outlasts(try #require(runs.last))
    case .earlier(let index, true): .answers(runs[index], .proceeds)
    case .earlier(let index, false): .outlasts(runs[index])
    }
  }

  private func text(of action: DispatchMachine.Action) -> String {
    switch action {
    case .waits: "nothing"
    case .searches: "search"
    case .searchesAnew: "search anew"
    case .moves(let hop, from: _): "move to \(hop.target)"
    case .starts(let run):
      switch run.handler {
      case .guard(let index): "guard \(index)"
      case .proxy(let index): "proxy \(index)"
      case .map: "map"
      }
    case .ends(let ending, _, let releasesTurn):
      text(of: ending) + (releasesTurn ? ", next" : "")
    case .releasesTurn: "next"
    }
  }

  private func text(of ending: DispatchMachine.Ending) -> String {
    switch ending {
    case .redirected(let target): "redirected to \(target)"
    case .failed(let error): "failed: \(error.code)"
    default: "\(ending)"
    }
  }
}

extension MachineCase {
  static let all = straight + goneRoutes + hops + faults + cancellations

  private static let straight = [
    MachineCase(
      testDescription: "guards in order, then proxies in order, then the map",
      steps: [
        (.begins, "search"), (.found(guards: 2, proxies: 2), "guard 0"), (.proceeds, "guard 1"),
        (.proceeds, "proxy 0"), (.proceeds, "proxy 1"), (.proceeds, "map"),
        (.proceeds, "handled, next"),
      ]
    ),
    MachineCase(
      testDescription: "a map alone",
      steps: [
        (.begins, "search"), (.found(guards: 0, proxies: 0), "map"), (.proceeds, "handled, next"),
      ]
    ),
    MachineCase(
      testDescription: "a guard is asked also where there is no map",
      steps: [
        (.begins, "search"), (.found(guards: 1, proxies: 0, hasMap: false), "guard 0"),
        (.proceeds, "notFound, next"),
      ]
    ),
    MachineCase(
      testDescription: "the first guard that denies ends it",
      steps: [
        (.begins, "search"), (.found(guards: 2, proxies: 1), "guard 0"),
        (.denies, "denied, next"), (.proceeds, "nothing"),
      ]
    ),
  ]

  private static let goneRoutes = [
    MachineCase(
      testDescription: "where a route has gone the leg begins anew, whatever its kind",
      steps: [
        (.begins, "search"), (.found(guards: 1, proxies: 1), "guard 0"),
        (.vanishes, "search anew"), (.found(guards: 1, proxies: 1), "guard 0"),
        (.proceeds, "proxy 0"), (.vanishes, "search anew"),
        (.found(guards: 1, proxies: 0), "guard 0"), (.proceeds, "map"),
        (.vanishes, "search anew"), (.found(guards: 1, proxies: 0), "guard 0"),
        (.proceeds, "map"), (.proceeds, "handled, next"),
      ]
    ),
    MachineCase(
      testDescription: "where a guard has gone before the map the guards are asked again",
      steps: [
        (.begins, "search"), (.found(guards: 1, proxies: 0), "guard 0"), (.proceeds, "map"),
        (.losesGuard, "search anew"), (.found(guards: 1, proxies: 0), "guard 0"),
        (.denies, "denied, next"),
      ]
    ),
    MachineCase(
      testDescription: "a map that has begun is not begun again",
      steps: [
        (.begins, "search"), (.found(guards: 0, proxies: 0), "map"),
        (.proceeds, "handled, next"), (.vanishes, "nothing"), (.losesGuard, "nothing"),
      ]
    ),
    MachineCase(
      testDescription: "a leg that begins anew after a commit asks no proxy",
      steps: [
        (.begins, "search"), (.found(guards: 0, proxies: 1), "proxy 0"), (.commits, "move to /b"),
        (.found(guards: 0, proxies: 1), "map"), (.vanishes, "search anew"),
        (.found(guards: 1, proxies: 1), "guard 0"), (.proceeds, "map"),
        (.proceeds, "handled, next"),
      ]
    ),
    MachineCase(
      testDescription: "a leg that begins anew may find no map",
      steps: [
        (.begins, "search"), (.found(guards: 0, proxies: 0), "map"), (.vanishes, "search anew"),
        (.found(guards: 0, proxies: 0, hasMap: false), "notFound, next"),
      ]
    ),
    MachineCase(
      testDescription: "beginnings are not hops",
      hopLimit: 1,
      steps: [
        (.begins, "search"), (.found(guards: 0, proxies: 1), "proxy 0"),
        (.vanishes, "search anew"), (.found(guards: 0, proxies: 1), "proxy 0"),
        (.commits, "move to /b"), (.found(guards: 0, proxies: 0), "map"),
        (.vanishes, "search anew"), (.found(guards: 0, proxies: 0), "map"),
        (.proceeds, "handled, next"),
      ]
    ),
    MachineCase(
      testDescription: "after eight beginnings a map that has gone ends it as unsettled",
      steps: [(.begins, "search"), (.found(guards: 0, proxies: 0), "map")]
        + repeated([(.vanishes, "search anew"), (.found(guards: 0, proxies: 0), "map")])
        + [(.vanishes, "unsettled, next"), (.found(guards: 0, proxies: 0), "nothing")]
    ),
    MachineCase(
      testDescription: "after eight beginnings a guard that has gone denies",
      steps: [(.begins, "search"), (.found(guards: 1, proxies: 0), "guard 0")]
        + repeated([(.losesGuard, "search anew"), (.found(guards: 1, proxies: 0), "guard 0")])
        + [(.losesGuard, "denied, next")]
    ),
    MachineCase(
      testDescription: "a search that begins anew is cancelled on the spot",
      steps: [
        (.begins, "search"), (.found(guards: 1, proxies: 0), "guard 0"),
        (.vanishes, "search anew"), (.cancelled, "cancelled, next"),
        (.found(guards: 1, proxies: 0), "nothing"),
      ]
    ),
  ]

  private static func repeated(_ steps: [(Step, String)]) -> [(step: Step, action: String)] {
    (0..<DispatchMachine.beginningLimit).flatMap { _ in steps }
  }

  private static let hops = [
    MachineCase(
      testDescription: "a commit meets all guards again, and no proxy",
      steps: [
        (.begins, "search"), (.found(guards: 1, proxies: 2), "guard 0"), (.proceeds, "proxy 0"),
        (.commits, "move to /b"), (.found(guards: 2, proxies: 2), "guard 0"),
        (.proceeds, "guard 1"), (.proceeds, "map"), (.proceeds, "handled, next"),
      ]
    ),
    MachineCase(
      testDescription: "a redirect meets guards and proxies again",
      steps: [
        (.begins, "search"), (.found(guards: 1, proxies: 1), "guard 0"),
        (.redirects, "move to /c"), (.found(guards: 1, proxies: 1, hasMap: false), "guard 0"),
        (.proceeds, "proxy 0"), (.proceeds, "notFound, next"),
      ]
    ),
    MachineCase(
      testDescription: "a redirect after a commit meets proxies again",
      steps: [
        (.begins, "search"), (.found(guards: 0, proxies: 1), "proxy 0"), (.commits, "move to /b"),
        (.found(guards: 1, proxies: 1), "guard 0"), (.redirects, "move to /c"),
        (.found(guards: 0, proxies: 1, hasMap: false), "proxy 0"),
        (.proceeds, "notFound, next"),
      ]
    ),
    MachineCase(
      testDescription: "a redirect that is to be told of ends it",
      redirects: .report,
      steps: [
        (.begins, "search"), (.found(guards: 1, proxies: 1), "guard 0"),
        (.redirects, "redirected to /c, next"),
      ]
    ),
    MachineCase(
      testDescription: "a hop more than allowed is a loop",
      hopLimit: 1,
      steps: [
        (.begins, "search"), (.found(guards: 1, proxies: 0), "guard 0"),
        (.redirects, "move to /c"), (.found(guards: 1, proxies: 0), "guard 0"),
        (.redirects, "looped, next"),
      ]
    ),
    MachineCase(
      testDescription: "no hop is allowed where none is",
      hopLimit: 0,
      steps: [
        (.begins, "search"), (.found(guards: 0, proxies: 1), "proxy 0"),
        (.commits, "looped, next"),
      ]
    ),
  ]

  private static let faults = [
    MachineCase(
      testDescription: "answers twice, out of turn and too late change nothing",
      steps: [
        (.found(guards: 1, proxies: 0), "nothing"), (.begins, "search"), (.begins, "nothing"),
        (.found(guards: 2, proxies: 0), "guard 0"), (.found(guards: 0, proxies: 0), "nothing"),
        (.proceeds, "guard 1"), (.earlier(0, proceeds: true), "nothing"),
        (.earlier(0, proceeds: false), "nothing"), (.proceeds, "map"),
        (.proceeds, "handled, next"), (.proceeds, "nothing"), (.outlasts, "nothing"),
        (.cancelled, "nothing"),
      ]
    ),
    MachineCase(
      testDescription: "a time that is up ends it, and the late answer changes nothing",
      steps: [
        (.begins, "search"), (.found(guards: 1, proxies: 0), "guard 0"),
        (.outlasts, "outlasted, next"), (.proceeds, "nothing"),
      ]
    ),
    MachineCase(
      testDescription: "a proxy that fails ends it",
      steps: [
        (.begins, "search"), (.found(guards: 0, proxies: 2), "proxy 0"),
        (.fails, "failed: handlerThrew, next"), (.proceeds, "nothing"),
      ]
    ),
  ]

  private static let cancellations = [
    MachineCase(
      testDescription: "one that waits is cancelled at once, and gives its turn on when it comes",
      steps: [(.cancelled, "cancelled"), (.begins, "next"), (.begins, "nothing")]
    ),
    MachineCase(
      testDescription: "a cancelled handler keeps the turn until it ends",
      steps: [
        (.begins, "search"), (.found(guards: 0, proxies: 0), "map"), (.cancelled, "cancelled"),
        (.cancelled, "nothing"), (.fails, "next"), (.proceeds, "nothing"),
      ]
    ),
    MachineCase(
      testDescription: "a cancelled handler keeps the turn until its time is up",
      steps: [
        (.begins, "search"), (.found(guards: 0, proxies: 1), "proxy 0"),
        (.cancelled, "cancelled"), (.outlasts, "next"), (.commits, "nothing"),
      ]
    ),
    MachineCase(
      testDescription: "a cancelled handler that never began gives the turn on",
      steps: [
        (.begins, "search"), (.found(guards: 1, proxies: 0), "guard 0"),
        (.cancelled, "cancelled"), (.vanishes, "next"),
      ]
    ),
    MachineCase(
      testDescription: "a search is cancelled on the spot",
      steps: [
        (.begins, "search"), (.cancelled, "cancelled, next"),
        (.found(guards: 1, proxies: 0), "nothing"),
      ]
    ),
  ]
}

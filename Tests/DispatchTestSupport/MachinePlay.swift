import TestSupport

@testable import Switchyard

/// Plays the part of a performer for a machine: feeds events, keeps a simple model, and watches what must hold.
struct MachinePlay {
  typealias Machine = DispatchMachine

  /// What the performer owes the machine.
  enum Owed: Equatable {
    case turn
    case search
    case answer(Machine.Run)
    case nothing
  }

  /// What answers lead to; made once for all sequences.
  struct Answers {
    let commit: Hop
    let redirect: Hop
    let failure = DispatchError(.handlerThrew, target: "/a")

    init() throws {
      commit = Hop(kind: .commit, target: try RouteTarget("/b"))
      redirect = Hop(kind: .redirect, target: try RouteTarget("/c"))
    }
  }

  private let answers: Answers
  private var machine: Machine
  private let hopLimit: Int
  private let redirects: RedirectPolicy
  private(set) var owed = Owed.turn
  private(set) var pastRuns: [Machine.Run] = []
  private var guards = 0
  private var proxies = 0
  private var passedGuards = 0
  private var passedProxies = 0
  private var isCommitted = false
  private var hasBegun = false
  private var hasMap = false
  private var beginnings = 0
  private var hasEnded = false
  private var releases = 0
  private var moves = 0
  private var lastNumber = 0

  init(_ answers: Answers, hopLimit: Int, redirects: RedirectPolicy) {
    self.answers = answers
    machine = Machine(hopLimit: hopLimit, redirects: redirects)
    self.hopLimit = hopLimit
    self.redirects = redirects
  }

  /// Whether nothing that could come means anything any more.
  var isOver: Bool { hasEnded && releases == 1 }

  // MARK: - Playing

  /// Feeds an event.
  /// - Returns: what should not have happened, if something has.
  mutating func feed(_ event: Machine.Event) -> String? {
    let isMeant = means(event)
    var short = machine
    let action = machine.receive(event)
    if case .answers(let run, .proceeds) = event {
      let next = short.goOn(behind: run)
      let started: Machine.Run? = if case .starts(let run) = action { run } else { nil }
      guard next == started else { return "the short way says \(next as Any), not \(action)" }
      // And goes on as well.
      if next != nil { machine = short }
    }
    guard isMeant else {
      if case .waits = action { return nil }
      return "an event that means nothing has led to \(action)"
    }
    return follow(event, action)
  }

  /// What is wrong at the end of a sequence that was played to it.
  var faultAtEnd: String? {
    if !hasEnded { return "it has not ended" }
    return releases == (hasBegun ? 1 : 0) ? nil : "the turn was released \(releases) times"
  }

  private func means(_ event: Machine.Event) -> Bool {
    switch event {
    case .begins: !hasBegun
    case .found: owed == .search
    case .answers(let run, _), .vanishes(let run, _), .outlasts(let run): owed == .answer(run)
    case .isCancelled: !hasEnded
    }
  }

  private mutating func follow(_ event: Machine.Event, _ action: Machine.Action) -> String? {
    let before = owed
    note(event)
    if case .ends(let ending, _, let releasesTurn) = action {
      return end(ending, releasesTurn, after: event, while: before)
    }
    if case .releasesTurn = action {
      guard hasEnded, hasBegun else { return "the turn goes before the end, or before it came" }
      releases += 1
      owed = .nothing
      return releases == 1 ? nil : "the turn was released \(releases) times"
    }
    if hasEnded { return "after the end: \(action)" }
    if case .vanishes = event {
      guard case .searchesAnew = action else { return "the leg does not begin anew" }
    }
    switch action {
    case .searches:
      guard case .begins = event else { return "a search without a turn" }
      owed = .search
    case .searchesAnew:
      guard case .vanishes = event else { return "a leg begins anew though no route has gone" }
      beginnings += 1
      guard beginnings <= Machine.beginningLimit else { return "\(beginnings) beginnings" }
      beginLeg()
    case .moves(let hop, from: let run):
      guard case .answers(run, _) = event else { return "a move that \(event) has not brought" }
      return move(hop, after: event)
    case .starts(let run): return start(run)
    case .waits: return "nothing comes of \(event)"
    case .ends, .releasesTurn: break
    }
    return nil
  }

  /// Takes down what an event says.
  private mutating func note(_ event: Machine.Event) {
    switch event {
    case .begins: hasBegun = true
    case .found(let guards, let proxies, let hasMap):
      (self.guards, self.proxies, self.hasMap) = (guards, proxies, hasMap)
    case .answers(let run, .proceeds): pass(run)
    case .answers(let run, _), .vanishes(let run, _), .outlasts(let run): pastRuns.append(run)
    case .isCancelled: break
    }
  }

  private mutating func pass(_ run: Machine.Run) {
    pastRuns.append(run)
    switch run.handler {
    case .guard: passedGuards += 1
    case .proxy: passedProxies += 1
    case .map: break
    }
  }

  // MARK: - What must hold

  private var isWayClear: Bool { hasBegun && passedGuards == guards }

  private mutating func start(_ run: Machine.Run) -> String? {
    if case .answer(let other) = owed, !pastRuns.contains(other) {
      return "\(run) starts while \(other) runs"
    }
    guard run.number > lastNumber else { return "the number of \(run) does not grow" }
    lastNumber = run.number
    owed = .answer(run)
    switch run.handler {
    case .guard(let index):
      let isNext = index == passedGuards && index < guards && passedProxies == 0
      return isNext ? nil : "\(run) is not the guard to be asked"
    case .proxy(let index):
      guard isWayClear, !isCommitted else { return "\(run) may not be asked" }
      return index == passedProxies && index < proxies ? nil : "\(run) is not the next proxy"
    case .map:
      let isClear = isWayClear && (passedProxies == proxies || isCommitted)
      return isClear && hasMap ? nil : "the map starts unguarded, or unfound"
    }
  }

  private mutating func move(_ hop: Hop, after event: Machine.Event) -> String? {
    moves += 1
    isCommitted = hop.kind == .commit
    beginLeg()
    guard moves <= hopLimit else { return "\(moves) moves" }
    switch event {
    case .answers(_, .commits): return hop.kind == .commit ? nil : "a commit became a redirect"
    case .answers(_, .redirects):
      return redirects == .follow && hop.kind == .redirect ? nil : "a redirect to be told of moved"
    default: return "a move out of nothing"
    }
  }

  private mutating func beginLeg() {
    owed = .search
    (guards, proxies, hasMap, passedGuards, passedProxies) = (.max, 0, false, 0, 0)
  }

  private mutating func end(
    _ ending: Machine.Ending,
    _ releasesTurn: Bool,
    after event: Machine.Event,
    while before: Owed
  ) -> String? {
    guard !hasEnded else { return "a second end: \(ending)" }
    hasEnded = true
    if releasesTurn { releases += 1 }
    var lingers = false
    let expected: Machine.Ending? =
      switch event {
      case .isCancelled: .cancelled
      case .found(_, _, hasMap: false): .notFound
      case .answers(let run, .proceeds) where run.handler != .map && !hasMap: .notFound
      case .vanishes(_, let isOfGuard) where beginnings == Machine.beginningLimit:
        isOfGuard ? .denied : .unsettled
      case .outlasts: .outlasted
      case .answers(_, .ends(let ending)): ending
      case .answers(let run, .proceeds) where run.handler == .map: .handled
      case .answers(_, .redirects(let hop)) where redirects == .report: .redirected(hop.target)
      case .answers(_, .commits), .answers(_, .redirects): moves == hopLimit ? .looped : nil
      default: nil
      }
    if case .isCancelled = event {
      // The handler keeps the turn, as does whoever has not got it yet.
      lingers = if case .answer = before { true } else { before == .turn }
    }
    if !lingers { owed = .nothing }
    guard ending == expected else { return "\(event) ends as \(ending)" }
    return releasesTurn == !lingers ? nil : "the turn is released or kept wrongly by \(event)"
  }
}

// MARK: - Drawing events

extension MachinePlay {
  /// The event that is owed, one of those it could be.
  func owedEvent(_ generator: inout SeededGenerator) -> Machine.Event {
    switch owed {
    case .turn, .nothing: return .begins
    case .search: return found(&generator)
    case .answer(let run):
      switch generator.below(12) {
      case 0, 1, 2: return .vanishes(run, isOfGuard: generator.below(2) == 0)
      case 3: return .outlasts(run)
      default: return .answers(run, answer(to: run, &generator))
      }
    }
  }

  private func found(_ generator: inout SeededGenerator) -> Machine.Event {
    .found(
      guards: generator.below(3),
      proxies: generator.below(3),
      hasMap: generator.below(4) > 0
    )
  }

  /// The event that leads to the end on the shortest way.
  var finalEvent: Machine.Event {
    switch owed {
    case .turn, .nothing: .begins
    case .search: .found(guards: 0, proxies: 0, hasMap: true)
    case .answer(let run): .answers(run, .proceeds)
    }
  }

  /// The answer by which a handler takes the dispatch elsewhere, or ends it.
  func leading(from run: Machine.Run) -> Machine.Answer {
    switch run.handler {
    case .guard: .redirects(answers.redirect)
    case .proxy: .commits(answers.commit)
    case .map: .ends(.failed(answers.failure))
    }
  }

  /// An event of any kind, at any moment, most of which mean nothing.
  func strayEvent(_ generator: inout SeededGenerator) -> Machine.Event {
    switch generator.below(7) {
    case 0: return .begins
    case 1: return found(&generator)
    case 2: return .isCancelled
    default:
      let run = strayRun(&generator)
      switch generator.below(3) {
      case 0: return .vanishes(run, isOfGuard: generator.below(2) == 0)
      case 1: return .outlasts(run)
      default: return .answers(run, answer(to: run, &generator))
      }
    }
  }

  /// A run that is over, or one that never was.
  private func strayRun(_ generator: inout SeededGenerator) -> Machine.Run {
    if !pastRuns.isEmpty, generator.below(4) > 0 { return generator.pick(pastRuns) }
    let handler: Machine.Handler =
      switch generator.below(3) {
      case 0: .guard(generator.below(3))
      case 1: .proxy(generator.below(3))
      default: .map
      }
    return Machine.Run(number: generator.below(6), handler: handler)
  }

  private func answer(
    to run: Machine.Run,
    _ generator: inout SeededGenerator
  ) -> Machine.Answer {
    let kind = generator.below(8)
    switch run.handler {
    case .guard:
      return kind == 0 ? .ends(.denied) : kind < 3 ? .redirects(answers.redirect) : .proceeds
    case .proxy:
      return kind == 0
        ? .ends(.failed(answers.failure)) : kind < 4 ? .commits(answers.commit) : .proceeds
    case .map: return kind < 2 ? .ends(.failed(answers.failure)) : .proceeds
    }
  }
}

import Switchyard

/// A handler that has begun, and what it was told.
struct PlayedEvent: Equatable, Sendable, CustomStringConvertible {
  let id: Int
  let target: String
  let payload: Int
  /// What the proxy that led to the target has made of a parameter.
  let parameter: String?
  /// The values that handlers have left, where the handler is told the context.
  var values: [Int]?
  /// What ran before, where it is told the context.
  var trail: [String]?

  var description: String {
    "\(id)(\(target) \(payload) \(parameter ?? "-") \(values ?? []) \(trail ?? []))"
  }
}

/// How a dispatch ended.
enum PlayedEnding: Equatable, Sendable {
  case handled(Int)
  case notFound
  case denied(Int)
  case looped
  /// Too many routes had gone; those that had, by their patterns.
  case unsettled([String])
  case other(String)
}

/// What a dispatch should come to, by the rules alone: each leg has the routes of one version, and begins anew where
/// one of them is gone before its turn.
struct PlayedPrediction {
  private struct Leg {
    var target: String
    var payload: Int
    var parameter: String?
    /// The values that it began with.
    var start: [Int] = []
    var values: [Int] = []
    var asksProxies = true
    /// The proxies that have passed and left nothing.
    var passed: Set<Int> = []
  }

  private enum Result {
    case goesOn
    case beginsAnew
    case leads
    case ends(PlayedEnding)
  }

  private let program: PlayedProgram
  private var table = PlayedTable()
  private var changesInHandlers = 0
  private var leg = Leg(target: "/a", payload: 1)
  private var trail: [String] = []
  private var hops = 0
  private var beginnings = 0
  private var lost: [PlayedRoute] = []

  private(set) var events: [PlayedEvent] = []
  /// How many moments there are.
  private(set) var moments = 0
  /// How often a queue comes to a handler.
  private(set) var turns = 0
  private(set) var ending = PlayedEnding.notFound
  var hasBegunAnew: Bool { beginnings > 0 }

  init(_ program: PlayedProgram) {
    self.program = program
    for route in program.routes { apply(.each([.add(route)])) }
    play()
  }

  private mutating func play() {
    if program.setting.waits { passMoment() }
    while true {
      switch playLeg() {
      case .ends(let ending):
        self.ending = ending
        return
      case .beginsAnew: leg.values = leg.start
      case .leads, .goesOn: leg.start = leg.values
      }
    }
  }

  private mutating func playLeg() -> Result {
    let found = table.live
    let guards = found.guards(of: leg.target)
    let proxies = (leg.asksProxies ? found.proxies(of: leg.target) : [])
      .filter { !leg.passed.contains($0.id) }
    let end = found.end(of: leg.target, program.setting.precedence)
    for _ in guards.filter(\.route.hasCheck) { passMoment() }
    for entry in guards + proxies {
      let result = ask(entry, guards)
      if case .goesOn = result { continue }
      return result
    }
    guard let end else { return .ends(.notFound) }
    return ask(end, guards)
  }

  private mutating func ask(_ entry: PlayedTable.Entry, _ guards: [PlayedTable.Entry]) -> Result {
    if program.setting.hasQueue {
      turns += 1
      passMoment()
    }
    let isEnd = entry.route.kind == .map || entry.route.kind == .fallback
    let missing =
      table.gone.contains(entry.id)
      ? entry : isEnd ? guards.first { table.gone.contains($0.id) } : nil
    if let missing { return lose(missing) }
    var event = PlayedEvent(
      id: entry.id,
      target: leg.target,
      payload: leg.payload,
      parameter: leg.parameter
    )
    if entry.route.timing == .async {
      event.values = leg.values
      event.trail = trail
    }
    events.append(event)
    if !isEnd { trail.append("\(entry.route.kind.rawValue) \(entry.route.path)") }
    let before = leg.values
    if entry.route.manner == .leaves { leg.values.append(entry.id) }
    passMoment(inHandler: true)
    if entry.route.timing == .later { passMoment() }
    switch entry.route.manner {
    case .denies: return .ends(.denied(entry.id))
    case .leads(let target): return lead(to: target, by: entry)
    case .proceeds, .leaves:
      if entry.route.kind == .proxy, leg.values == before { leg.passed.insert(entry.id) }
      return isEnd ? .ends(.handled(entry.id)) : .goesOn
    }
  }

  private mutating func lose(_ entry: PlayedTable.Entry) -> Result {
    lost.append(entry.route)
    guard beginnings < 8 else {
      return .ends(
        entry.route.kind == .guard ? .denied(entry.id) : .unsettled(lost.map(\.path))
      )
    }
    beginnings += 1
    return .beginsAnew
  }

  private mutating func lead(to target: String, by entry: PlayedTable.Entry) -> Result {
    guard hops < 8 else { return .ends(.looped) }
    hops += 1
    let isCommit = entry.route.kind == .proxy
    trail.append("\(isCommit ? "commit" : "redirect") \(target)")
    leg.target = target
    leg.passed = []
    leg.asksProxies = !isCommit
    leg.parameter = isCommit ? "\(entry.id)" : nil
    if isCommit { leg.payload = entry.id }
    return .leads
  }

  // MARK: - Changes

  private mutating func passMoment(inHandler isInHandler: Bool = false) {
    for (moment, change) in program.changes where moment == moments { apply(change) }
    moments += 1
    guard isInHandler, let always = program.always, changesInHandlers < always.times else { return }
    changesInHandlers += 1
    apply(always.change)
  }

  private mutating func apply(_ change: PlayedProgram.Change) {
    switch change {
    case .each(let changes): for step in table.steps(of: changes) { table.apply([step]) }
    case .update(let changes): table.apply(table.steps(of: changes))
    case .ownerDies(let owner): table.endOwner(owner)
    }
  }
}

import Switchyard
import TestSupport

/// Routes, and the changes to them at the moments of a dispatch.
///
/// There is a moment before the dispatch's turn, where it has to wait for that; in a closure of a pattern, after the
/// routes were found; before each handler starts, where that takes a queue; in each handler; and before the answer of
/// one that says it later.
struct PlayedProgram: Sendable {
  enum Step: Hashable, Sendable {
    case add(PlayedRoute)
    /// The latest route of the kind with the path goes.
    case remove(RouteKind, String)
  }

  enum Change: Hashable, Sendable {
    /// One step after the other.
    case each([Step])
    /// All of them in one version.
    case update([Step])
    case ownerDies(Int)
  }

  struct Setting: Hashable, Sendable {
    var order = Router.Order.serial
    var precedence = Router.Precedence.latestFirst
    var hasQueue = false
    /// Whether another dispatch has the turn when this one begins.
    var waits = false

    static let all: [Setting] = [
      Setting(), Setting(waits: true), Setting(order: .concurrent, precedence: .mostSpecific),
      Setting(hasQueue: true), Setting(hasQueue: true, waits: true),
      Setting(order: .concurrent, precedence: .mostSpecific, hasQueue: true),
    ]
  }

  let setting: Setting
  let routes: [PlayedRoute]
  /// The changes, each with the number of its moment.
  let changes: [(moment: Int, change: Change)]
  /// What is changed in each handler, as often as this says.
  let always: (change: Change, times: Int)?

  init(
    _ setting: Setting = Setting(),
    _ routes: [PlayedRoute],
    changes: [(moment: Int, change: Change)] = [],
    always: (change: Change, times: Int)? = nil
  ) {
    self.setting = setting
    self.routes = routes.map { $0.fitted(to: setting) }
    self.changes = changes.map { ($0.moment, $0.change.fitted(to: setting)) }
    self.always = always.map { ($0.change.fitted(to: setting), $0.times) }
  }
}

extension PlayedRoute {
  /// The route as it can be played: async closures are not called by a queue that is stopped after each handler.
  fileprivate func fitted(to setting: PlayedProgram.Setting) -> PlayedRoute {
    guard setting.hasQueue, timing == .async else { return self }
    var route = timed(.atOnce)
    if manner == .leaves { route.manner = .proceeds }
    return route
  }
}

extension PlayedProgram.Change {
  fileprivate func fitted(to setting: PlayedProgram.Setting) -> Self {
    switch self {
    case .each(let steps): .each(steps.map { $0.fitted(to: setting) })
    case .update(let steps): .update(steps.map { $0.fitted(to: setting) })
    case .ownerDies: self
    }
  }
}

extension PlayedProgram.Step {
  fileprivate func fitted(to setting: PlayedProgram.Setting) -> Self {
    if case .add(let route) = self { .add(route.fitted(to: setting)) } else { self }
  }
}

extension PlayedProgram: CustomStringConvertible {
  var description: String {
    var lines = ["\(setting)"] + routes.map { "  \($0)" }
    lines += changes.map { "  at \($0.moment): \($0.change)" }
    if let always { lines.append("  in each handler, \(always.times) times: \(always.change)") }
    return lines.joined(separator: "\n")
  }
}

extension PlayedProgram.Change: CustomStringConvertible {
  var description: String {
    switch self {
    case .each(let steps): "\(steps)"
    case .update(let steps): "update \(steps)"
    case .ownerDies(let owner): "owner \(owner) dies"
    }
  }
}

extension PlayedProgram.Step: CustomStringConvertible {
  var description: String {
    switch self {
    case .add(let route): "add \(route)"
    case .remove(let kind, let path): "remove \(kind.rawValue) \(path)"
    }
  }
}

// MARK: - All small programs

extension PlayedProgram {
  /// The tables that small programs begin with.
  static let tables: [[PlayedRoute]] = [
    [.guard("/a"), .map("/a")],
    [.guard("/a").timed(.later), .map("/a").timed(.later)],
    [.guard("/*"), .guard("/a"), .map("/a", owner: 1), .fallback("/*")],
    [.guard("/:x"), .guard("/a"), .map("/a", owner: 1), .map("/c", owner: 1)],
    [.guard("/a"), .proxy("/a"), .proxy("/*").timed(.later), .map("/a").timed(.async)],
    [
      .guard("/a", .leaves).timed(.async), .proxy("/a", .leaves).timed(.async), .proxy("/a"),
      .map("/a").timed(.async),
    ],
    [
      .guard("/*").timed(.later), .proxy("/a", .leads("/b")), .guard("/b", .leaves).timed(.async),
      .map("/b").timed(.async),
    ],
    [
      .guard("/a", .leads("/b")), .guard("/b"), .proxy("/b", .leads("/b")), .proxy("/b"),
      .map("/b").timed(.async), .map("/a"),
    ],
    [.proxy("/a").timed(.later), .map("/*"), .map("/a", owner: 1), .fallback("/a")],
    [.guard("/*").timed(.later), .guard("/a", .denies), .map("/a")],
    [.guard("/a").timed(.later), .fallback("/*")],
  ]

  /// The changes that small programs make.
  static let vocabulary: [Change] = {
    var changes: [Change] = [
      .each([.remove(.guard, "/a")]), .each([.remove(.map, "/a")]), .each([.remove(.proxy, "/a")]),
      .each([.remove(.guard, "/*"), .remove(.guard, "/:x")]),
      .each([.add(.guard("/a", .denies))]), .each([.add(.map("/a"))]), .each([.add(.proxy("/a"))]),
      .each([.add(.map("/c")), .remove(.map, "/c")]),
      .update([.remove(.fallback, "/*"), .remove(.map, "/a"), .add(.map("/*"))]),
      .ownerDies(1),
    ]
    // Of each kind one that takes the place of the other, in one step and in two.
    let pairs: [(RouteKind, PlayedRoute)] = [
      (.guard, .guard("/a")), (.guard, .guard("/a", .denies)), (.guard, .guard("/a", .leads("/b"))),
      (.guard, .guard("/b", .denies)), (.map, .map("/a")), (.map, .map("/b").timed(.async)),
      (.proxy, .proxy("/a", .leads("/b"))), (.proxy, .proxy("/a", .leaves).timed(.async)),
      (.fallback, .fallback("/*")),
    ]
    for (kind, route) in pairs {
      let steps: [Step] = [.add(route), .remove(kind, route.path)]
      changes += [.each(steps), .update(steps)]
    }
    // A guard and what stands behind it, together.
    let secret: [Step] = [.add(.guard("/a", .denies)), .add(.map("/a"))]
    changes += [
      .each(secret + [.remove(.map, "/a")]), .each([.remove(.map, "/a")] + secret),
      .update(secret + [.remove(.map, "/a"), .remove(.guard, "/a")]),
      .update([.add(.guard("/b", .denies)), .add(.map("/b")), .remove(.map, "/b")]),
    ]
    return changes
  }()

  /// All programs of one change, at any moment.
  static func ofOneChange(_ setting: Setting, _ table: [PlayedRoute]) -> [PlayedProgram] {
    let moments = PlayedPrediction(PlayedProgram(setting, table)).moments
    return vocabulary.flatMap { change in
      (0..<moments).map { moment in
        PlayedProgram(setting, table, changes: [(moment, change)])
      }
    }
  }

  /// All programs of two changes, at any of the first moments.
  static func ofTwoChanges(_ setting: Setting, _ table: [PlayedRoute]) -> [PlayedProgram] {
    let moments = min(3, PlayedPrediction(PlayedProgram(setting, table)).moments)
    return vocabulary.flatMap { first in
      vocabulary.flatMap { second in
        (0..<moments).flatMap { one in
          (one...moments).map { other in
            PlayedProgram(setting, table, changes: [(one, first), (other, second)])
          }
        }
      }
    }
  }

  /// All programs that make a change in each handler.
  static func ofAlways(_ setting: Setting, _ table: [PlayedRoute]) -> [PlayedProgram] {
    vocabulary.flatMap { change in
      [1, 8, 9].map { times in
        PlayedProgram(setting, table, always: (change, times))
      }
    }
  }
}

// MARK: - Larger ones

extension PlayedProgram {
  static func drawn(_ random: inout SeededGenerator) -> PlayedProgram {
    let setting = random.pick(Setting.all)
    let count = 2 + random.below(7)
    var routes = (0..<count).map { _ in route(&random) }
    if random.below(4) == 0 { routes.insert(.guard("/:x"), at: random.below(routes.count + 1)) }
    let changes = (0..<(1 + random.below(6))).map { _ in (random.below(12), change(&random)) }
    let always = random.below(6) == 0 ? (change(&random), random.below(20)) : nil
    return PlayedProgram(setting, routes, changes: changes, always: always)
  }

  private static func route(_ random: inout SeededGenerator) -> PlayedRoute {
    let path = random.pick(["/a", "/a", "/b", "/*"])
    let kind = random.pick([RouteKind.guard, .guard, .proxy, .proxy, .map, .map, .map, .fallback])
    var route = PlayedRoute(kind: kind, path: path)
    route.timing = random.pick([.atOnce, .later, .async])
    let manner = random.below(10)
    switch kind {
    case .guard where manner == 0: route.manner = .denies
    case .guard where manner == 1: route.manner = .leads(random.pick(["/a", "/b"]))
    case .proxy where manner < 3: route.manner = .leads(random.pick(["/a", "/b"]))
    case .guard where route.timing == .async, .proxy where route.timing == .async:
      if manner > 5 { route.manner = .leaves }
    default: break
    }
    if kind != .guard, random.below(4) == 0 { route.owner = 1 + random.below(2) }
    return route
  }

  private static func change(_ random: inout SeededGenerator) -> Change {
    if random.below(8) == 0 { return .ownerDies(1 + random.below(2)) }
    var steps: [Step] = []
    for _ in 0..<(1 + random.below(3)) {
      let new = route(&random)
      switch random.below(4) {
      case 0: steps.append(.add(new))
      case 1: steps.append(.remove(new.kind, new.path))
      default: steps += [.add(new), .remove(new.kind, new.path)]
      }
    }
    return random.below(2) == 0 ? .each(steps) : .update(steps)
  }
}

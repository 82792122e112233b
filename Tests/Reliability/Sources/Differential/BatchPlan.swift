import TestSupport
import SwitchyardHTTP
import Trials

/// What a batch is made of.
struct BatchPlan {
  /// What is tried.
  enum Scale: String {
    case small
    /// With matches that hit a limit.
    case costly
    /// More shapes of patterns than the index keeps apart.
    case spread
    /// More than a thousand routes.
    case large
  }

  let scale: Scale
  let configuration: Router.Configuration
  /// About how many routes there are at a time.
  let size: Int
  /// The tags that routes have, most often the first three.
  let tags: [RouteTag]
  /// How many draws are made.
  let draws: Int

  init(_ random: inout SeededGenerator) {
    switch random.below(400) {
    case 0: scale = .spread
    case 1: scale = .large
    case 2...21: scale = .costly
    default: scale = .small
    }
    size =
      switch scale {
      case .small: random.pick([3, 8, 15, 25, 40])
      case .costly: 12
      case .spread: 1_200
      case .large: 1400
      }
    draws = 1_000
    // Sometimes more than there are bits, so that some have the same.
    let names = (0..<(random.below(6) == 0 ? 60 : 4)).map { RouteTag("tag \($0)") }
    tags = [.method(.get)] + names
    var configuration = random.below(2) == 0 ? Router.Configuration.app : .server
    configuration.precedence = random.pick([.latestFirst, .mostSpecific])
    configuration.slashes = random.pick([.lenient, .lenient, .strict])
    configuration.letterCase = random.pick([.sensitive, .sensitive, .insensitive])
    if scale == .costly { configuration.matchSteps = 4_000 }
    // Far from what a match takes, and never looked at by a clock.
    configuration.handlerTimeLimit = nil
    configuration.guardTimeLimit = nil
    configuration.onFault = { _ in }
    self.configuration = configuration
  }

  /// Draws patterns and targets.
  func draw(_ random: inout SeededGenerator) -> ([BatchPattern], [RouteTarget]) {
    let count =
      switch scale {
      case .small, .costly: 6 + size * 3 / 4
      case .spread: 1_500
      case .large: 400
      }
    let manner: PatternDraw.Manner =
      switch scale {
      case .small, .large: .alike
      case .costly: .costly
      case .spread: .spread
      }
    let options = RoutePattern.Options(
      slashes: configuration.slashes,
      letterCase: configuration.letterCase
    )
    var (draws, patterns): ([PatternDraw], [BatchPattern]) = ([], [])
    while patterns.count < count {
      let draw = PatternDraw.draw(manner, &random)
      guard let pattern = draw.compiled(options) else { continue }
      let easier = draw.easier.flatMap { try? RoutePattern(parsing: $0, options: options) }
      patterns.append(
        BatchPattern(
          pattern: pattern,
          valueCount: pattern.parameterNames.count,
          easier: easier
        )
      )
      draws.append(draw)
    }
    Self.rank(&patterns)
    var targets: [RouteTarget] = []
    while targets.count < 64 {
      TargetDraw.draw(draws, configuration.slashes, &random).map { targets.append($0) }
    }
    return (patterns, targets)
  }

  private static func rank(_ patterns: inout [BatchPattern]) {
    let all = patterns
    let order = all.indices.sorted { all[$0].pattern.isMoreSpecific(than: all[$1].pattern) }
    var rank = 0
    for (place, index) in order.enumerated() {
      if place > 0, all[order[place - 1]].pattern.isMoreSpecific(than: all[index].pattern) {
        rank += 1
      }
      patterns[index].rank = rank
    }
  }
}

extension BatchPlan: CustomStringConvertible {
  var description: String {
    "\(configuration.order), \(configuration.precedence), \(configuration.slashes), "
      + "\(configuration.letterCase), \(scale)"
  }
}

/// What shows that draws meant something.
struct BatchCounts {
  var draws = 0
  var matches = 0
  var limits = 0
  var changes = 0
  var ownerless = 0
  var explanations = 0
  var unsure = 0
  private var calls: [RouteKind: Int] = [:]
  private var denied = 0
  private var excepted = 0

  /// Counts what was called.
  mutating func add(_ scan: Scan) {
    for route in scan.called { calls[route.kind, default: 0] += 1 }
    if case .denied = scan.end { denied += 1 }
    excepted += scan.excepted
  }

  func tally(_ plan: BatchPlan) -> Tally {
    var tally = Tally()
    tally.draws = draws
    tally.count("maps found", matches)
    tally.count("limits", limits)
    tally.count("changes", changes)
    tally.count("routes whose owners died", ownerless)
    tally.count("explanations", explanations)
    tally.count("left out for their steps", unsure)
    tally.count("denied", denied)
    tally.count("exceptions", excepted)
    for (kind, count) in calls { tally.count("calls of a \(kind)", count) }
    if plan.scale != .small { tally.count("\(plan.scale) batches") }
    return tally
  }
}

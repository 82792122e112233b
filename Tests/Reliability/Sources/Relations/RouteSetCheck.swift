import Switchyard
import Trials

/// The routes of a router in their order of registration, and what is so with them.
struct RouteSetCheck: CustomStringConvertible {
  let routes: [DrawnRoute]
  let setting: Population.Setting
  let precedence: Router.Precedence
  let targets: [RouteTarget]

  /// A finding with the routes it names.
  private typealias Found = (finding: RouteFinding, routes: [DrawnRoute])

  var description: String { "\(setting), \(precedence): \(routes)" }

  private var guards: [DrawnRoute] { routes.filter { $0.kind == .guard } }
  private var ends: [DrawnRoute] { routes.filter(\.isEnd) }

  /// Looks at all that is found, and at all that is not.
  /// - Returns: the findings that are the same in every order.
  func run(_ tally: inout Tally) throws -> Set<FindingEssence> {
    var configuration = Router.Configuration.app
    configuration.precedence = precedence
    configuration.slashes = setting.slashes
    configuration.letterCase = setting.letterCase
    configuration.onFault = { _ in }
    let router = Router(configuration)
    var known: [RouteID: DrawnRoute] = [:]
    for route in routes { known[route.register(in: router)] = route }
    let all = router.validate(requiring: ["x"]).findings.map { finding -> Found in
      (finding, finding.routes.compactMap { $0.id.flatMap { known[$0] } })
    }
    let found = { (kind: RouteFinding.Kind) in all.filter { $0.finding.kind == kind } }
    for (finding, routes) in all {
      tally.count("\(finding.kind), \(finding.certainty)")
      guard routes.count == finding.routes.count else { throw wrong("no such route", finding) }
      if finding.certainty != .yes, self.routes.allSatisfy(\.drawn.isDecided) {
        throw wrong("undecided, of expressions that are all regular", finding)
      }
    }
    try checkDuplicates(found(.duplicate))
    try checkShadowed(found(.shadowed), &tally)
    try checkUnmet(found(.unmet))
    try checkUnguarded(found(.unguarded))
    try checkNarrow(found(.narrowGuard))
    let isOrdered = hasOrderOfItsOwn
    return Set(
      all.filter { isOrdered || $0.finding.kind != .shadowed }.map { FindingEssence($0, $1) }
    )
  }

  private func wrong(_ text: String, _ subject: some CustomStringConvertible) -> Disagreement {
    Disagreement("\(self)\n\(subject): \(text)")
  }

  private func wrong(_ text: String, _ finding: RouteFinding) -> Disagreement {
    wrong(text, "\(finding.kind), \(finding.certainty), \(finding.message)")
  }

  // MARK: - What matches

  private func union(_ routes: some Sequence<DrawnRoute>) -> MatchSet? {
    var union: MatchSet?
    for route in routes {
      if union == nil { union = route.matches } else { union?.formUnion(route.matches) }
    }
    return union
  }

  /// A target that matches a route and none of some others, of the small alphabet or beyond it.
  private func target(_ route: DrawnRoute, missedBy others: [DrawnRoute]) throws -> RouteTarget? {
    let place = union(others).map { route.matches.first(outside: $0) } ?? route.matches.first
    if let place { return targets[place] }
    return try search(route, missedBy: others).target()
  }

  private func search(_ route: DrawnRoute, missedBy others: [DrawnRoute]) -> WitnessSearch {
    WitnessSearch(matching: [route.form], outside: others.map(\.form), setting.slashes)
  }

  private func isShared(_ one: DrawnRoute, _ other: DrawnRoute) throws -> Bool {
    if one.matches.firstShared(with: other.matches) != nil { return true }
    return try meeting(one, other).target() != nil
  }

  private func meeting(_ one: DrawnRoute, _ other: DrawnRoute) -> WitnessSearch {
    WitnessSearch(matching: [one.form, other.form], setting.slashes)
  }

  /// What is refuted by any target that is surely there has to be undecided in some part, and shown in none.
  private func checkUnknown(
    _ finding: RouteFinding,
    _ decisions: [(isShown: Bool, reason: String)?]
  ) throws {
    if let shown = decisions.lazy.compactMap({ $0 }).first(where: \.isShown) {
      throw wrong("undecided, but \(shown.reason)", finding)
    }
    if decisions.allSatisfy({ $0 != nil }) {
      throw wrong("undecided, but no target shows the contrary, whatever is matched", finding)
    }
  }

  // MARK: - What never runs

  private func checkDuplicates(_ found: [Found]) throws {
    let reported = Set(found.map { Set($0.routes.map(\.index)) })
    let groups = routes.map { route in
      Set(routes.filter { $0.isTwin(of: route) }.map(\.index))
    }
    let truth = Set(groups.filter { $0.count > 1 })
    if reported != truth { throw wrong("\(reported), but there are \(truth)", "duplicates") }
  }

  /// The maps and fallbacks, those that win before others.
  private var ranking: [DrawnRoute] {
    let latest = Array(routes.reversed())
    let maps = latest.filter { $0.kind == .map }
    let fallbacks = latest.filter { $0.kind == .fallback }
    return (precedence == .latestFirst ? maps : Self.bySpecificity(maps))
      + Self.bySpecificity(fallbacks)
  }

  private static func bySpecificity(_ routes: [DrawnRoute]) -> [DrawnRoute] {
    routes.enumerated().sorted { one, other in
      switch one.element.pattern.specificity(comparedTo: other.element.pattern) {
      case .moreSpecific: true
      case .lessSpecific: false
      case .same: one.offset < other.offset
      }
    }.map(\.element)
  }

  /// Whether it does not matter for what runs in which order the routes were registered.
  private var hasOrderOfItsOwn: Bool {
    if precedence == .latestFirst, routes.filter({ $0.kind == .map }).count > 1 { return false }
    for (place, one) in ends.enumerated() {
      for other in ends[..<place]
      where one.kind == other.kind && one.pattern.specificity(comparedTo: other.pattern) == .same {
        return false
      }
    }
    return true
  }

  private func checkShadowed(
    _ found: [Found],
    _ tally: inout Tally
  ) throws {
    let reported = Dictionary(uniqueKeysWithValues: found.map { ($0.routes[0].index, $0) })
    let ranking = ranking
    for (place, route) in ranking.enumerated() {
      let before = Array(ranking[..<place])
      let lookups: [RouteTag?] = route.tags.isEmpty ? [nil] : route.tags.map { $0 }
      // One with a twin that wins is said to have it.
      let isTwin = before.contains { route.isTwin(of: $0) }
      let finding = reported[route.index]
      if let finding, finding.finding.certainty != .yes {
        let decisions = lookups.map { tag in
          search(route, missedBy: before.filter { $0.isFound(by: tag) }).decision()
        }
        try checkUnknown(finding.finding, decisions)
        continue
      }
      let isDead = finding != nil || isTwin
      if isDead {
        for tag in lookups {
          let rivals = before.filter { $0.isFound(by: tag) }
          guard let target = try target(route, missedBy: rivals) else { continue }
          throw wrong("said never to run, but it does for \(target)", route)
        }
      } else {
        let runs = try lookups.contains { tag in
          try target(route, missedBy: before.filter { $0.isFound(by: tag) }) != nil
        }
        guard runs else { throw wrong("not said to be shadowed, but nothing makes it run", route) }
        tally.count("routes that run")
      }
      guard let finding, finding.routes.count > 2 else { continue }
      tally.count("routes in the shadow of several")
    }
  }

  // MARK: - What meets nothing

  private func checkUnmet(_ found: [Found]) throws {
    let reported = Dictionary(uniqueKeysWithValues: found.map { ($0.routes[0].index, $0) })
    for route in routes where !route.isEnd {
      let met = ends.filter { $0.matches.firstShared(with: route.matches) != nil }
      guard let (finding, routes) = reported[route.index] else {
        if met.contains(where: { route.sharesTags(with: $0) }) { continue }
        let shared = try ends.filter { try isShared(route, $0) }
        if shared.contains(where: { route.sharesTags(with: $0) }) { continue }
        // Where one is surely met that has other tags, nothing is said if another may be met that has these.
        let mayMeet = ends.contains { meeting(route, $0).decision() == nil }
        guard !shared.isEmpty, mayMeet else {
          throw wrong("not said to meet nothing, but nothing is met", route)
        }
        continue
      }
      guard finding.certainty == .yes else {
        try checkUnknown(finding, ends.map { meeting(route, $0).decision() })
        continue
      }
      let strangers = Set(routes.dropFirst().map(\.index))
      if let end = met.first(where: {
        route.sharesTags(with: $0) || !strangers.contains($0.index)
      }) {
        throw wrong("there is \(end)", finding)
      }
      for end in routes.dropFirst() where try !isShared(route, end) {
        throw wrong("nothing is shared with \(end)", finding)
      }
    }
  }

  // MARK: - What stands unguarded

  private func checkUnguarded(_ found: [Found]) throws {
    let reported = Dictionary(uniqueKeysWithValues: found.map { ($0.routes[0].index, $0) })
    let guards = guards
    for end in ends {
      guard let (finding, _) = reported[end.index] else {
        guard end.tags.contains("x") else { continue }
        guard let open = try target(end, missedBy: guards) else { continue }
        throw wrong("not said to be unguarded, but \(open) is", end)
      }
      guard finding.certainty == .yes else {
        if let reason = search(end, missedBy: guards).reasonToDecide() {
          throw wrong("undecided, but \(reason)", finding)
        }
        continue
      }
      guard let example = finding.example else {
        // No target is sure of what is not decided; without any guard it stands open all the same.
        guard guards.isEmpty, !end.drawn.isDecided, try target(end, missedBy: []) != nil else {
          throw wrong("no target is shown", finding)
        }
        continue
      }
      // It says itself where.
      guard let target = try? RouteTarget(example, options: .init(slashes: setting.slashes)),
        try end.pattern.match(target) != nil,
        try guards.allSatisfy({ try $0.pattern.match(target) == nil })
      else { throw wrong("\(example) shows nothing", finding) }
    }
  }

  // MARK: - Guards that ask for more

  private func checkNarrow(_ found: [Found]) throws {
    var reported: [Int: [Int: Certainty]] = [:]
    for (finding, routes) in found {
      // Several guards of which the same note is to be said stand in one.
      for route in routes where route.kind == .guard {
        for end in routes where end.isEnd {
          reported[route.index, default: [:]][end.index] = finding.certainty
        }
      }
    }
    for route in guards {
      for end in ends {
        let isNarrow = try isShared(route, end) && target(end, missedBy: [route]) != nil
        switch reported[route.index]?[end.index] {
        case nil where isNarrow: throw wrong("not said to be narrower than \(end)", route)
        case .yes? where !isNarrow: throw wrong("not narrower than \(end)", route)
        case .unknown?:
          guard meeting(route, end).reasonToDecide() != nil,
            let reason = search(end, missedBy: [route]).reasonToDecide()
          else { break }
          throw wrong("undecided whether narrower than \(end), but \(reason)", route)
        default: break
        }
      }
    }
  }
}

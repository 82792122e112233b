import TestSupport
import Switchyard
import Trials

/// What `validate` finds among routes, against all targets of a small alphabet, in many orders of registration.
struct RouteSetTrial: Sendable {
  /// How often the routes of one of the first sets are shuffled, and of those behind them.
  private static let (many, few) = (25, 2)

  let population: Population
  /// How many shuffles the first sets have together.
  let shuffles: Int

  private static let kinds: [RouteKind] = [
    .guard, .guard, .guard, .proxy, .map, .map, .map, .map, .map, .fallback,
  ]
  private static let tags: [[RouteTag]] = [[], [], ["x"], ["x"], ["y"], ["x", "y"]]

  /// Draws a set of routes, and looks at it in many orders.
  func set(_ index: Int, _ random: inout SeededGenerator, _ tally: inout Tally) throws {
    let setting = random.pick(Population.Setting.all)
    let precedence = random.pick([Router.Precedence.latestFirst, .mostSpecific])
    let routes = draw(setting, &random)
    var first: Set<FindingEssence>?
    for _ in 0..<(index * Self.many < shuffles ? Self.many : Self.few) {
      let order = routes.shuffled(using: &random)
      let check = RouteSetCheck(
        routes: order,
        setting: setting,
        precedence: precedence,
        targets: population.targets(setting).targets
      )
      let found = try check.run(&tally)
      tally.count("shuffles")
      guard let first else {
        first = found
        continue
      }
      if first != found {
        throw Disagreement(
          "\(check) and in another order: \(first.subtracting(found)) became "
            + "\(found.subtracting(first))"
        )
      }
    }
  }

  /// Routes that have to do with one another: most of them meet the first.
  private func draw(
    _ setting: Population.Setting,
    _ random: inout SeededGenerator
  ) -> [DrawnRoute] {
    let centre = random.pick(population.members).forms[setting.index].matches
    var routes: [DrawnRoute] = []
    let count = 5 + random.below(14)
    var attempts = 0
    while routes.count < count {
      attempts += 1
      let kind = random.pick(Self.kinds)
      if !routes.isEmpty, random.below(12) == 0 {
        var twin = random.pick(routes)
        twin.index = routes.count
        routes.append(twin)
        continue
      }
      let member = random.pick(population.members)
      let form = member.forms[setting.index]
      let isNear = form.matches.firstShared(with: centre) != nil
      guard isNear || attempts > 400 || random.below(8) == 0 else { continue }
      routes.append(
        DrawnRoute(
          index: routes.count,
          kind: kind,
          drawn: member.drawn,
          form: form,
          tags: kind == .guard ? [] : random.pick(Self.tags)
        )
      )
    }
    return routes
  }
}

/// A route of a set, known by its place before any shuffle.
struct DrawnRoute: CustomStringConvertible {
  var index: Int
  let kind: RouteKind
  let drawn: DrawnPattern
  let form: Population.Form
  let tags: [RouteTag]

  var pattern: RoutePattern { form.pattern }
  var matches: MatchSet { form.matches }
  var isEnd: Bool { kind == .map || kind == .fallback }

  /// Whether a lookup with a tag, or without any, finds it.
  func isFound(by tag: RouteTag?) -> Bool { tag.map { tags.contains($0) } ?? true }

  func sharesTags(with end: DrawnRoute) -> Bool {
    tags.isEmpty || tags.contains { end.tags.contains($0) }
  }

  /// Whether another is registered for the same.
  func isTwin(of other: DrawnRoute) -> Bool {
    kind == other.kind && tags == other.tags && pattern.text == other.pattern.text
  }

  func register(in router: Router) -> RouteID {
    switch kind {
    case .guard: router.guard(pattern) { _ async in .allow }
    case .proxy: router.proxy(pattern, tags: tags) { (_: RouteContext) async in .pass }
    case .middleware: router.around(pattern, tags: tags) { try await $1() }
    case .map: router.map(pattern, tags: tags) { _ in }
    case .fallback: router.fallback(pattern, tags: tags) { _ in }
    }
  }

  var description: String { "\n  \(index) \(kind) \(drawn.text) \(tags)" }
}

/// A finding without what a registration alone says.
struct FindingEssence: Hashable, CustomStringConvertible {
  let kind: RouteFinding.Kind
  let severity: RouteFinding.Severity
  let certainty: Certainty
  /// The route it is about; none of duplicates, which are alike, and of guards that share a note.
  let route: Int?
  let others: Set<Int>
  let aspects: [RouteFinding.Aspect]

  init(_ finding: RouteFinding, _ routes: [DrawnRoute]) {
    kind = finding.kind
    severity = finding.severity
    certainty = finding.certainty
    let isOfOne = finding.kind != .duplicate && finding.kind != .narrowGuard
    route = isOfOne ? routes.first?.index : nil
    others = Set(routes.dropFirst(isOfOne ? 1 : 0).map(\.index))
    aspects = finding.aspects
  }

  var description: String {
    "\(kind) \(certainty) \(route.map { "\($0)" } ?? "") \(others.sorted()) "
      + "\(aspects.map(\.rawValue))"
  }
}

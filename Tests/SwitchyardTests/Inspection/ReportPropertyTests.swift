import Switchyard
import TestSupport
import Testing

@Suite struct ReportPropertyTests {
  private static let patterns = [
    "/*", "/a", "/a/*", "/a/b", "/:x", "/:x/:y", "/a/:x", "/:x/b", "/a{/b}?", "/:x(\\d+)",
    "/a/:x(\\d+)",
    "/a/:x([ab])", "/a/a", "app://a/:x", "app://a/*", "https://h.example/*",
    "https://:sub.example/a",
    "//h.example/*", "//:sub.example/a", "//*/b", "https://h.example:444/:x", "/*/b", "/1",
    "/a/...", "/b{/c}*",
  ]
  private static let tags = ["", "", " @x", " @y", " @x,y"]

  /// A finding without what a registration alone says: the routes, but for the order of those after the first.
  private struct Essence: Hashable {
    let kind: RouteFinding.Kind
    let severity: RouteFinding.Severity
    let certainty: Certainty
    let route: String
    let others: Set<String>
    let aspects: [RouteFinding.Aspect]
    let example: String?

    init(_ finding: RouteFinding) {
      let texts = finding.routes.map { "\($0.kind) \($0.pattern) \($0.tags)" }
      kind = finding.kind
      severity = finding.severity
      certainty = finding.certainty
      // Guards that share a note stand in the order of their registration.
      let count = kind == .narrowGuard ? finding.routes.count { $0.kind == .guard } : 1
      route = texts.prefix(count).sorted().joined(separator: ", ")
      others = Set(texts.dropFirst(count))
      aspects = finding.aspects
      example = finding.example
    }
  }

  private static func report(_ routes: [RouteSpec], _ precedence: Router.Precedence) throws
    -> RouteReport
  {
    var configuration = Router.Configuration.app
    configuration.precedence = precedence
    return try Router(configuration, routes: routes).validate(requiring: ["x"])
  }

  /// Routes of which no two of a kind are equally specific.
  private static func routes(_ random: inout SeededGenerator) throws -> [RouteSpec] {
    var routes: [RouteSpec] = []
    var known: [RouteKind: [RoutePattern]] = [:]
    for _ in 0..<(2 + random.below(9)) {
      let kind = random.pick(["guard", "guard", "proxy", "map", "map", "map", "map", "fallback"])
      let exception = kind == "guard" && random.below(3) == 0 ? " !\(random.pick(patterns))" : ""
      let route = RouteSpec("\(kind) \(random.pick(patterns))\(random.pick(tags))\(exception)")
      let pattern = try RoutePattern(parsing: route.pattern)
      let others = known[route.kind] ?? []
      guard others.allSatisfy({ $0.specificity(comparedTo: pattern) != .same }) else { continue }
      known[route.kind, default: []].append(pattern)
      routes.append(route)
    }
    return routes
  }

  @Test(.busy) func `the order of registration changes no finding where specificity decides`()
    throws
  {
    let count = PropertyRun.cases(default: 100)
    var random = PropertyRun.generator(for: "reports", cases: count)
    var kinds: [RouteFinding.Kind: Int] = [:]
    for _ in 0..<count {
      let routes = try Self.routes(&random)
      let findings = try Self.report(routes, .mostSpecific).findings
      for finding in findings { kinds[finding.kind, default: 0] += 1 }
      let shuffled = routes.shuffled(using: &random)
      let others = try Self.report(shuffled, .mostSpecific).findings
      #expect(others.count == findings.count)
      #expect(Set(others.map { Essence($0) }) == Set(findings.map { Essence($0) }), "\(routes)")
    }
    print("reports: \(kinds.map { "\($0.value) \($0.key)" }.sorted())")
    // The routes are all different, and few enough for all to be asked.
    if count >= 100 { #expect(kinds.count == 5) }
  }

  private static let targets = [
    "/", "/a", "/b", "/1", "/a/a", "/a/b", "/a/c", "/a/1", "/a/b/c", "/c/b", "/c/d", "/b/c",
    "/b/c/c",
    "app://a", "app://a/b", "app://b/c", "https://h.example/a", "https://h.example/b",
    "https://h.example:444/a", "https://i.example/a", "http://h.example/1", "ws://h.example/a/a",
  ]

  @Test(.busy) func `what is reported is so, for any target and lookup`() throws {
    let count = PropertyRun.cases(default: 100)
    var random = PropertyRun.generator(for: "verdicts", cases: count)
    var checked = 0
    for _ in 0..<count {
      var routes = try Self.routes(&random)
      if random.below(2) == 0 { routes += routes.shuffled(using: &random).prefix(2) }
      var configuration = Router.Configuration.app
      configuration.onFault = { _ in }
      configuration.precedence = random.pick([.latestFirst, .mostSpecific])
      let router = try Router(configuration, routes: routes)
      let report = router.validate(requiring: ["x"])
      let dead = Set(
        report.findings(.shadowed).filter { $0.certainty == .yes }.map { $0.routes[0].id }
      )
      let open = Set(report.findings(.unguarded).map { $0.routes[0].id })
      let idle = Set(
        report.findings(.unmet)
          .filter { $0.routes.count == 1 && !$0.message.hasPrefix("The exception") }
          .map { $0.routes[0].id }
      )
      var alone: Set<RouteID?> = []
      for target in Self.targets {
        let all = router.explain(target).candidates.filter { $0.parameters != nil }
        let ends = all.filter { $0.route.kind == .map || $0.route.kind == .fallback }
        let isGuarded = all.contains { $0.route.kind == .guard && $0.verdict != .excepted }
        for end in ends where end.route.tags.contains("x") && !open.contains(end.route.id) {
          #expect(isGuarded, "\(end.route) at \(target)")
        }
        if !ends.isEmpty { #expect(all.allSatisfy { !idle.contains($0.route.id) }) }
        for tags in [[], ["x"], ["y"], ["x", "y"]] as [[RouteTag]] {
          let chosen = router[tags].explain(target).chosen
          #expect(
            !dead.contains(chosen?.route.id),
            "\(target) \(tags)\n\(router.routes.table)\n\(report.table)"
          )
          alone.insert(chosen?.route.id)
          checked += 1
        }
      }
      for finding in report.findings(.unguarded) {
        // Where several guards leave out parts of a map it may not be known which part is open.
        guard let example = finding.example else {
          #expect(finding.certainty == .unknown)
          continue
        }
        let candidates = router.explain(example).candidates.filter { $0.parameters != nil }
        #expect(candidates.contains { $0.route.id == finding.routes[0].id })
        #expect(candidates.allSatisfy { $0.route.kind != .guard || $0.verdict == .excepted })
      }
    }
    print("verdicts: \(checked) lookups")
  }

  @Test(.busy) func `a thousand routes are looked at in little time`() throws {
    var routes: [RouteSpec] = []
    for number in 0..<10 { routes.append(RouteSpec("guard /s\(number)/*")) }
    for number in 0..<990 {
      let section = "/s\(number % 12)"
      let pattern =
        switch number % 5 {
        case 0: "\(section)/:a/list\(number)"
        case 1: "\(section)/:id(\\d+)/v\(number)"
        case 2: "\(section)/item\(number)/:b/:c"
        case 3: "/:any/x\(number)/*"
        default: "\(section)/file\(number){/:d}?"
        }
      routes.append(RouteSpec("map \(pattern) @x"))
    }
    let router = try Router(.server, routes: routes)
    let clock = ContinuousClock()
    var findings = 0
    let time = clock.measure { findings = router.validate(requiring: ["x"]).findings.count }
    print("validate: 1,000 routes, \(findings) findings, \(time)")
    #expect(findings > 0)
  }
}

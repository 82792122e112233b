import HTTPTestSupport
import SwitchyardHTTP
import TestSupport
import Testing

/// What `validate(allExceptPublic:)` reports of drawn tables is so, by all requests of a small alphabet.
@Suite struct AccessReportPropertyTests {
  private static let patterns = [
    "/", "/*", "/a", "/b", "/a/*", "/b/*", "/:x", "/a/:x", "/:x/b", "/:x/:y", "/a/b", "/a/a",
    "/a{/b}?", "/{:x}?", "/:x([ab])", "/a/:x([bc])", "/:x/*",
  ]
  private static let methods: [RequestMethod] = [
    .get, .head, .post, .delete, .options, "PROPFIND", "BREW",
  ]
  private static let names = ["card", "staff"]

  /// All canonical paths of up to three segments, which may be empty where slashes tell paths apart;
  /// `d` stands for all that no pattern names.
  private static func targets(_ slashes: RouteTarget.SlashPolicy) -> [String] {
    var paths = ["/"]
    var last = [""]
    for _ in 0..<3 {
      let segments = ["a", "b", "c", "d"] + (slashes == .strict ? [""] : [])
      last = last.flatMap { front in segments.map { "\(front)/\($0)" } }
      paths += last
    }
    return paths
  }

  /// A guard that was asked, or the end of a request.
  private enum Step: Sendable {
    case asked(String?)
    case ended(Int)
  }

  private struct Table {
    let site: Site
    let steps: Notes<Step>
    /// The maps and fallbacks, by what their handlers tell.
    let ends: [RouteID]
  }

  private static func pattern(_ random: inout SeededGenerator) throws -> RoutePattern {
    try RoutePattern(parsing: random.pick(patterns))
  }

  private static func table(_ random: inout SeededGenerator) throws -> Table {
    let steps = Notes<Step>()
    let site = try Site { _, yard in
      yard.precedence = random.pick([.mostSpecific, .latestFirst])
      yard.slashes = random.pick([.lenient, .lenient, .strict])
    }
    let router = site.router
    var ends: [RouteID] = []
    for _ in 0..<(1 + random.below(4)) {
      let name = random.pick([nil, "card", "staff"])
      let isObserving = random.below(6) == 0
      let methods = random.pick(
        [[], [], [.get], [.post, .delete], ["PROPFIND"]] as [[RequestMethod]]
      )
      var exceptions: [GuardException] = []
      for _ in 0..<random.pick([0, 0, 1, 2]) {
        let pattern = try pattern(&random)
        exceptions.append(
          random.pick([GuardException(pattern), .get(pattern), .on(.post, pattern)])
        )
      }
      if isObserving {
        router.guard(try pattern(&random), observing: true, except: exceptions, name: name) {
          _ async in
          .allow
        }
      } else {
        router.guard(try pattern(&random), methods: methods, except: exceptions, name: name) {
          _,
          decide in
          steps.add(.asked(name))
          decide(.allow)
        }
      }
    }
    for number in 0..<(1 + random.below(5)) {
      let access: RouteAccess? =
        switch random.below(6) {
        case 0: .public("a door")
        case 1: .requires(random.pick(names))
        case 2: .requires("card", "staff")
        default: nil
        }
      let pattern = try pattern(&random)
      let end: @Sendable (ServerRequest) async -> ServerResponse = { _ in
        steps.add(.ended(number))
        return .text("\(number)")
      }
      switch random.below(6) {
      case 0: ends.append(router.fallback(pattern, access: access, handler: end))
      case 1: ends.append(router.any(pattern, access: access, handler: end))
      default:
        let method = random.pick([.get, .get, .post, .head, "PROPFIND"] as [RequestMethod])
        ends.append(router.on(method, pattern, access: access, handler: end))
      }
    }
    return Table(site: site, steps: steps, ends: ends)
  }

  /// Where a request ends, and the names of the guards that were asked.
  private static func way(
    of method: RequestMethod,
    _ target: String,
    in table: Table
  ) async -> (end: RouteID?, asked: [String?]) {
    _ = await table.site.respond(method, target)
    var (end, asked): (RouteID?, [String?]) = (nil, [])
    for step in table.steps.take() {
      switch step {
      case .asked(let name): asked.append(name)
      case .ended(let number): end = table.ends[number]
      }
    }
    return (end, asked)
  }

  /// The maps that need a guard, each with the name that it needs.
  private struct Need: Hashable {
    let route: RouteID
    let name: String?
  }

  @Test(.busy) func `a map is reported exactly if a request comes to it past its guards`()
    async throws
  {
    let count = PropertyRun.cases(default: 150)
    var random = PropertyRun.generator(for: "access reports", cases: count)
    var (open, covered, shown, unknown) = (0, 0, 0, 0)
    for _ in 0..<count {
      let table = try Self.table(&random)
      let routes = table.site.router.routes
      let report = table.site.router.validate(allExceptPublic: true)
      let missing = Set(
        report.findings(.unknownGuard).flatMap { finding in finding.routes.compactMap(\.id) }
      )
      var reached: [Need: String] = [:]
      for target in Self.targets(table.site.router.configuration.slashes) {
        for method in Self.methods {
          let (end, asked) = await Self.way(of: method, target, in: table)
          guard let end, let route = routes.first(where: { $0.id == end }) else { continue }
          guard route.access?.isPublic != true else { continue }
          let names = route.access?.guards ?? []
          for name in names where !asked.contains(name) {
            reached[Need(route: end, name: name)] = "\(method) \(target)"
          }
          if names.isEmpty, asked.isEmpty {
            reached[Need(route: end, name: nil)] = "\(method) \(target)"
          }
        }
      }
      var reported: Set<Need> = []
      for finding in report.findings(.unguarded) {
        let id = try #require(finding.routes.first?.id)
        let name = Self.names.first { finding.message.contains("the guard \"\($0)\"") }
        reported.insert(Need(route: id, name: name))
        // Nothing here is beyond what can be told.
        guard let example = finding.example, let method = finding.method else {
          unknown += 1
          Issue.record("no request is shown: \(finding.message)\n\(routes.table)")
          continue
        }
        shown += 1
        let way = await Self.way(
          of: try #require(RequestMethod(rawValue: method)),
          example,
          in: table
        )
        #expect(way.end == id, "\(finding.message)\n\(routes.table)")
        if let name {
          #expect(!way.asked.contains(name), "\(finding.message)\n\(routes.table)")
        } else {
          #expect(way.asked.isEmpty, "\(finding.message)\n\(routes.table)")
        }
      }
      for (need, request) in reached where !missing.contains(need.route) {
        #expect(reported.contains(need), "\(request) is not reported\n\(routes.table)")
      }
      for need in reported {
        #expect(reached[need] != nil, "\(need) is not reached\n\(routes.table)\n\(report.table)")
      }
      open += reported.count
      covered += table.ends.count - Set(reported.map(\.route)).count
    }
    print("access reports: \(open) open, \(shown) shown, \(covered) covered, \(unknown) unknown")
    if count >= 15 { #expect(open > count / 4 && covered > count / 4) }
  }

  /// As above, but for closures of patterns, which a report takes for what may refuse or not.
  @Test(.busy) func `what closures decide is never called covered`() async throws {
    let count = PropertyRun.cases(default: 100)
    var random = PropertyRun.generator(for: "opaque access", cases: count)
    for _ in 0..<count {
      let steps = Notes<Step>()
      let site = try Site()
      let checked = try RoutePattern(parsing: "/:x/*", where: ["x": .check { $0 != "c" }])
      site.router.guard(checked, name: "card") { _, decide in
        steps.add(.asked("card"))
        decide(.allow)
      }
      let id = site.router.get(try Self.pattern(&random)) { _ async in
        steps.add(.ended(0))
        return .text("0")
      }
      let table = Table(site: site, steps: steps, ends: [id])
      let report = site.router.validate(allExceptPublic: true)
      var isReached = false
      for target in Self.targets(table.site.router.configuration.slashes) {
        let way = await Self.way(of: .get, target, in: table)
        if way.end == id, way.asked.isEmpty { isReached = true }
      }
      let findings = report.findings(.unguarded)
      if isReached { #expect(findings.count == 1) }
      for finding in findings {
        guard let example = finding.example else {
          #expect(finding.certainty == .unknown)
          continue
        }
        let way = await Self.way(of: .get, example, in: table)
        #expect(way.end == id && way.asked.isEmpty, "\(finding.message)")
      }
    }
  }
}

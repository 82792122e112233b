import SwitchyardFleet
import SwitchyardProof
import TestSupport
import Testing

@testable import SwitchyardFleet

@Suite(.timeLimit(.minutes(6))) struct IncrementalCheckTests {
  private static let patterns = [
    "/*", "/a", "/a/*", "/a/b", "/:x", "/:x/:y", "/a/:x", "/:x/b", "/a{/b}?", "/:x(\\d+)",
    "/a/:x(\\d+)",
    "/a/:x([ab])", "/a/a", "app://a/:x", "app://a/*", "https://h.example/*", "//h.example/*",
    "/*/b", "/a/...",
  ]

  private static func drawn(_ random: inout SeededGenerator) -> RouteDescription {
    var route = RouteDescription(
      random.pick([.guard, .guard, .map, .map, .map, .map, .fallback, .proxy]),
      random.pick(patterns)
    )
    let methods: [RouteTag] = [.method(.get), .method(.post), .method(.head), .anyMethod]
    switch route.kind {
    case .guard:
      route.name = random.pick(["card", "card", "staff"])
      route.isObserving = random.below(6) == 0 ? true : nil
      if random.below(4) == 0 { route.tags = [random.pick(Array(methods.dropLast()))] }
      if random.below(3) == 0 {
        route.exceptions = [random.pick(["", "GET ", "POST "]) + random.pick(patterns)]
      }
    case .map, .fallback:
      route.name = "plain"
      route.access = random.pick([
        nil, nil, .public("a test"), .requires("card"), .requires("staff", "card"),
      ])
      if random.below(2) == 0 { route.tags = [random.pick(methods)] }
      if random.below(5) == 0 { route.tags.append("Views") }
    case .proxy, .middleware: route.name = "pass"
    }
    return route
  }

  /// What a check of the whole table has against it.
  private static func isSound(_ table: SharedTable, _ configuration: Router.Configuration) throws
    -> Bool
  {
    let routes = try ListedRoutes(table.listing, configuration: configuration)
    return routes.router.validate(allExceptPublic: true).findings.allSatisfy {
      $0.severity != .error
    }
  }

  /// Tries a generation, staged before or not.
  private static func refusal(
    of generation: RouteGeneration,
    by shared: SharedRoutes,
    isStaged: Bool
  ) async -> GenerationRefusal? {
    do throws(GenerationRefusal) {
      // What was staged is not asked again, and what was refused is.
      if isStaged { try? await shared.stage(generation) }
      try await shared.apply(generation)
      return nil
    } catch {
      return error
    }
  }

  /// Draws a change of a table.
  private static func change(
    of table: SharedTable,
    _ random: inout SeededGenerator
  ) -> RouteGeneration {
    let removed = table.routes.keys.sorted().filter { _ in random.below(4) == 0 }
    let added = (0..<random.below(4)).map { _ in drawn(&random) }
    return table.generation(table.number + 1, removing: removed, adding: added, note: nil)
  }

  /// Makes one change and says whether it was taken.
  private static func isTaken(
    by stand: Stand,
    _ configuration: Router.Configuration,
    _ random: inout SeededGenerator
  ) async throws -> Bool {
    let before = await stand.shared.table
    let generation = change(of: before, &random)
    let refusal = await refusal(of: generation, by: stand.shared, isStaged: random.below(2) == 0)
    let now = await stand.shared.table
    try compare(now, with: before, generation, refusal, configuration)
    if refusal == nil { #expect(stand.router.routes.count == now.routes.count) }
    return refusal == nil
  }

  /// Compares what a generation made of a table, or why it was refused, with a check of the whole.
  ///
  /// In a function of its own, without an `await`: Swift 6.3 makes the frame of an asynchronous one
  /// too short for what is here, in debug builds, and writes a byte behind it.
  private static func compare(
    _ now: SharedTable,
    with before: SharedTable,
    _ generation: RouteGeneration,
    _ refusal: GenerationRefusal?,
    _ configuration: Router.Configuration
  ) throws {
    var after = before
    after.make(try before.change(by: [generation]))
    let isSound = try isSound(after, configuration)
    let text = "\(generation.added) without \(generation.removed) in \(before.listing)"
    if let refusal {
      #expect(refusal.reasons.allSatisfy { $0.code == .open })
      #expect(!isSound, "refused, and sound: \(refusal) for \(text)")
      #expect(now.listing == before.listing)
    } else {
      #expect(isSound, "taken, and not sound: \(text)")
      #expect(now.listing == after.listing)
    }
  }

  @Test(.busy) func `a change is refused where the whole table would be, and nowhere else`()
    async throws
  {
    let count = PropertyRun.cases(default: 60)
    var random = PropertyRun.generator(for: "incremental checks", cases: count)
    var (taken, refused) = (0, 0)
    for number in 0..<count {
      var configuration = Router.Configuration.server
      configuration.precedence = number % 3 == 0 ? .latestFirst : .mostSpecific
      let stand = Stand(.plain(), SharedRoutes.Options(), configuration)
      for _ in 0..<10 {
        if try await Self.isTaken(by: stand, configuration, &random) {
          taken += 1
        } else {
          refused += 1
        }
      }
    }
    print("incremental checks: \(taken) taken, \(refused) refused")
    #expect(count < 20 || taken > count && refused > count)
  }
}

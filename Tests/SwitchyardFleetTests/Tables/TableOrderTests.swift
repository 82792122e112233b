import SwitchyardFleet
import TestSupport
import Testing

@testable import SwitchyardFleet

@Suite(.timeLimit(.minutes(6))) struct TableOrderTests {
  private static let lines = [
    "guard /* key=card", "guard /a/* key=staff", "guard /* key=staff", "proxy /* key=pass",
    "proxy /a key=pass", "middleware /* key=around", "middleware /a key=around", "map /a open",
    "map /:x open", "map /:y open", "map /a/:x open", "map /a/:y(b) open", "fallback /* open",
    "fallback /:z open", "map /b open x=1", "map /b open x=2",
  ]

  /// The routes that are asked about a target, in order, as a router has them that was made of a list.
  private static func asked(_ routes: [RouteDescription], _ precedence: Router.Precedence)
    async throws
    -> [[String]]
  {
    let stand = Stand(
      .plain(),
      SharedRoutes.Options(allExceptPublic: false),
      configuration(precedence)
    )
    try await stand.apply(adding: routes)
    return asked(stand.router)
  }

  private static func configuration(_ precedence: Router.Precedence) -> Router.Configuration {
    var configuration = Router.Configuration.server
    configuration.precedence = precedence
    return configuration
  }

  private static func asked(_ router: Router) -> [[String]] {
    ["/a", "/b", "/c", "/a/b", "/a/c", "/x/y"].map { target in
      router.explain(target).candidates.map {
        "\($0.route.kind) \($0.route.pattern) \($0.route.name ?? "") \($0.verdict)"
      }
    }
  }

  @Test func `steps lead to the same order as the whole list`() async throws {
    let count = PropertyRun.cases(default: 40)
    var random = PropertyRun.generator(for: "orders of tables", cases: count)
    var kept = 0
    for number in 0..<count {
      let precedence: Router.Precedence = number % 2 == 0 ? .mostSpecific : .latestFirst
      let configuration = Self.configuration(precedence)
      let stand = Stand(
        .plain(),
        SharedRoutes.Options(allExceptPublic: false),
        configuration
      )
      for _ in 0..<4 {
        let wanted = (0..<random.below(12)).map { _ in route(random.pick(Self.lines)) }
        let table = await stand.shared.table
        let (removed, added) = table.difference(to: wanted, configuration)
        kept += wanted.count - added.count
        try await stand.apply(removing: removed, adding: added)
        #expect(Self.asked(stand.router) == (try await Self.asked(wanted, precedence)), "\(wanted)")
        #expect(await stand.shared.table.routes.count == wanted.count)
      }
    }
    #expect(kept > 0 || count < 10)
  }

  @Test func `a whole table that comes back is in the same order as where it is the first`()
    async throws
  {
    let count = PropertyRun.cases(default: 40)
    var random = PropertyRun.generator(for: "orders of whole tables", cases: count)
    for number in 0..<count {
      let precedence: Router.Precedence = number % 2 == 0 ? .mostSpecific : .latestFirst
      let stand = Stand(
        .plain(),
        SharedRoutes.Options(allExceptPublic: false),
        Self.configuration(precedence)
      )
      let routes = (0..<10).map { _ in route(random.pick(Self.lines)) }
      let first = try await stand.apply(adding: routes)
      for _ in 0..<2 {
        let table = await stand.shared.table
        let removed = table.routes.keys.sorted().filter { _ in random.below(2) == 0 }
        let added = (0..<random.below(3)).map { _ in route(random.pick(Self.lines)) }
        try await stand.apply(removing: removed, adding: added)
      }
      try await stand.shared.apply(first)
      #expect(Self.asked(stand.router) == (try await Self.asked(routes, precedence)), "\(routes)")
      #expect(await stand.shared.table.checksum == first.checksum)
      #expect(stand.router.routes.count == routes.count)
    }
  }

  /// A generation as another publisher may make it, which gives a number before others.
  @Test(arguments: [true, false])
  func `a number that comes back is before those behind it, by one step and by two`(isOne: Bool)
    throws
  {
    let routes = [
      route("guard /* key=card"), route("guard /* key=staff"), route("map /a"), route("map /b"),
    ]
    let first = SharedTable().generation(1, removing: [], adding: routes, note: nil)
    let table = try SharedTable(first)
    let second = table.generation(2, removing: [2], adding: [], note: nil)
    let third = RouteGeneration(
      number: 3,
      base: 2,
      removed: [],
      added: [first.added[1]],
      checksum: first.checksum
    )
    var other = table
    other.make(try table.change(by: [second]))
    let change = try isOne ? other.change(by: [third]) : table.change(by: [second, third])
    #expect(change.removed.keys.sorted() == (isOne ? [3, 4] : [2, 3, 4]))
    #expect(change.added.keys.sorted() == [2, 3, 4])
    let base = isOne ? other : table
    var made = base
    made.make(change)
    #expect(made.listing == table.listing && made.checksum == table.checksum)
    // What comes behind all is one step, as before.
    let next = made.generation(4, removing: [1], adding: [route("map /c")], note: nil)
    #expect(try made.change(by: [next]).added.keys.sorted() == [5])
  }

  @Test func `a map among many that changes is one step, and a guard takes those behind it along`()
    throws
  {
    let maps = (0..<50).map { route("map /\($0)/:id open") }
    let guards = [route("guard /a key=card"), route("guard /b key=staff")]
    var table = SharedTable()
    let first = table.generation(1, removing: [], adding: guards + maps, note: nil)
    table.make(try table.change(by: [first]))
    var changed = maps
    changed[7] = route("map /7/:id open x=2")
    let map = table.difference(to: guards + changed, .server)
    #expect(map.removed == [10] && map.added == [changed[7]])
    let between = [guards[0], route("guard /c key=card"), guards[1]]
    let guarded = table.difference(to: between + maps, .server)
    #expect(guarded.removed == [2] && guarded.added == Array(between.dropFirst()))
  }
}

import TestSupport
import Testing

@testable import Switchyard

/// What a change costs, and what it leaves, where there are many of its kind.
@Suite(.busy, .serialized) struct RouteGrowthTests {
  private static func patterns(_ count: Int) throws -> [RoutePattern] {
    try (0..<count).map { try RoutePattern(parsing: "/page/\($0)") }
  }

  /// The time that each of many parts of a work takes, the least of three.
  private static func share(_ count: Int, _ work: (Int) -> Duration) -> Duration {
    var least = work(count)
    for _ in 1..<3 { least = min(least, work(count)) }
    return least / count
  }

  // MARK: - Updates

  @Test func `a removal within an update takes no longer where many came before it`() throws {
    let patterns = try Self.patterns(8_000)
    func replacements(_ count: Int) -> Duration {
      let router = Router()
      let olds: [RouteID] = patterns.prefix(count).map { pattern in router.map(pattern) { _ in } }
      let start = threadTime()
      router.update { table in
        for (old, pattern) in zip(olds, patterns) {
          table.dispose(of: old)
          table.map(pattern) { _ in }
        }
      }
      let time = threadTime() - start
      #expect(router.routes.count == count)
      return time
    }
    let (few, many) = (Self.share(1_000, replacements), Self.share(8_000, replacements))
    #expect(many <= few * 4)
  }

  @Test func `what an update takes back is not there, and the rest is in order`() {
    let router = Router()
    let counts: [[Int]] = router.update { table in
      let ids: [RouteID] = (0..<200).map { number in
        table.guard("/a", name: "\(number)") { _ async in .allow }
      }
      return ids.enumerated().filter { $0.offset % 7 != 3 }.reversed().map { _, id in
        [table.dispose(of: id), table.dispose(of: [id, id])]
      }
    }
    #expect(counts.count == 171 && counts.allSatisfy { $0 == [1, 0] })
    #expect(router.routes.compactMap(\.name) == stride(from: 3, to: 200, by: 7).map { "\($0)" })
  }

  // MARK: - Names

  /// The routes that faults name as those which had the name.
  private static func holders(_ faults: FaultLog) -> [RouteID] {
    faults.all.compactMap { fault -> RouteID? in
      if case .duplicateName(_, of: let holder) = fault.event { return holder }
      return nil
    }
  }

  private static func router(_ faults: FaultLog) -> Router {
    var configuration = Router.Configuration.app
    configuration.onFault = { faults.receive($0) }
    return Router(configuration)
  }

  @Test func `a name costs each route of it the same, however many have it`() throws {
    let patterns = try Self.patterns(8_000)
    func namesakes(_ count: Int) -> Duration {
      let faults = FaultLog()
      let router = Self.router(faults)
      let start = threadTime()
      let ids: [RouteID] = router.update { table in
        patterns.prefix(count).map { pattern in table.map(pattern, name: "page") { _ in } }
      }
      let time = threadTime() - start
      #expect(Self.holders(faults) == Array(ids.dropLast()))
      #expect((try? router.url(named: "page")) == "/page/\(count - 1)")
      return time
    }
    let (few, many) = (Self.share(1_000, namesakes), Self.share(8_000, namesakes))
    #expect(many <= few * 3)
  }

  @Test func `a fault of a name is of the latest that lives and may not have it too`() {
    let faults = FaultLog()
    let router = Self.router(faults)
    let first = router.map("/first", name: "page") { _ in }
    var owner: TestOwner? = TestOwner()
    let owned = router.map("/owned", owner: owner, name: "page") { _ in }
    let gone = router.map("/gone", name: "page") { _ in }
    #expect(Self.holders(faults) == [first, owned])
    withExtendedLifetime(owner) {}
    owner = nil
    router.guard("/*", name: "page") { _ async in .allow }
    router.update { table in
      table.dispose(of: gone)
      table.guard("/*", name: "page") { _ async in .allow }
    }
    #expect(Self.holders(faults) == [first, owned, gone, first])
    router.dispose(of: first)
    let last = router.guard("/*", name: "page") { _ async in .allow }
    #expect(Self.holders(faults).count == 4)
    router.map("/last", name: "page") { _ in }
    #expect(Self.holders(faults) == [first, owned, gone, first, last])
    #expect((try? router.url(named: "page")) == "/last")
  }

  // MARK: - Methods

  private static func methods(_ word: String, _ count: Int) -> [RouteTag] {
    (0..<count).map { RouteTag(method: "X-\(word)-\($0)") }
  }

  // The first of these: where tags stayed, few would be read no sooner behind the others.
  @Test func `the tags of methods are read in the same time, however many there are`() throws {
    func reads(among count: Int) throws -> Duration {
      let router = Router()
      for (tag, pattern) in zip(Self.methods("READ", count), try Self.patterns(count)) {
        router.map(pattern, tags: [tag]) { _ in }
      }
      let time = Self.share(10_000) { tries in
        let start = threadTime()
        var sum = 0
        for _ in 0..<tries { sum += MethodTags.current.tags.count }
        #expect(sum >= tries * count)
        return threadTime() - start
      }
      withExtendedLifetime(router) {}
      return time
    }
    let few = try reads(among: 2)
    #expect(try reads(among: 2_000) <= few * 8)
  }

  /// Whether all tags are known while a router has routes of them.
  private static func areKnown(_ tags: [RouteTag]) throws -> Bool {
    let router = Router()
    for (tag, pattern) in zip(tags, try patterns(tags.count)) {
      router.map(pattern, tags: [tag]) { _ in }
    }
    defer { withExtendedLifetime(router) {} }
    return Set(MethodTags.current.tags).isSuperset(of: tags)
  }

  @Test func `the tags of methods go with the router whose routes have them`() async throws {
    let tags = Self.methods("ROUTER", 2_000)
    #expect(try Self.areKnown(tags))
    #expect(await becomesTrue { Set(MethodTags.current.tags).isDisjoint(with: tags) })
  }

  @Test func `the tag of a method goes with the last route that has it`() async {
    let tag = RouteTag(method: "X-LAST")
    let router = Router()
    let one = router.map("/one", tags: [tag]) { _ in }
    let two = router.map("/two", tags: [tag]) { _ in }
    router.dispose(of: one)
    #expect(MethodTags.current.tags.filter { $0 == tag }.count == 1)
    router.dispose(of: two)
    #expect(await becomesTrue { !MethodTags.current.tags.contains(tag) })
    router.map("/one", tags: [tag]) { _ in }
    #expect(MethodTags.current.tags.contains(tag))
    withExtendedLifetime(router) {}
  }

  @Test func `the tags of methods that no update brought in are not kept`() async {
    struct Failure: Error {}
    let tag = RouteTag(method: "X-THROWN")
    let router = Router()
    #expect(throws: Failure.self) {
      try router.update { table in
        table.map("/one", tags: [tag]) { _ in }
        throw Failure()
      }
    }
    #expect(await becomesTrue { !MethodTags.current.tags.contains(tag) })
    withExtendedLifetime(router) {}
  }
}

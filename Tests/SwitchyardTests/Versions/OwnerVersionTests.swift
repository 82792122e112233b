import RoutePatterns
import TestSupport
import Testing

@testable import Switchyard

/// The routes of an owner go in one version, whoever notices that it has gone.
@Suite struct OwnerVersionTests {
  private static let looks: [(name: String, look: @Sendable (Router) async throws -> Void)] = [
    ("match", { _ = try $0.match(RouteTarget("/a")) }),
    ("match through tags", { _ = try $0["T"].match(RouteTarget("/a")) }),
    ("open", { $0.open("/a") }),
    ("open for a proxy alone", { $0.open("/p") }),
    ("dispatch", { _ = await $0.dispatch("/a") }),
    ("explain", { _ = $0.explain("/a") }),
    ("explain another", { _ = $0.explain("/nothing") }),
    ("routes", { _ = $0.routes }),
    ("validate", { _ = $0.validate() }),
    ("url", { _ = (try? $0.url(named: "a")) }),
  ]

  @Test(arguments: 0..<looks.count)
  func `all of them go at once`(look: Int) async throws {
    let yard = Yard()
    let router = yard.router
    var owner: TestOwner? = TestOwner()
    let other = TestOwner()
    withExtendedLifetime(owner) {
      router.map("/a", tags: ["T"], owner: owner, name: "a") { _ in }
      router.map("/b", owner: owner) { _ in }
      router.proxy("/p", owner: owner) { _ in .pass }
      router.fallback("/*", owner: owner) { _ in }
      router.map("/c", owner: other) { _ in }
      router.group("/both", owner: other) { $0.map("/d", owner: owner) { _ in } }
    }
    let version = try #require(router.routes.version)
    owner = nil
    #expect(router.core.registry.version == UInt64(version))
    try await Self.looks[look].look(router)
    #expect(router.core.registry.version == UInt64(version) + 1, "\(Self.looks[look].name)")
    #expect(router.core.registry.table.all.map(\.pattern.text) == ["/c"])
    // There is nothing more to be noticed.
    try await Self.looks[look].look(router)
    #expect(router.core.registry.version == UInt64(version) + 1)
    withExtendedLifetime(other) {}
  }

  private static let versions: [(name: String, version: @Sendable (Router) -> Int?)] = [
    ("routes", { $0.routes.version }),
    ("routes through tags", { $0["T"].routes.version }),
    ("routes with patterns", { $0[[]].routesWithPatterns.version }),
    ("version", { $0.routesVersion }),
  ]

  // Whoever has listed the routes of a version need not list them again.
  @Test(arguments: 0..<versions.count)
  func `no version is that of routes with an owner and of those without`(place: Int) throws {
    let router = Yard().router
    let (name, version) = Self.versions[place]
    var owner: TestOwner? = TestOwner()
    router.map("/b", tags: ["T"]) { _ in }
    router.map("/a", owner: owner) { _ in }
    let before = try #require(version(router))
    withExtendedLifetime(owner) {}
    owner = nil
    #expect(version(router) == before + 1, "\(name)")
    #expect(router.routes.map(\.pattern) == ["/b"])
    #expect(router.routes.version == before + 1)
  }

  @Test func `an owner that dies within an update leaves nothing to be found`() async throws {
    let yard = Yard()
    yard.router.update { table in
      let owner = TestOwner()
      table.map("/a", owner: owner) { _ in Issue.record("it runs without its owner") }
      withExtendedLifetime(owner) {}
    }
    #expect(try yard.router.match(RouteTarget("/a")) == nil)
    #expect(await yard.router.dispatch("/a") == .notFound)
    #expect(yard.router.core.registry.table.count == 0)
  }

  // Its pattern would use up the steps, and a limit would be hit where there is nothing.
  @Test func `a route whose owner is gone takes no steps from a match`() throws {
    let yard = Yard { $0.matchSteps = 1_000 }
    do {
      let owner = TestOwner()
      yard.map("/:x((?:b|bb)+[cd])", owner: owner)
      withExtendedLifetime(owner) {}
    }
    let target = try RouteTarget("/" + String(repeating: "b", count: 40) + "e")
    #expect(try yard.router.match(target) == nil)
  }

  // An owner that dies in its own handler, before a proxy, and before a map.
  @Test func `an owner that dies on the way takes all that is its own`() async {
    let yard = Yard(.server)
    let owner = Shared<TestOwner?>(TestOwner())
    yard.router.guard("/a") { _, _, _, decide in
      owner.withLock { $0 = nil }
      decide(.allow)
    }
    owner.withLock { owner in
      _ = yard.proxy("/a", "proxy", owner: owner)
      _ = yard.map("/a", "map", owner: owner)
    }
    let fallback = yard.fallback("/a")
    #expect(await yard.router.dispatch("/a") == .handled(by: fallback))
    #expect(yard.journal.entries == ["fallback /a"])
  }
}

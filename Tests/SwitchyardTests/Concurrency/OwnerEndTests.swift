import Testing

@testable import Switchyard

private final class Screen: RouteOwner {}

@Suite struct OwnerEndTests {
  // To see whether an owner lives is to hold it for a moment, and whoever does can be the last to let go of it:
  // its end, which may use the router, must not come under the lock that changes to the table are made under.
  @Test func `a sweep takes routes out whose owners are gone`() {
    var owner: Screen? = Screen()
    let entry = RouteEntry(
      kind: .map,
      pattern: "/books",
      tags: [],
      place: .inherited,
      owners: [OwnerReference(owner)],
      name: nil,
      origin: RouteOrigin(#fileID, #line),
      body: .returning { _ in }
    )
    let registry = RouteRegistry(precedence: .latestFirst, ignoresCase: false, steps: 1000)
    registry.apply(adding: [entry.indexed(for: registry.index)])
    withExtendedLifetime(owner) { registry.sweep() }
    #expect(registry.table.all.map(\.id) == [entry.id])
    owner = nil
    #expect(!entry.isLive && !entry.isDisposed)
    #expect(registry.table.count == 1)
    registry.sweep()
    #expect(entry.isDisposed)
    #expect(registry.table.count == 0)
  }

  @Test func `a route that a lookup finds without its owner is taken away`() async {
    let router = Router.lent()
    var owner: Screen? = Screen()
    withExtendedLifetime(owner) {
      _ = router.map("/books", owner: owner) { _ in }
      _ = router.map("/music", owner: owner) { _ in }
    }
    #expect(router.core.registry.table.count == 2)
    owner = nil
    #expect(await router.dispatch("/films") == .notFound)
    #expect(router.core.registry.table.count == 2)
    #expect(await router.dispatch("/books") == .notFound)
    #expect(router.core.registry.table.count == 0)
  }

  @Test func `of two that dispose of a route at once one has`() async {
    let router = Router.lent()
    for _ in 0..<200 {
      let id = router.map("/books") { _ in }
      let counts = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<2 { group.addTask { router.dispose(of: id, id) } }
        return await group.reduce(into: 0) { $0 += $1 }
      }
      #expect(counts == 1)
    }
  }
}

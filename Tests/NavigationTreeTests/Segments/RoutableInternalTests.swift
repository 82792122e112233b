import Testing

@testable import NavigationTree

@MainActor
@Suite struct RoutableInternalTests {
  private struct Bare: Routable {}

  // A modal panel may run the main queue within a call, and so the calls of another coordinator.
  @Test func `calls within calls are noted apart`() {
    let bare = Bare()
    var inner: [Bool] = []
    let isMissing = UnimplementedRoutable.isNoted {
      inner.append(UnimplementedRoutable.isNoted { bare.pop("a", animated: true) {} })
      inner.append(UnimplementedRoutable.isNoted {})
    }
    #expect(inner == [true, false])
    #expect(!isMissing)
    let isMissingBefore = UnimplementedRoutable.isNoted {
      bare.pop("a", animated: true) {}
      inner.append(UnimplementedRoutable.isNoted {})
    }
    #expect(inner == [true, false, false])
    #expect(isMissingBefore)
  }

  @Test func `what is not implemented completes all the same`() {
    var count = 0
    let completion: RoutingCompletion = { MainActor.assumeIsolated { count += 1 } }
    let bare = Bare()
    _ = bare.push("a", animated: true, completion: completion)
    bare.pop("a", animated: true, completion: completion)
    _ = bare.change("a", to: "b", animated: true, completion: completion)
    #expect(count == 3)
  }
}

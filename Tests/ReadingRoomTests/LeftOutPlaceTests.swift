import NavigationTree
import RoutePatterns
import SessionStore
import SwitchyardSessions
import Testing

@testable import ReadingRoom

/// A visitor who has been to a place that the room has no longer.
@Suite struct LeftOutPlaceTests {
  private let store = MemorySessionStore()

  /// The sessions of a version that has another place.
  private var former: SwitchyardSessions.Sessions<KeptVisitor> {
    let switcher = RoutePresenterSwitcher<Int>(setOptionSelected: { _ in })
    let options = ["/gone", "/today"].map { route in
      RoutingNode<Int>(.lazyPresenter { 0 }).endpoint(route)
    }
    return SwitchyardSessions.Sessions(
      in: store,
      tree: RoutingNode(switcher).switcher(options),
      initial: KeptVisitor(),
      historyLimit: 50
    )
  }

  private func request(_ place: Place) throws -> EndpointRequest {
    place.request(Parameters(), try RouteTarget(place.url()))
  }

  @Test func `it is none to go back to, and the shown one keeps its number`() async throws {
    let former = former
    let (today, books) = (try request(.today), try request(.books))
    let id = try await former.begin { try $0.go(to: "/gone") }.id
    try await former.perform(id) { try $0.show(today, place: nil) }
    let records = VisitorRecords(in: store)
    let state = try #require(try await records.state(of: id))
    #expect(state.navigation.current?.route == "/today")
    #expect(state.history.past.isEmpty)
    #expect(state.place == 1)
    let next = try await records.perform(id, state.value.facts, nil) { state in
      try state.show(books, place: nil)
      return NoOutcome()
    }
    #expect(next.state.place == 2)
    let back = try await records.perform(id, state.value.facts, nil) { state in
      try state.show(today, place: 1)
      return NoOutcome()
    }
    #expect(back.state.place == 1)
    #expect(back.state.history.future.count == 1)
  }
}

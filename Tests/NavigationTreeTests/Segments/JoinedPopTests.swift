import Foundation
import NavigationTree
import Testing

/// Several elements that go at once, and the animation of the last call alone.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct JoinedPopTests {
  /// What is called; some depths take all within an element away with it.
  private final class Notes {
    var calls: [String] = []
    let joining: Set<Int>

    init(joining: Set<Int>) { self.joining = joining }
  }

  private struct Noting: Routable {
    let notes: Notes
    let depth: Int
    var popsAllWithin: Bool { notes.joining.contains(depth) }

    private func note(_ call: String, _ animated: Bool, _ completion: RoutingCompletion) -> Noting {
      notes.calls.append("\(depth) \(call)\(animated ? "" : ", still")")
      completion()
      return Noting(notes: notes, depth: depth + 1)
    }

    func push(
      _ element: RouteElement,
      animated: Bool,
      completion: @escaping RoutingCompletion
    ) -> any Routable { note("push \(element)", animated, completion) }

    func pop(_ element: RouteElement, animated: Bool, completion: @escaping RoutingCompletion) {
      _ = note("pop \(element)", animated, completion)
    }

    func change(
      _ from: RouteElement,
      to element: RouteElement,
      animated: Bool,
      completion: @escaping RoutingCompletion
    ) -> any Routable { note("change \(from) to \(element)", animated, completion) }
  }

  nonisolated static let pops: [(joining: Set<Int>, route: Route, calls: [String])] = [
    ([], ["r"], ["4 pop c", "3 pop b", "2 pop a", "1 pop n"]),
    ([1], ["r"], ["1 pop n"]),
    ([1, 2, 3, 4], ["r"], ["1 pop n"]),
    ([2], ["r"], ["2 pop a", "1 pop n"]),
    ([0, 1], ["r", "n", "a", "b"], ["4 pop c"]),
    ([2], ["r", "x"], ["2 pop a", "1 change n to x"]),
    ([0, 1, 2], ["r", "n", "a", "b", "c", "d"], ["5 push d"]),
  ]

  @Test(arguments: pops)
  func `a routable takes all within an element away in one call`(
    _ joining: Set<Int>,
    _ route: Route,
    _ calls: [String]
  ) async {
    let notes = Notes(joining: joining)
    let coordinator = RouteCoordinator(rootRoutable: Noting(notes: notes, depth: 0))
    coordinator.newState(NavigationState(route: ["r", "n", "a", "b", "c"]))
    await coordinator.settled()
    notes.calls = []
    coordinator.newState(NavigationState(route: route))
    await coordinator.settled()
    #expect(notes.calls == calls)
    #expect(coordinator.route == route)
    // It goes on from there.
    coordinator.newState(NavigationState(route: ["r", "y"]))
    await coordinator.settled()
    #expect(coordinator.route == ["r", "y"])
  }

  @Test func `the last call alone is animated`() async {
    let notes = Notes(joining: [])
    let coordinator = RouteCoordinator(
      rootRoutable: Noting(notes: notes, depth: 0),
      animatesLastCallOnly: true
    )
    coordinator.newState(NavigationState(route: ["a", "b", "c"]))
    await coordinator.settled()
    #expect(notes.calls == ["0 push a, still", "1 push b, still", "2 push c"])
  }

  @Test func `a state is saved by its route`() throws {
    var state = NavigationState(route: ["tabs", "books"])
    state.routeSpecificState[RouteHash(route: ["tabs"])] = "data"
    let data = try JSONEncoder().encode(state)
    #expect(String(decoding: data, as: UTF8.self) == #"{"route":["tabs","books"]}"#)
    let read = try JSONDecoder().decode(NavigationState.self, from: data)
    #expect(read.route == state.route)
    #expect(read.routeSpecificState.isEmpty)
  }
}

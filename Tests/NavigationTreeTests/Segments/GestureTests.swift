import NavigationTree
import Testing

/// Changes that a gesture has made on the screen.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct GestureTests {
  private let stage = SegmentStage()
  private var screen: SegmentScreen { stage.screen }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let action: any NavigationAction
    let shown: String
    /// What is opened then, and the calls for that.
    let next: String
    let calls: [String]

    var testDescription: String { name }
  }

  nonisolated static let cases = [
    Case(
      name: "back",
      action: PopElementAction(isShown: true),
      shown: "a/b",
      next: "a/x",
      calls: ["1 change b to x"]
    ),
    Case(
      name: "back by two",
      action: PopElementAction(count: 2, isShown: true),
      shown: "a",
      next: "",
      calls: ["0 pop a"]
    ),
    Case(
      name: "back to an element",
      action: PopToElementAction("a", isShown: true),
      shown: "a",
      next: "a/b",
      calls: ["1 push b"]
    ),
    Case(
      name: "forward",
      action: PushElementAction("d", isShown: true),
      shown: "a/b/c/d",
      next: "a/b/c/d/e",
      calls: ["4 push e"]
    ),
    Case(
      name: "another tab",
      action: ChangeElementAction(at: 1, to: "t", droppingRest: true, isShown: true),
      shown: "a/t",
      next: "a/t/u",
      calls: ["2 push u"]
    ),
    Case(
      name: "elsewhere",
      action: SetRouteAction(["x", "y"], isShown: true),
      shown: "x/y",
      next: "x",
      calls: ["1 pop y"]
    ),
  ]

  @Test(arguments: cases)
  func `what a gesture has shown is not carried out again`(_ example: Case) async {
    let store = SegmentStore(["a", "b", "c"])
    store.subscribe { [coordinator = stage.coordinator] in coordinator.newState($0) }
    await stage.coordinator.settled()
    _ = screen.takeCalls()
    screen.swipe(to: Route(path: example.shown))
    store.dispatch(example.action)
    await stage.coordinator.settled()
    #expect(screen.takeCalls() == [])
    #expect(stage.coordinator.route == Route(path: example.shown))
    // The next state is carried out, by the routables of what is shown.
    store.dispatch(SetRouteAction(Route(path: example.next)))
    await stage.coordinator.settled()
    #expect(screen.takeCalls() == example.calls)
    #expect(screen.elements == Route(path: example.next))
    #expect(screen.mistakes.isEmpty)
    #expect(stage.faults.isEmpty)
  }

  @Test func `a gesture waits for its turn behind calls that run`() async {
    screen.answer = .kept
    let store = SegmentStore(["a"])
    store.subscribe { [coordinator = stage.coordinator] in coordinator.newState($0) }
    #expect(await screen.nextCall() == "0 push a")
    store.dispatch(PushElementAction("b", isShown: true))
    for _ in 0..<100 { await Task.yield() }
    #expect(stage.coordinator.route == ["a"])
    screen.swipe(to: ["a", "b"])
    screen.complete()
    await stage.coordinator.settled()
    #expect(stage.coordinator.route == ["a", "b"])
    #expect(screen.calls == ["0 push a"])
  }

  @Test func `a state that comes again after a gesture changes nothing`() async {
    let store = SegmentStore(["a", "b"])
    store.subscribe { [coordinator = stage.coordinator] in coordinator.newState($0) }
    await stage.coordinator.settled()
    screen.swipe(to: ["a"])
    store.dispatch(PopElementAction(isShown: true))
    store.dispatch(SetRouteSpecificData(route: ["a"], data: 1))
    store.dispatch("something else")
    await stage.coordinator.settled()
    #expect(screen.takeCalls() == ["0 push a", "1 push b"])
  }

  @Test func `a coordinator that was elsewhere carries the state out`() async {
    var state = NavigationState(route: ["a", "b", "c"])
    state.setRoute(["a", "b"], isShown: true)
    // As when a screen is made after the gesture.
    stage.coordinator.newState(state)
    await stage.coordinator.settled()
    #expect(screen.takeCalls() == ["0 push a", "1 push b"])
    // And as when the state was changed by hand since.
    state.route = ["a"]
    stage.coordinator.newState(state)
    await stage.coordinator.settled()
    #expect(screen.takeCalls() == ["1 pop b"])
  }

  @Test func `what a routable does not know of its new child is reported`() async {
    struct Root: Routable {
      func pop(_ element: RouteElement, animated: Bool, completion: @escaping RoutingCompletion) {
        completion()
      }
    }
    let stage = SegmentStage(root: Root())
    var state = NavigationState()
    state.setRoute(["a", "b"], isShown: true)
    stage.coordinator.newState(state)
    await stage.coordinator.settled()
    #expect(stage.codes == [.notImplemented, .noRoutable])
    #expect(stage.faults.map(\.call) == [.shown, .shown])
    #expect(stage.faults.map(\.element) == ["a", "b"])
    stage.faults = []
    _ = await stage.show("")
    #expect(stage.faults.isEmpty)
  }
}

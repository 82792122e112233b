import Dispatch
import NavigationTree
import TestSupport
import Testing

@MainActor
@Suite struct CoordinatorPropertyTests {
  private static func route(_ random: inout SeededGenerator) -> Route {
    (0..<random.below(6)).map { _ in random.pick(["a", "b", "c"]) }
  }

  private static func action(
    _ random: inout SeededGenerator,
    isShown: Bool
  ) -> any NavigationAction {
    let element = random.pick(["a", "b", "c"])
    let animated = random.below(2) == 0
    return switch random.below(6) {
    case 0: PushElementAction(element, animated: animated, isShown: isShown)
    case 1: PopElementAction(count: random.below(4), animated: animated, isShown: isShown)
    case 2: PopToElementAction(element, animated: animated, isShown: isShown)
    case 3:
      ChangeElementAction(
        at: random.below(5),
        to: element,
        droppingRest: random.below(2) == 0,
        animated: animated,
        isShown: isShown
      )
    default: SetRouteAction(route(&random), animated: animated, isShown: isShown)
    }
  }

  /// How many calls lead from one route to another: by the lengths, and not by the steps.
  private static func distance(_ old: Route, _ new: Route) -> Int {
    var common = 0
    while common < old.count, common < new.count, old[common] == new[common] { common += 1 }
    let (pops, pushes) = (old.count - common, new.count - common)
    return pops + pushes - (pops > 0 && pushes > 0 ? 1 : 0)
  }

  @Test(.busy) func `whatever routes come, the screen ends at the last, by as few calls as can be`()
    async
  {
    let count = PropertyRun.cases(default: 20_000)
    var random = PropertyRun.generator(for: "coordinators", cases: count)
    var stage = SegmentStage(timeLimit: nil)
    var calls = 0
    for number in 0..<count {
      if number.isMultiple(of: 50) { stage = SegmentStage(timeLimit: nil) }
      stage.screen.answer = random.pick([.atOnce, .atOnce, .later, .elsewhere, .never, .twice])
      let start = stage.coordinator.route
      var state = NavigationState(route: start)
      var expected = 0
      // A gesture is made on a screen at rest.
      if random.below(3) == 0 {
        state = NavigationReducer.handleAction(Self.action(&random, isShown: true), state: state)
        stage.screen.swipe(to: state.route)
        stage.coordinator.newState(state)
      }
      for _ in 0...random.below(4) {
        let old = state.route
        state = NavigationReducer.handleAction(Self.action(&random, isShown: false), state: state)
        expected += Self.distance(old, state.route)
        stage.coordinator.newState(state)
      }
      await stage.coordinator.settled()
      let made = stage.screen.takeCalls()
      calls += made.count
      guard
        stage.screen.elements == state.route, stage.coordinator.route == state.route,
        made.count == expected, stage.screen.mistakes.isEmpty
      else {
        Issue.record("\(start) to \(state.route): \(made), \(stage.screen.mistakes)")
        return
      }
    }
    print("coordinators: \(calls) calls")
  }
}

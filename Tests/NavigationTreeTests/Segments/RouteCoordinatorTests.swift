import Dispatch
import Foundation
import NavigationTree
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct RouteCoordinatorTests {
  private let stage = SegmentStage()
  private var screen: SegmentScreen { stage.screen }

  struct Case: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    let calls: [String]

    init(_ old: String, _ new: String, _ calls: [String]) {
      (self.old, self.new, self.calls) = (old, new, calls)
    }

    var testDescription: String { "\(old) → \(new)" }
  }

  nonisolated static let cases = [
    Case("", "", []),
    Case("tabs/stats", "tabs/stats", []),
    Case("", "tabs/stats", ["0 push tabs", "1 push stats"]),
    Case("tabs/counter", "tabs/stats", ["1 change counter to stats"]),
    Case("tabs/counter", "tabs/stats/info", ["1 change counter to stats", "2 push info"]),
    Case("tabs/counter/info", "tabs/stats", ["2 pop info", "1 change counter to stats"]),
    Case("tabs", "login", ["0 change tabs to login"]),
    Case("tabs/stats/counter", "tabs", ["2 pop counter", "1 pop stats"]),
    Case("tabs/stats/counter", "", ["2 pop counter", "1 pop stats", "0 pop tabs"]),
    Case("a/b/c", "a/x/y/z", ["2 pop c", "1 change b to x", "2 push y", "3 push z"]),
    Case("foo/bar/bar", "foo/bar", ["2 pop bar"]),
  ]

  @Test(arguments: cases, [true, false])
  func `routables are asked for the difference of two routes`(
    _ example: Case,
    _ animated: Bool
  ) async {
    _ = await stage.show(example.old)
    let calls = await stage.show(example.new, animated: animated)
    #expect(calls == example.calls.map { animated ? $0 : "\($0), still" })
    #expect(screen.elements == Route(path: example.new))
    #expect(stage.coordinator.route == Route(path: example.new))
    #expect(screen.mistakes.isEmpty)
    #expect(stage.faults.isEmpty)
  }

  @Test func `nothing is asked for without a route`() async {
    #expect(await stage.show("") == [])
    await stage.coordinator.settled()
  }

  @Test(arguments: [SegmentScreen.Answer.atOnce, .later, .elsewhere])
  func `a completion may come within the call, later, and from any thread`(
    _ answer: SegmentScreen.Answer
  ) async {
    screen.answer = answer
    #expect(await stage.show("a/b") == ["0 push a", "1 push b"])
    #expect(await stage.show("a/c") == ["1 change b to c"])
    #expect(await stage.show("") == ["1 pop c", "0 pop a"])
    #expect(stage.faults.isEmpty)
    #expect(stage.clock.sleepers == 0 || answer != .atOnce)
  }

  @Test func `the next call is made when the last has completed`() async {
    screen.answer = .kept
    stage.open("a/b")
    #expect(await screen.nextCall() == "0 push a")
    for _ in 0..<100 { await Task.yield() }
    #expect(screen.calls == ["0 push a"])
    screen.complete()
    #expect(await screen.nextCall() == "1 push b")
    screen.complete()
    await stage.coordinator.settled()
    #expect(screen.elements == ["a", "b"])
  }

  @Test func `states that come while calls run start from the route that will have been reached`()
    async
  {
    screen.answer = .kept
    stage.open("a/b")
    #expect(await screen.nextCall() == "0 push a")
    stage.open("a", animated: false)
    stage.open("x")
    screen.answer = .atOnce
    screen.complete()
    await stage.coordinator.settled()
    #expect(
      screen.calls == ["0 push a", "1 push b", "1 pop b, still", "0 change a to x"]
    )
    #expect(screen.mistakes.isEmpty)
  }

  @Test func `a routable may change the route within its call`() async {
    screen.onCall = { [weak stage] call in
      if call == "0 push a" { stage?.open("b") }
    }
    #expect(await stage.show("a/c") == ["0 push a", "1 push c", "1 pop c", "0 change a to b"])
  }

  @Test func `states are taken in the order of the calls, from any thread`() async {
    let coordinator = stage.coordinator
    let last = 1000
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [coordinator] in
        for number in 0...last { coordinator.newState(NavigationState(route: ["\(number)"])) }
        continuation.resume()
      }
    }
    await stage.coordinator.settled()
    let changes = (0..<last).map { "0 change \($0) to \($0 + 1)" }
    #expect(screen.calls == ["0 push 0"] + changes)
  }

  @Test func `many threads may tell of states while others complete calls`() async {
    screen.answer = .elsewhere
    let coordinator = stage.coordinator
    await withTaskGroup { group in
      for thread in 0..<8 {
        group.addTask {
          for number in 0..<100 {
            coordinator.newState(NavigationState(route: ["\(thread)", "\(number)"]))
          }
          await coordinator.settled()
        }
      }
    }
    await coordinator.settled()
    #expect(screen.elements == coordinator.route)
    #expect(screen.mistakes.isEmpty)
    #expect(stage.faults.isEmpty)
  }

  @Test func `ten thousand completions that are called at once do not deepen the stack`() async {
    let depths = DepthProbe()
    screen.onCall = { _ in depths.note() }
    for number in 0..<10_000 { stage.open("\(number)") }
    await stage.coordinator.settled()
    #expect(depths.count == 10_000)
    #expect(depths.depths.count == 1, "\(depths.depths)")
    #expect(stage.clock.sleepers == 0)
  }

  @Test func `a long route is opened and closed`() async {
    let route = (0..<2000).map { "\($0)" }
    stage.coordinator.newState(NavigationState(route: route))
    stage.coordinator.newState(NavigationState())
    await stage.coordinator.settled()
    #expect(screen.calls.count == 4000)
    #expect(screen.mistakes.isEmpty)
  }

  @Test func `any store drives a coordinator through a closure`() async {
    let store = SegmentStore(["tabs"])
    let coordinator = RouteCoordinator(rootRoutable: screen.root) { store.subscribe($0) }
    store.dispatch(PushElementAction("books"))
    store.dispatch("something else")
    store.dispatch(SetRouteSpecificData(route: ["tabs"], data: 1))
    store.dispatch(ChangeElementAction(to: "today", animated: false))
    await coordinator.settled()
    #expect(screen.calls == ["0 push tabs", "1 push books", "1 change books to today, still"])
    #expect(coordinator.route == store.state.route)
  }

  @Test func `two coordinators of one store move on their own`() async {
    let store = SegmentStore(["a"])
    let other = SegmentScreen()
    other.answer = .kept
    let coordinators = [screen, other].map { screen in
      RouteCoordinator(rootRoutable: screen.root, timeLimit: nil) { store.subscribe($0) }
    }
    store.dispatch(PushElementAction("b"))
    await coordinators[0].settled()
    #expect(screen.elements == ["a", "b"])
    #expect(await other.nextCall() == "0 push a")
    #expect(other.calls == ["0 push a"])
    other.complete()
    #expect(await other.nextCall() == "1 push b")
    other.complete()
    await coordinators[1].settled()
    #expect(other.elements == ["a", "b"])
  }

  @Test func `who waits until all is carried out is let go of when cancelled`() async {
    screen.answer = .kept
    stage.open("a")
    let coordinator = stage.coordinator
    let waiting = Task { await coordinator.settled() }
    #expect(await screen.nextCall() == "0 push a")
    waiting.cancel()
    await waiting.value
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      await coordinator.settled()
    }
    late.cancel()
    await late.value
    #expect(screen.kept.count == 1)
  }
}

/// How deep the stack is where it is asked, now and then.
@MainActor
final class DepthProbe {
  private(set) var count = 0
  private(set) var depths: Set<Int> = []

  func note() {
    count += 1
    // What is told of a deep stack ends somewhere, so an early call counts too; the first is another kind of call.
    guard count == 2 || count.isMultiple(of: 100) else { return }
    depths.insert(Thread.callStackReturnAddresses.count)
  }
}

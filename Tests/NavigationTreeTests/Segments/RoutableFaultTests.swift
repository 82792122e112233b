import NavigationTree
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct RoutableFaultTests {
  private let stage = SegmentStage()
  private var screen: SegmentScreen { stage.screen }

  /// Runs the clock out for the call that was made last.
  private func runOut() async {
    await stage.clock.nextSleeper()
    stage.clock.advance(by: .seconds(3))
  }

  @Test func `a call that is stuck is reported after the time limit, and the next is made`() async {
    screen.answer = .kept
    stage.open("a/b")
    #expect(await screen.nextCall() == "0 push a")
    await stage.clock.nextSleeper()
    stage.clock.advance(by: .milliseconds(2999))
    for _ in 0..<100 { await Task.yield() }
    #expect(stage.faults.isEmpty)
    screen.answer = .atOnce
    stage.clock.advance(by: .milliseconds(1))
    await stage.coordinator.settled()
    #expect(screen.calls == ["0 push a", "1 push b"])
    #expect(stage.codes == [.stuck(after: .seconds(3))])
    let fault = stage.faults.first
    #expect(fault?.call == .push)
    #expect(fault?.element == "a")
    #expect(fault?.routable == "ScreenRoutable")
    #expect(fault?.route == ["a", "b"])
  }

  @Test func `each call has the time limit for itself`() async {
    screen.answer = .kept
    stage.open("a/b")
    #expect(await screen.nextCall() == "0 push a")
    await stage.clock.nextSleeper()
    stage.clock.advance(by: .seconds(2))
    screen.complete()
    #expect(await screen.nextCall() == "1 push b")
    await stage.clock.nextSleeper()
    // The time of the first call is up now, that of the second is not.
    stage.clock.advance(by: .seconds(2))
    for _ in 0..<100 { await Task.yield() }
    #expect(stage.faults.isEmpty)
    stage.clock.advance(by: .seconds(1))
    await stage.coordinator.settled()
    #expect(stage.faults.map(\.element) == ["b"])
  }

  @Test func `the time of a call begins before it`() async {
    screen.answer = .kept
    screen.onCall = { [clock = stage.clock] _ in clock.advance(by: .seconds(2)) }
    stage.open("a")
    #expect(await screen.nextCall() == "0 push a")
    await stage.clock.nextSleeper()
    stage.clock.advance(by: .seconds(1))
    await stage.coordinator.settled()
    #expect(stage.codes == [.stuck(after: .seconds(3))])
  }

  @Test func `without a time limit a call may take as long as it likes`() async {
    let stage = SegmentStage(timeLimit: nil)
    stage.screen.answer = .kept
    stage.open("a")
    #expect(await stage.screen.nextCall() == "0 push a")
    stage.clock.advance(by: .seconds(1_000_000))
    for _ in 0..<100 { await Task.yield() }
    #expect(stage.clock.sleepers == 0)
    stage.screen.complete()
    await stage.coordinator.settled()
    #expect(stage.faults.isEmpty)
  }

  @Test func `a completion after the time limit is ignored and reported once`() async throws {
    screen.answer = .kept
    stage.open("a/b")
    #expect(await screen.nextCall() == "0 push a")
    await runOut()
    #expect(await screen.nextCall() == "1 push b")
    let late = try #require(screen.kept.first)
    for _ in 0..<3 { late() }
    for _ in 0..<100 { await Task.yield() }
    // It does not count as the completion of the call that runs.
    stage.open("a/b/c")
    for _ in 0..<100 { await Task.yield() }
    #expect(screen.calls == ["0 push a", "1 push b"])
    screen.answer = .atOnce
    screen.kept.removeFirst()
    screen.complete()
    await stage.coordinator.settled()
    #expect(stage.codes == [.stuck(after: .seconds(3)), .lateCompletion])
    #expect(stage.faults.map(\.element) == ["a", "a"])
  }

  @Test func `a stuck completion that is dropped at last is not reported again`() async {
    screen.answer = .kept
    stage.open("a")
    #expect(await screen.nextCall() == "0 push a")
    await runOut()
    await stage.coordinator.settled()
    screen.kept = []
    await stage.coordinator.settled()
    #expect(stage.codes == [.stuck(after: .seconds(3))])
  }

  @Test func `a completion that is called twice counts once, and is reported once`() async {
    screen.answer = .kept
    stage.open("a/b")
    #expect(await screen.nextCall() == "0 push a")
    for _ in 0..<3 { screen.kept[0]() }
    #expect(await screen.nextCall() == "1 push b")
    screen.kept[0]()
    for _ in 0..<100 { await Task.yield() }
    stage.open("")
    for _ in 0..<100 { await Task.yield() }
    #expect(screen.calls.count == 2)
    screen.answer = .twice
    screen.kept[1]()
    await stage.coordinator.settled()
    #expect(screen.elements == [])
    #expect(stage.codes == Array(repeating: .repeatedCompletion, count: 3))
    #expect(stage.faults.map(\.element) == ["a", "b", "a"])
  }

  @Test func `a completion that is dropped counts as called, and is reported at once`() async {
    screen.answer = .never
    #expect(await stage.show("a/b") == ["0 push a", "1 push b"])
    #expect(await stage.show("a/c") == ["1 change b to c"])
    #expect(await stage.show("") == ["1 pop c", "0 pop a"])
    #expect(stage.codes == Array(repeating: .droppedCompletion, count: 5))
    #expect(stage.faults.map(\.call) == [.push, .push, .change, .pop, .pop])
    #expect(stage.faults.map(\.element) == ["a", "b", "c", "c", "a"])
  }

  @Test func `a completion may be dropped later`() async {
    screen.answer = .kept
    stage.open("a")
    #expect(await screen.nextCall() == "0 push a")
    await stage.clock.nextSleeper()
    screen.kept = []
    await stage.coordinator.settled()
    #expect(stage.codes == [.droppedCompletion])
    // Its time does not run out on top of that.
    stage.clock.advance(by: .seconds(10))
    await stage.coordinator.settled()
    #expect(stage.codes == [.droppedCompletion])
  }

  private struct Bare: Routable {}

  /// Pushes what implements nothing.
  private struct PushOnly: Routable {
    func push(
      _ element: RouteElement,
      animated: Bool,
      completion: @escaping RoutingCompletion
    ) -> any Routable {
      completion()
      return Bare()
    }
  }

  @Test func `what is not implemented is reported, and counts as done`() async {
    let stage = SegmentStage(root: PushOnly())
    _ = await stage.show("a/b")
    #expect(stage.codes == [.notImplemented])
    // Nobody knows what shows elements within "b": that is not asked, and said.
    _ = await stage.show("a/b/c")
    #expect(stage.codes == [.notImplemented, .noRoutable])
    stage.faults = []
    _ = await stage.show("a/x")
    _ = await stage.show("a")
    _ = await stage.show("")
    #expect(stage.faults.map(\.call) == [.change, .pop, .pop])
    #expect(stage.codes == Array(repeating: .notImplemented, count: 3))
    #expect(stage.faults.map(\.routable) == ["Bare", "Bare", "PushOnly"])
    #expect(stage.coordinator.route == [])
    // The rest works on.
    stage.faults = []
    _ = await stage.show("a")
    #expect(stage.faults.isEmpty)
  }

  @Test func `a routable that passes its calls on is known by what it returns`() async {
    struct Wrapper: Routable {
      let coordinator: RouteCoordinator

      func push(
        _ element: RouteElement,
        animated: Bool,
        completion: @escaping RoutingCompletion
      ) -> any Routable {
        // Another coordinator's calls do not count as this one's.
        coordinator.newState(NavigationState(route: [element]))
        completion()
        return Bare()
      }
    }
    let inner = SegmentStage(root: Bare())
    let outer = SegmentStage(root: Wrapper(coordinator: inner.coordinator))
    _ = await outer.show("a")
    await inner.coordinator.settled()
    #expect(outer.faults.isEmpty)
    #expect(inner.codes == [.notImplemented])
  }

  @Test func `a refused action is reported once`() async {
    let store = SegmentStore(["a"])
    var faults: [RoutableFault] = []
    let coordinator = RouteCoordinator(
      rootRoutable: screen.root,
      onFault: { faults.append($0) },
      subscribe: { store.subscribe($0) }
    )
    store.dispatch(PopElementAction(count: 2))
    store.dispatch("something else")
    await coordinator.settled()
    let refusal = RouteActionError(.pop(count: 2), route: ["a"])
    #expect(faults.map(\.code) == [.refused(refusal)])
    store.dispatch(PopElementAction())
    store.dispatch(PopElementAction())
    await coordinator.settled()
    let other = RouteActionError(.pop(count: 1), route: [])
    #expect(faults.map(\.code) == [.refused(refusal), .refused(other)])
    #expect(screen.calls == ["0 push a", "0 pop a"])
  }

  @Test func `faults name the call, the routable and the remedy`() async throws {
    screen.answer = .twice
    _ = await stage.show("a\u{1B}")
    screen.answer = .kept
    stage.open("")
    await runOut()
    await stage.coordinator.settled()
    screen.complete()
    screen.answer = .never
    _ = await stage.show("b")
    let bare = SegmentStage(root: Bare())
    for path in ["a", "b/c", ""] { _ = await bare.show(path) }
    var state = NavigationState()
    state.setRoute(["a"], isShown: true)
    bare.coordinator.newState(state)
    bare.coordinator.newState(
      NavigationReducer.handleAction(PopElementAction(count: 2), state: state)
    )
    await bare.coordinator.settled()
    let push = #"push "a\u{1B}" of ScreenRoutable, on the way to ["a\u{1B}"]: "#
    let pop = #"pop "a\u{1B}" of ScreenRoutable, on the way to []: "#
    let missing = "the routable does not implement it. It counts as done; implement "
    let raise = "or raise the time limit of the coordinator."
    #expect(
      stage.faults.map(\.description) == [
        push + "the completion was called again. The first call counts; call it once.",
        pop + "the completion was not called within 3.0 seconds. It counts as called; call it on "
          + "every path, " + raise,
        pop + "the completion was called when its time was up. The call is ignored; call it "
          + "earlier, " + raise,
        #"push "b" of ScreenRoutable, on the way to ["b"]: the completion was let go of and never "#
          + "called. It counts as called; call it on every path.",
      ]
    )
    #expect(
      bare.faults.map(\.description) == [
        #"push "a" of Bare, on the way to ["a"]: "# + missing + "push(_:animated:completion:).",
        #"change "b" of Bare, on the way to ["b", "c"]: "# + missing
          + "change(_:to:animated:completion:).",
        #"push "c", on the way to ["b", "c"]: nothing can be asked, as it is not known what shows "#
          + "elements there. It counts as done; mend the fault that was reported before.",
        #"pop "b" of Bare, on the way to []: "# + missing + "pop(_:animated:completion:).",
        #"shown "a" of Bare, on the way to ["a"]: "# + missing + "shown(_:).",
        #"an action was refused: 2 elements cannot be popped; ["a"] stays open. Look at the route "#
          + "before, or set the whole of it.",
      ]
    )
  }
}

import Dispatch
import NavigationTree
import TestSupport
import Testing

/// What is in memory, and for how long.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CoordinatorMemoryTests {
  /// Goes with the coordinator that it was made for.
  private final class Token {}

  private struct Holder: Routable {
    let token: Token
    let screen: SegmentScreen

    func push(
      _ element: RouteElement,
      animated: Bool,
      completion: @escaping RoutingCompletion
    ) -> any Routable {
      screen.root.push(element, animated: animated, completion: completion)
    }
  }

  private let screen = SegmentScreen()
  private let clock = HandClock()

  private func makeCoordinator(
    _ store: SegmentStore? = nil
  ) -> (coordinator: RouteCoordinator, token: () -> Token?) {
    let token = Token()
    let coordinator = RouteCoordinator(
      rootRoutable: Holder(token: token, screen: screen),
      clock: clock,
      subscribe: { store?.subscribe($0) }
    )
    return (coordinator, { [weak token] in token })
  }

  @Test func `a coordinator goes when its user lets go of it`() async {
    var (coordinator, token): (RouteCoordinator?, () -> Token?) = makeCoordinator()
    coordinator?.newState(NavigationState(route: ["a", "b"]))
    await coordinator?.settled()
    #expect(token() != nil)
    coordinator = nil
    #expect(token() == nil)
  }

  @Test func `what it has to do keeps it, and nothing else`() async throws {
    screen.answer = .kept
    var (coordinator, token): (RouteCoordinator?, () -> Token?) = makeCoordinator()
    coordinator?.newState(NavigationState(route: ["a", "b"]))
    #expect(await screen.nextCall() == "0 push a")
    await clock.nextSleeper()
    weak let gone = coordinator
    coordinator = nil
    #expect(gone != nil)
    screen.kept[0]()
    #expect(await screen.nextCall() == "1 push b")
    await clock.nextSleeper()
    // The time of the last call ends it, too.
    clock.advance(by: .seconds(3))
    #expect(await becomesTrue { gone == nil })
    #expect(token() == nil)
    // What comes then falls into the void.
    screen.kept[1]()
    screen.kept[1]()
    for _ in 0..<100 { await Task.yield() }
    #expect(screen.calls.suffix(1) == ["1 push b"])
  }

  @Test func `one that nobody keeps does what it was told`() async {
    let store = SegmentStore(["a", "b"])
    let token: () -> Token? = makeCoordinator(store).token
    #expect(await screen.nextCall() == "0 push a")
    #expect(await screen.nextCall() == "1 push b")
    #expect(await becomesTrue { token() == nil })
  }

  @Test func `a store does not keep it, nor what it is told of afterwards`() async {
    let store = SegmentStore(["a"])
    var (coordinator, token): (RouteCoordinator?, () -> Token?) = makeCoordinator(store)
    await coordinator?.settled()
    coordinator = nil
    #expect(token() == nil)
    weak var data: Token?
    do {
      let some = Token()
      data = some
      struct Box: @unchecked Sendable { let token: Token }
      var state = store.state
      state.routeSpecificState[RouteHash(route: [])] = Box(token: some)
      for subscriber in store.subscribers { subscriber(state) }
    }
    #expect(data == nil)
  }

  @Test func `it may be let go of within a call`() async {
    var (coordinator, token): (RouteCoordinator?, () -> Token?) = makeCoordinator()
    screen.onCall = { _ in coordinator = nil }
    coordinator?.newState(NavigationState(route: ["a", "b"]))
    #expect(await screen.nextCall() == "0 push a")
    #expect(await screen.nextCall() == "1 push b")
    #expect(await becomesTrue { token() == nil })
  }

  @Test func `routables go when they are popped`() async {
    struct Shelf: Routable {
      let tokens: TokenList

      func push(
        _ element: RouteElement,
        animated: Bool,
        completion: @escaping RoutingCompletion
      ) -> any Routable {
        completion()
        return Kept(token: tokens.make())
      }

      func pop(_ element: RouteElement, animated: Bool, completion: @escaping RoutingCompletion) {
        completion()
      }
    }
    struct Kept: Routable { let token: Token }
    final class TokenList {
      weak var last: Token?

      func make() -> Token {
        let token = Token()
        last = token
        return token
      }
    }
    let tokens = TokenList()
    let coordinator = RouteCoordinator(rootRoutable: Shelf(tokens: tokens))
    coordinator.newState(NavigationState(route: ["a"]))
    await coordinator.settled()
    #expect(tokens.last != nil)
    coordinator.newState(NavigationState())
    await coordinator.settled()
    #expect(tokens.last == nil)
  }
}

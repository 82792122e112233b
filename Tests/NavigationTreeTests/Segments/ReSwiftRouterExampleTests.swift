import NavigationTree
import Testing

private struct AppState: HasNavigationState {
  var navigationState = NavigationState()
}

private func appReducer(action: any Sendable, state: AppState) -> AppState {
  var state = state
  state.navigationState = NavigationReducer.handleAction(action, state: state.navigationState)
  return state
}

/// Stands for a store of any kind.
@MainActor
private final class Store {
  private var state = AppState()
  private var subscribers: [@MainActor (AppState) -> Void] = []

  func subscribe(_ subscriber: @escaping @MainActor (AppState) -> Void) {
    subscribers.append(subscriber)
    subscriber(state)
  }

  func dispatch(_ action: any Sendable) {
    state = appReducer(action: action, state: state)
    for subscriber in subscribers { subscriber(state) }
  }
}

/// What the article for those who come from ReSwift-Router shows works as it stands there.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct `Examples for those who come from ReSwift-Router` {
  struct WindowRoutable: Routable {
    let window: Window

    func push(
      _ element: RouteElement,
      animated: Bool,
      completion: @escaping RoutingCompletion
    ) -> any Routable {
      window.show(element, animated: animated, completion: completion)
      return PageRoutable(page: window)
    }
  }

  /// Stands for the pages of an app.
  struct PageRoutable: Routable {
    let page: Window

    func push(
      _ element: RouteElement,
      animated: Bool,
      completion: @escaping RoutingCompletion
    ) -> any Routable {
      page.show(element, animated: animated, completion: completion)
      return self
    }

    func pop(_ element: RouteElement, animated: Bool, completion: @escaping RoutingCompletion) {
      page.show("no \(element)", animated: animated, completion: completion)
    }
  }

  /// Stands for the window of an app.
  final class Window {
    var log: [String] = []

    func show(_ text: String, animated: Bool, completion: @escaping RoutingCompletion) {
      log.append(animated ? "\(text), slowly" : text)
      completion()
    }
  }

  @Test func `a store, a routable and a coordinator`() async {
    let window = Window()
    let store = Store()
    let coordinator = RouteCoordinator(rootRoutable: WindowRoutable(window: window)) { newState in
      store.subscribe { newState($0.navigationState) }
    }
    store.dispatch(SetRouteAction(["books", "7"]))
    store.dispatch(PopElementAction(animated: false))
    await coordinator.settled()
    #expect(window.log == ["books, slowly", "7, slowly", "no 7"])
    #expect(coordinator.route == ["books"])

    store.dispatch(PushElementAction("8"))
    store.dispatch(PopElementAction(isShown: true))
    await coordinator.settled()
    #expect(window.log.last == "8, slowly")
    #expect(coordinator.route == ["books"])
  }

  struct ShowSettings: NavigationAction {
    func apply(to state: inout NavigationState) {
      state.setRoute(["tabs", "profile", "settings"])
    }
  }

  @Test func `an action of one's own, and data`() {
    let state = NavigationReducer.handleAction(ShowSettings(), state: nil)
    #expect(state.route == ["tabs", "profile", "settings"])

    var books = NavigationState(route: ["tabs", "books"])
    books.routeSpecificState[RouteHash(route: ["tabs", "books"])] = "sorted by title"
    let order: String? = books.getRouteSpecificState(["tabs", "books"])
    #expect(order == "sorted by title")
  }

  @Test func `a transition`() {
    let steps = ListTransition(from: ["tabs", "books", "1"], to: ["tabs", "today"]).steps
    #expect(steps == [.pop("1", at: 2), .change("books", to: "today", at: 1)])
  }
}

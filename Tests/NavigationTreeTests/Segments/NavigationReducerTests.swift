import NavigationTree
import Testing

@Suite struct NavigationReducerTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let action: any NavigationAction
    let old: String
    let new: String

    init(_ old: String, _ action: any NavigationAction, _ new: String) {
      (self.old, self.action, self.new) = (old, action, new)
    }

    var testDescription: String { "\(old) → \(new)" }
  }

  static let changes = [
    Case("", SetRouteAction(["a", "b"]), "a/b"),
    Case("a/b", SetRouteAction([]), ""),
    Case("", PushElementAction("a"), "a"),
    Case("a", PushElementAction("b"), "a/b"),
    Case("a", PopElementAction(), ""),
    Case("a/b/c", PopElementAction(), "a/b"),
    Case("a/b/c", PopElementAction(count: 2), "a"),
    Case("a/b/c", PopElementAction(count: 3), ""),
    Case("a/b/c", PopElementAction(count: 0), "a/b/c"),
    Case("a/b/c", PopToElementAction("a"), "a"),
    Case("a/b/c", PopToElementAction("c"), "a/b/c"),
    Case("a/b/a/c", PopToElementAction("a"), "a/b/a"),
    Case("a/b/c", PopToElementAction(at: 0), "a"),
    Case("a/b/c", PopToElementAction(at: 2), "a/b/c"),
    Case("a/b/c", ChangeElementAction(to: "x"), "a/b/x"),
    Case("a/b/c", ChangeElementAction(at: 0, to: "x"), "x/b/c"),
    Case("a/b/c", ChangeElementAction(at: 1, to: "x", droppingRest: true), "a/x"),
    Case("a/b/c", ChangeElementAction(at: 2, to: "x", droppingRest: true), "a/b/x"),
    Case("a/b/c", ChangeElementAction(at: 1, to: "b"), "a/b/c"),
  ]

  @Test(arguments: changes)
  func `actions change the route`(_ example: Case) {
    let state = NavigationState(route: Route(path: example.old))
    let new = NavigationReducer.handleAction(example.action, state: state)
    #expect(new.route == Route(path: example.new))
    #expect(new.refusal == nil)
    #expect(new.shownFrom == nil)
    #expect(new.changeRouteAnimated)
  }

  struct Refusal: Sendable {
    let action: any NavigationAction
    let old: String
    let code: RouteActionError.Code

    init(_ old: String, _ action: any NavigationAction, _ code: RouteActionError.Code) {
      (self.old, self.action, self.code) = (old, action, code)
    }
  }

  static let refusals = [
    Refusal("", PopElementAction(), .pop(count: 1)),
    Refusal("a", PopElementAction(count: 2), .pop(count: 2)),
    Refusal("a", PopElementAction(count: -1), .pop(count: -1)),
    Refusal("a", PopElementAction(count: .max), .pop(count: .max)),
    Refusal("a", PopElementAction(count: .min), .pop(count: .min)),
    Refusal("a/b", PopToElementAction("x"), .noElement("x")),
    Refusal("a/b", PopToElementAction(at: 2), .noIndex(2)),
    Refusal("a/b", PopToElementAction(at: -1), .noIndex(-1)),
    Refusal("", PopToElementAction(at: 0), .noIndex(0)),
    Refusal("", ChangeElementAction(to: "x"), .emptyRoute),
    Refusal("a", ChangeElementAction(at: 1, to: "x"), .noIndex(1)),
    Refusal("a", ChangeElementAction(at: -1, to: "x", droppingRest: true), .noIndex(-1)),
    Refusal("a", ChangeElementAction(at: .max, to: "x", droppingRest: true), .noIndex(.max)),
  ]

  @Test(arguments: refusals)
  func `what cannot be done changes nothing and says so`(_ example: Refusal) {
    var state = NavigationState(route: Route(path: example.old))
    state.changeRouteAnimated = false
    state.routeSpecificState[RouteHash(route: ["a"])] = 1
    let new = NavigationReducer.handleAction(example.action, state: state)
    #expect(new.route == state.route)
    #expect(!new.changeRouteAnimated)
    #expect(new.getRouteSpecificState(["a"]) == 1)
    #expect(new.refusal == RouteActionError(example.code, route: state.route))
  }

  @Test func `a refusal is forgotten with the next action for the navigation, not with others`() {
    struct Tick {}
    var state = NavigationReducer.handleAction(PopElementAction(), state: nil)
    state = NavigationReducer.handleAction(Tick(), state: state)
    #expect(state.refusal != nil)
    state = NavigationReducer.handleAction(PushElementAction("a"), state: state)
    #expect(state.refusal == nil)
  }

  @Test(arguments: [
    (RouteActionError.Code.pop(count: 2), "2 elements cannot be popped"),
    (.noIndex(7), "there is no element at index 7"),
    (.noElement("x\n"), #"there is no element "x\u{A}""#),
    (.emptyRoute, "there is no last element"),
  ])
  func `a refusal says what it is about`(_ code: RouteActionError.Code, _ text: String) {
    let refusal = RouteActionError(code, route: ["a", "b"])
    let rest = #"; ["a", "b"] stays open. Look at the route before, or set the whole of it."#
    #expect(refusal.description == text + rest)
  }

  @Test func `a refusal shows no more than a message has room for`() {
    let route = (0..<1000).map { "\($0)" }
    let text = RouteActionError(.noElement(String(repeating: "x", count: 1000)), route: route)
      .description
    #expect(text.count < 400)
    #expect(text.contains(#""15", …] stays open"#))
  }

  @Test func `actions of other kinds leave the state as it is, whatever a store passes`() {
    enum Counting { case up }
    var state = NavigationReducer.handleAction(SetRouteAction(["a"], isShown: true), state: nil)
    for action: Any in [Counting.up, 7, "pop", Int?.none as Any, SetRouteAction.self] {
      state = NavigationReducer.handleAction(action, state: state)
      #expect(state.route == ["a"])
      #expect(state.shownFrom == [])
    }
    #expect(NavigationReducer.handleAction(7, state: nil).route == [])
    let wrapped: (any NavigationAction)? = PushElementAction("b")
    #expect(NavigationReducer.handleAction(wrapped as Any, state: state).route == ["a", "b"])
  }

  private struct ShowSettings: NavigationAction {
    func apply(to state: inout NavigationState) throws(RouteActionError) {
      guard state.route.first == "tabs" else {
        throw RouteActionError(.noElement("tabs"), route: state.route)
      }
      state.setRoute(["tabs", "profile", "settings"])
    }
  }

  @Test func `an app's own actions count too`() {
    let tabs = NavigationState(route: ["tabs"])
    let shown = NavigationReducer.handleAction(ShowSettings(), state: tabs)
    #expect(shown.route == ["tabs", "profile", "settings"])
    let refused = NavigationReducer.handleAction(ShowSettings(), state: NavigationState())
    #expect(refused.route == [])
    #expect(refused.refusal?.code == .noElement("tabs"))
  }

  static let quiet: [any NavigationAction] = [
    SetRouteAction(["a", "x"], animated: false, isShown: true),
    PushElementAction("x", animated: false, isShown: true),
    PopElementAction(animated: false, isShown: true),
    PopToElementAction("a", animated: false, isShown: true),
    PopToElementAction(at: 0, animated: false, isShown: true),
    ChangeElementAction(to: "x", animated: false, isShown: true),
  ]

  @Test(arguments: quiet)
  func `each action says whether the way is animated and whether the screen went it already`(
    _ action: any NavigationAction
  ) {
    let state = NavigationReducer.handleAction(action, state: NavigationState(route: ["a", "b"]))
    #expect(!state.changeRouteAnimated)
    #expect(state.shownFrom == ["a", "b"])
    let next = NavigationReducer.handleAction(SetRouteAction([]), state: state)
    #expect(next.changeRouteAnimated)
    #expect(next.shownFrom == nil)
  }

  @Test func `a route that is set by hand is not shown yet`() {
    var state = NavigationState(route: ["a"])
    state.setRoute(["a", "b"], isShown: true)
    #expect(state.shownFrom == ["a"])
    state.route.append("c")
    #expect(state.shownFrom == nil)
  }
}

@Suite struct RouteSpecificDataTests {
  private struct User: Equatable { let name: String }

  @Test func `data is read back by its route and type`() {
    let action = SetRouteSpecificData(route: ["users", "10"], data: User(name: "Ada"))
    let state = NavigationReducer.handleAction(action, state: NavigationState(route: ["users"]))
    #expect(state.route == ["users"])
    #expect(state.getRouteSpecificState(["users", "10"]) == User(name: "Ada"))
    #expect((state.getRouteSpecificState(["users", "10"]) as String?) == nil)
    #expect((state.getRouteSpecificState(["users"]) as User?) == nil)
  }

  @Test func `data comes with the action that opens its route`() {
    let actions: [any NavigationAction] = [
      SetRouteAction(["a"], data: 1), PushElementAction("b", data: 2),
      ChangeElementAction(to: "c", data: 3), PopElementAction(), PushElementAction("d"),
    ]
    let state = actions.reduce(NavigationState()) {
      NavigationReducer.handleAction($1, state: $0)
    }
    #expect(state.route == ["a", "d"])
    #expect(state.getRouteSpecificState(["a"]) == 1)
    #expect(state.getRouteSpecificState(["a", "b"]) == 2)
    #expect(state.getRouteSpecificState(["a", "c"]) == 3)
    #expect((state.getRouteSpecificState(["a", "d"]) as Int?) == nil)
  }

  @Test func `data stays when its route closes, until it is taken away`() {
    let actions: [any NavigationAction] = [
      SetRouteAction(["a", "b"], data: 1), PopElementAction(),
    ]
    var state = actions.reduce(NavigationState()) { NavigationReducer.handleAction($1, state: $0) }
    #expect(state.getRouteSpecificState(["a", "b"]) == 1)
    state = NavigationReducer.handleAction(
      SetRouteSpecificData(route: ["a", "b"], data: nil),
      state: state
    )
    #expect((state.getRouteSpecificState(["a", "b"]) as Int?) == nil)
    #expect(state.routeSpecificState.isEmpty)
  }

  @Test func `data aside of the open route is dropped by its keys`() {
    var state = NavigationState(route: ["a", "b"])
    for route in [[], ["a"], ["a", "b"], ["a", "b", "c"], ["x"]] {
      state.routeSpecificState[RouteHash(route: route)] = 1
    }
    let route = state.route
    state.routeSpecificState = state.routeSpecificState.filter {
      route.starts(with: $0.key.route)
    }
    #expect(Set(state.routeSpecificState.keys.map(\.route)) == [[], ["a"], ["a", "b"]])
  }

  @Test func `keys are equal as their elements are`() {
    #expect(RouteHash(route: ["a", "b"]) == RouteHash(route: ["a", "b"]))
    let keys = [[], [""], ["", ""], ["/"], ["a/b"], ["a", "b"], ["b", "a"], ["a", "", "b"]]
      .map { RouteHash(route: $0) }
    #expect(Set(keys).count == keys.count)
  }
}

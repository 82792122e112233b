import NavigationTree
import Testing

@MainActor
@Suite struct DrivenRoutablesTests {
  /// Writes down what it is asked for, and completes at once.
  private struct Writer: Routable {
    let script: Script

    func push(
      _ element: RouteElement,
      animated: Bool,
      completion: @escaping RoutingCompletion
    ) -> any Routable {
      script.write("push \(element)")
      completion()
      return self
    }

    func pop(_ element: RouteElement, animated: Bool, completion: @escaping RoutingCompletion) {
      script.write("pop \(element)")
      completion()
    }

    func change(
      _ from: RouteElement,
      to element: RouteElement,
      animated: Bool,
      completion: @escaping RoutingCompletion
    ) -> any Routable {
      script.write("change \(from) to \(element)")
      completion()
      return self
    }
  }

  @Test func `the state of a tree drives routables, by the transitions of a coordinator`() async {
    let store = RouterStore(tree: Cast().library)
    let script = Script()
    let coordinator = RouteCoordinator(rootRoutable: Writer(script: script))
    store.dispatch("login")
    let observation = store.drive(coordinator)

    let requests: [(String, DispatchOptions, [String])] = [
      ("login", [], ["push /login"]),
      ("books/1?title=x", [], ["change /login to /books", "push /books/1"]),
      ("books/2", [], ["change /books/1 to /books/2"]),
      (
        "today/story/news/5", [],
        ["pop /books/2", "change /books to /today", "push /today/story/news/5"]
      ),
      ("today", [.alreadyShown], []),
      ("books", [.junctionsOnly], ["change /today to /books", "push /books/2"]),
    ]
    for (request, options, calls) in requests {
      store.dispatch(request, options: options)
      await store.settle()
      await coordinator.settled()
      #expect(script.take() == calls, "\(request)")
      #expect(coordinator.route == store.elements())
    }
    observation.cancel()
    store.dispatch("login")
    await store.settle()
    await coordinator.settled()
    #expect(script.take() == [])
  }

  @Test func `an endpoint that no path leads to is an element by its route`() {
    let node = Node(Cast().page("any")).endpoint(
      name: "any",
      isMatching: { _ in true },
      resolve: { _ in RouteParameters() }
    )
    let store = RouterStore(tree: node)
    store.dispatch("whatever")
    #expect(store.elements() == ["any"])
    #expect(store.elements(of: RouterState()) == [])
  }
}

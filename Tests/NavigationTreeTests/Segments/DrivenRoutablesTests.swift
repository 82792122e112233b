import Dispatch
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

    func shown(_ element: RouteElement) -> any Routable { self }
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

  struct Crossing: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Requests from "books/1" on, of which none is shown before the last is made.
    let requests: [(String, DispatchOptions)]
    let calls: [String]
  }

  @Test(arguments: [
    Crossing(
      testDescription: "back, after another book",
      requests: [("books/2", []), ("books", .alreadyShown)],
      calls: ["change /books/1 to /books/2", "pop /books/2"]
    ),
    Crossing(
      testDescription: "back, after another book and the same",
      requests: [("books/2", []), ("books/1", []), ("books", .alreadyShown)],
      calls: ["change /books/1 to /books/2", "change /books/2 to /books/1", "pop /books/1"]
    ),
    // No call puts back what these were made on.
    Crossing(
      testDescription: "back, after the same book",
      requests: [("books/1", []), ("books", .alreadyShown)],
      calls: []
    ),
    Crossing(
      testDescription: "back, after the same book with a title",
      requests: [("books/1?title=x", []), ("books", .alreadyShown)],
      calls: []
    ),
    Crossing(
      testDescription: "back, and a tab",
      requests: [("books", .alreadyShown), ("today", .alreadyShown)],
      calls: []
    ),
  ])
  func `a gesture that calls have undone since is carried out`(_ sample: Crossing) async {
    let queue = DispatchQueue(label: "held")
    let store = RouterStore(tree: Cast().library, queue: queue)
    let script = Script()
    let coordinator = RouteCoordinator(rootRoutable: Writer(script: script))
    let observation = store.drive(coordinator)
    store.dispatch("books/1")
    await settle(store, coordinator)
    _ = script.take()

    queue.suspend()
    for (request, options) in sample.requests { store.dispatch(request, options: options) }
    queue.resume()
    await settle(store, coordinator)
    #expect(script.take() == sample.calls)

    // When all is shown a gesture counts again.
    store.dispatch("books/1")
    await settle(store, coordinator)
    _ = script.take()
    store.dispatch("books", options: [.alreadyShown])
    await settle(store, coordinator)
    #expect(script.take() == [])
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: [
    (["books/1"], ["push /books", "push /books/1", "pop /books/1"]), ([], ["push /books"]),
  ])
  func `routables that begin after a gesture carry it out`(
    _ before: [String],
    _ calls: [String]
  ) async {
    let queue = DispatchQueue(label: "held")
    let store = RouterStore(tree: Cast().library, queue: queue)
    let script = Script()
    let coordinator = RouteCoordinator(rootRoutable: Writer(script: script))
    for path in before { store.dispatch(path) }
    await store.settle()

    queue.suspend()
    let observation = store.drive(coordinator)
    store.dispatch("books", options: [.alreadyShown])
    queue.resume()
    await settle(store, coordinator)
    #expect(script.take() == calls)
    withExtendedLifetime(observation) {}
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

  /// Waits until the routables have followed the store.
  private func settle(_ store: RouterStore<Page>, _ coordinator: RouteCoordinator) async {
    await store.settle()
    await coordinator.settled()
    #expect(coordinator.route == store.elements())
  }
}

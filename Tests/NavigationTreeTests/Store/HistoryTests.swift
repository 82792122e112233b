import NavigationTree
import Testing

/// Back, forward, the limit, and what is saved and restored.
@Suite struct HistoryTests {
  @Test func `back and forward go through the states`() {
    let scene = Scene.library(after: ["today", "books", "books/1"])
    #expect(scene.store.goBack())
    #expect(scene.state == "/books | /today")
    #expect(scene.script == ["unwind book", "stack booksStack: books"])
    #expect(scene.store.goBack())
    #expect(scene.state == "/today")
    #expect(!scene.store.goBack())
    #expect(scene.store.canGoForward)
    #expect(scene.store.goForward())
    #expect(scene.store.goForward())
    #expect(scene.state == "/books > /books/:id[id: 1] | /today")
    #expect(!scene.store.goForward())
    #expect(!scene.store.canGoForward)
  }

  @Test func `a request takes what was gone back from`() {
    let scene = Scene.library(after: ["today", "books"])
    scene.store.goBack()
    scene.store.dispatch("login")
    #expect(!scene.store.canGoForward)
    #expect(past(scene) == ["/today"])
  }

  @Test func `a request that changes nothing takes nothing from it`() {
    let scene = Scene.library(after: ["today", "books"])
    scene.store.goBack()
    scene.store.dispatch("today")
    scene.store.dispatch("nowhere")
    #expect(scene.store.canGoForward)
  }

  @Test func `a state can take the place of the one before`() {
    let scene = Scene.library(after: ["login", "today"])
    #expect(scene.play("books", .replacingHistory).last == "configure books")
    #expect(past(scene) == ["/login"])
    #expect(scene.state == "/books | /today")
  }

  @Test func `one that takes the place of a neighbour's equal is not gone back or forward to`() {
    let scene = Scene.library(after: ["login", "today", "books"])
    scene.store.goBack()
    scene.store.dispatch("books", options: [.replacingHistory])
    #expect(scene.state == "/books | /today")
    #expect(past(scene) == ["/login"])
    #expect(!scene.store.canGoForward)
    scene.store.dispatch("login", options: [.replacingHistory])
    #expect(scene.state == "/login")
    #expect(!scene.store.canGoBack)
  }

  @Test func `one that differs from its neighbours leaves both`() {
    let scene = Scene.library(after: ["login", "today", "books"])
    scene.store.goBack()
    scene.store.dispatch("books/1", options: [.replacingHistory])
    #expect(past(scene) == ["/login"])
    #expect(scene.store.history.future.map(\.description) == ["/books | /today"])
  }

  @Test func `no more states are remembered than the limit`() {
    let store = RouterStore(tree: Cast().library, queue: nil, historyLimit: 2)
    for request in ["login", "today", "books", "books/1"] { store.dispatch(request) }
    #expect(store.history.past.map(\.description) == ["/today", "/books | /today"])
    let none = RouterStore(tree: Cast().library, queue: nil, historyLimit: 0)
    for request in ["login", "today"] { none.dispatch(request) }
    #expect(!none.canGoBack)
  }

  @Test func `back after a swipe does not pop again`() {
    let scene = Scene.library(after: ["books", "books/1"])
    #expect(scene.store.goBack(options: [.alreadyShown]))
    #expect(scene.script == ["unwind book"])
    #expect(scene.store.goForward())
    #expect(
      scene.script == ["create book", "stack booksStack: books, book", "configure book [id: 1]"]
    )
  }

  @Test func `a state that is restored is a step of the history`() {
    let scene = Scene.library(after: ["today"])
    let saved = scene.store.state
    scene.store.dispatch("books/1")
    _ = scene.script
    let outcome = scene.store.restore(saved)
    #expect(scene.state == "/today")
    #expect(
      outcome.transition?.description == """
        unwind /books/:id
        unwind /books
        pop /books/:id from stack(/books)
        pop /books from stack(/books)
        select stack(/today) in fork(/today)
        """
    )
    #expect(
      scene.script == [
        "unwind book", "unwind books", "stack booksStack: ", "select tabs: todayStack",
      ]
    )
    scene.store.goBack()
    #expect(scene.state == "/books > /books/:id[id: 1] | /today")
  }

  @Test func `a history is taken over as a whole`() {
    let scene = Scene.library(after: ["login", "today", "books"])
    scene.store.goBack()
    let store = RouterStore(tree: Cast().library, history: scene.store.history, queue: nil)
    #expect(store.history == scene.store.history)
    #expect(store.goForward())
    #expect("\(store.state)" == "/books | /today")
    // Whoever made the history does not say how much the store remembers.
    store.restore(NavigationHistory(limit: 3))
    #expect(store.history == NavigationHistory(limit: 100))
    let forgetful = RouterStore(
      tree: Cast().library,
      history: NavigationHistory(limit: .max),
      queue: nil,
      historyLimit: 1
    )
    for request in ["login", "today", "books"] { forgetful.dispatch(request) }
    #expect(forgetful.history.past.count == 1)
  }

  struct Fitted: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The routes of each state.
    let states: [[String]]
    /// The place of the present one.
    let present: Int
    let past: [String]
    let future: [String]
  }

  @Test(arguments: [
    Fitted(
      testDescription: "a past of which nothing is left",
      states: [["/gone"], ["/books"]],
      present: 1,
      past: [],
      future: []
    ),
    Fitted(
      testDescription: "a future of which nothing is left",
      states: [["/books"], ["/gone"], ["/today"]],
      present: 0,
      past: [],
      future: ["/today"]
    ),
    Fitted(
      testDescription: "states that come to stand side by side",
      states: [["/login"], ["/gone"], ["/login"], ["/books"]],
      present: 3,
      past: ["/login"],
      future: []
    ),
    Fitted(
      testDescription: "states that become equal",
      states: [
        ["/books"], ["/books", "/gone"], ["/today", "/gone"], ["/today"], ["/today", "/gone"],
        ["/login", "/gone"], ["/login", "/gone/too"],
      ],
      present: 3,
      past: ["/books"],
      future: ["/login"]
    ),
    Fitted(
      testDescription: "a present state of which nothing is left stays",
      states: [["/login"], ["/gone"], ["/gone", "/too"], ["/today"]],
      present: 2,
      past: ["/login"],
      future: ["/today"]
    ),
    Fitted(
      testDescription: "states that were equal before stay",
      states: [["/login"], ["/login"], ["/login"], ["/gone"]],
      present: 2,
      past: ["/login", "/login"],
      future: []
    ),
  ])
  func `a history is fitted without states that show nothing, or nothing else`(_ sample: Fitted) {
    var history = NavigationHistory()
    for routes in sample.states {
      history.go(to: RouterState(active: routes.map { ActiveNode(route: $0) }))
    }
    for _ in sample.present..<(sample.states.count - 1) { _ = history.goBack() }
    let tree = Cast().library
    let store = RouterStore(tree: tree, history: history, queue: nil)
    #expect(store.history.past.map(\.description) == sample.past)
    #expect(store.history.future.map(\.description) == sample.future)
    #expect(store.canGoBack == !sample.past.isEmpty)
    #expect(store.canGoForward == !sample.future.isEmpty)
    #expect(history.fitted(to: tree, limit: 100) == store.history)
    #expect(store.history.fitted(to: tree, limit: 100) == store.history)
  }

  @Test func `what is left out of a history does not count towards its limit`() {
    var history = NavigationHistory()
    for route in ["/login", "/gone", "/gone/too", "/books", "/gone", "/gone/too", "/today"] {
      history.go(to: RouterState(active: [ActiveNode(route: route)]))
    }
    for _ in 0..<3 { _ = history.goBack() }
    let fitted = history.fitted(to: Cast().library, limit: 1)
    #expect(fitted.past.map(\.description) == ["/login"])
    #expect(fitted.future.map(\.description) == ["/today"])
  }

  @Test func `a reset unwinds everything and begins anew`() {
    let scene = Scene.library(after: ["books/1", "today/story/a/1"])
    scene.store.reset()
    #expect(
      scene.script == [
        "dismiss story from today", "unwind story", "unwind book", "unwind books",
        "unwind booksStack", "unwind today", "unwind todayStack", "unwind tabs",
      ]
    )
    #expect(scene.state == "")
    #expect(!scene.store.canGoBack)
    #expect(scene.play("login") == ["create login", "switch sections: login", "configure login"])
  }

  private func past(_ scene: Scene) -> [String] {
    scene.store.history.past.map(\.description)
  }
}
